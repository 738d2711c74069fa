// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#include "mapping/map_confusion.h"

#include <gtest/gtest.h>

namespace tandem {
namespace {

constexpr MapCell f = MapCell::free, o = MapCell::occupied, u = MapCell::unknown;

TEST(MapConfusion, CountsEveryPairOfWhatIsAndWhatIsSaid) {
  const OccupancyGrid truth{.resolution_m = 0.05,
                            .columns = 4,
                            .rows = 2,
                            .origin = {},
                            .cells = {o, o, o, u, f, f, f, o}};
  const OccupancyGrid map{.resolution_m = 0.05,
                          .columns = 4,
                          .rows = 2,
                          .origin = {},
                          .cells = {o, f, u, o, f, o, u, o}};
  const MapConfusion found = compare(truth, map);
  EXPECT_EQ(found, (MapConfusion{.true_positive = 2,
                                 .false_negative = 1,
                                 .unknown_occupied = 1,
                                 .true_negative = 1,
                                 .false_positive = 1,
                                 .unknown_free = 1}));
  EXPECT_DOUBLE_EQ(*found.precision(), 2.0 / 3);
  EXPECT_DOUBLE_EQ(*found.recall(), 2.0 / 3);
  EXPECT_DOUBLE_EQ(*found.accuracy(), 3.0 / 5);
  EXPECT_DOUBLE_EQ(*found.coverage(), 5.0 / 7);
}

TEST(MapConfusion, AMapThatLiesElsewhereIsComparedWhereItIs) {
  const OccupancyGrid truth{
      .resolution_m = 0.1, .columns = 3, .rows = 1, .origin = {}, .cells = {o, f, f}};
  const OccupancyGrid map{
      .resolution_m = 0.1, .columns = 2, .rows = 1, .origin = {-0.1, 0}, .cells = {o, o}};
  EXPECT_EQ(compare(truth, map), (MapConfusion{.true_positive = 1, .unknown_free = 2}));
}

TEST(MapConfusion, SaysNothingAboutNothing) {
  EXPECT_FALSE(MapConfusion{}.precision());
  EXPECT_FALSE(MapConfusion{.true_negative = 3}.recall());
  EXPECT_DOUBLE_EQ(*MapConfusion{.true_negative = 3}.accuracy(), 1);
}

}  // namespace
}  // namespace tandem
