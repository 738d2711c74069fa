// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#include "rules/field_tiles.h"

#include <gtest/gtest.h>

#include "rules/field_look.h"
#include "rules/footprint.h"

namespace tandem {
namespace {

// 10 by 6 tiles of 0.1 m, with the corner of smallest x and y at (1, 2).
FieldPlan plan() {
  return {
      .area = {{{1.5, 2.3}, 0}, 1, 0.6}, .columns = 10, .rows = 6, .sprouting = 2s, .ripening = 3s};
}
const Area everywhere{{{1.5, 2.3}, 0}, 10, 10};

std::vector<int> work(FieldTiles& tiles, FieldWork what, const Area& where, SimTime now = {}) {
  std::vector<int> changed;
  tiles.work(what, where, now, changed);
  return changed;
}

TEST(FieldTiles, AreWorkedOnWhereTheirMiddleIs) {
  FieldTiles tiles(plan());
  EXPECT_EQ(tiles.count(), 60);
  EXPECT_NEAR(tiles.area_of(11).world_from_center.translation.x, 1.15, 1e-12);
  EXPECT_NEAR(tiles.area_of(11).world_from_center.translation.y, 2.15, 1e-12);
  // from x 1.14 to 1.26 and y 2.0 to 2.1: two middles
  EXPECT_EQ(work(tiles, FieldWork::ploughing, {{{1.2, 2.05}, 0}, 0.12, 0.1}),
            (std::vector<int>{1, 2}));
  EXPECT_EQ(tiles.count_in(TileState::ploughed), 2);
  EXPECT_EQ(tiles.count_in(TileState::untouched), 58);
  // turned by a quarter: 0.12 m along y
  EXPECT_EQ(work(tiles, FieldWork::ploughing, {{{1.55, 2.2}, 1.5707963}, 0.12, 0.06}),
            (std::vector<int>{15, 25}));
  EXPECT_TRUE(work(tiles, FieldWork::ploughing, {{{8, 2}, 0}, 0.5, 0.5}).empty());
  EXPECT_TRUE(work(tiles, FieldWork::ploughing, {{{-1e8, 1e8}, 0}, 0.5, 0.5}).empty());
}

TEST(FieldTiles, GoFromStateToStateInOneOrder) {
  FieldTiles tiles(plan());
  std::vector<int> grown;
  EXPECT_TRUE(work(tiles, FieldWork::seeding, everywhere).empty()) << "nothing is ploughed";
  EXPECT_TRUE(work(tiles, FieldWork::harvesting, everywhere).empty());
  EXPECT_EQ(work(tiles, FieldWork::ploughing, everywhere).size(), 60u);
  EXPECT_TRUE(work(tiles, FieldWork::ploughing, everywhere).empty()) << "it is ploughed already";
  EXPECT_EQ(work(tiles, FieldWork::seeding, everywhere, 10s).size(), 60u);
  EXPECT_TRUE(work(tiles, FieldWork::ploughing, everywhere, 11s).empty()) << "it has seeds";
  tiles.grow(11999ms, grown);
  EXPECT_TRUE(grown.empty());
  tiles.grow(12s, grown);
  EXPECT_EQ(grown.size(), 60u);
  EXPECT_EQ(tiles.reached_by_all(), TileState::growing);
  EXPECT_TRUE(work(tiles, FieldWork::harvesting, everywhere, 12s).empty()) << "it is green";
  tiles.grow(15s, grown);
  EXPECT_EQ(tiles.count_in(TileState::ripe), 60);
  EXPECT_EQ(work(tiles, FieldWork::harvesting, everywhere, 16s).size(), 60u);
  EXPECT_EQ(tiles.reached_by_all(), TileState::harvested);
  for (const FieldWork what : {FieldWork::ploughing, FieldWork::seeding, FieldWork::harvesting})
    EXPECT_TRUE(work(tiles, what, everywhere, 17s).empty());
}

TEST(FieldTiles, OfDifferentHistoriesHaveDifferentHashes) {
  const auto hash_of = [](const FieldTiles& tiles) {
    Hash hash;
    tiles.add_to(hash);
    return hash.value();
  };
  FieldTiles a(plan()), b(plan());
  EXPECT_EQ(hash_of(a), hash_of(b));
  work(a, FieldWork::ploughing, everywhere, 1s);
  EXPECT_NE(hash_of(a), hash_of(b));
  work(b, FieldWork::ploughing, everywhere, 1s);
  EXPECT_EQ(hash_of(a), hash_of(b));
  work(a, FieldWork::seeding, everywhere, 2s);
  work(b, FieldWork::seeding, everywhere, 3s);
  EXPECT_NE(hash_of(a), hash_of(b)) << "one is ripe earlier";
}

TEST(FieldLook, OfNeighboursFitsTogether) {
  const auto left = tile_look(TileState::ploughed, {0.3, 0.1}, 0.05, 0.05);
  const auto both = tile_look(TileState::ploughed, {0.3, 0.1}, 0.1, 0.05);
  ASSERT_EQ(left->width, 10);
  ASSERT_EQ(both->width, 20);
  for (int row = 0; row < 10; ++row)
    for (int column = 0; column < 10; ++column)
      EXPECT_EQ(left->at(column, row), both->at(column, row));
  // a metre further all repeats
  EXPECT_EQ(tile_look(TileState::ripe, {1.25, 2.5}, 0.05, 0.05)->pixels,
            tile_look(TileState::ripe, {0.25, 0.5}, 0.05, 0.05)->pixels);
}

TEST(FieldLook, TellsStatesApart) {
  // the mean color of each differs from that of all others by what a camera sees easily
  std::vector<std::array<double, 3>> means;
  for (std::size_t i = 0; i < tile_state_count; ++i) {
    std::array<double, 3> sum{};
    for (const Rgba& pixel : field_look(static_cast<TileState>(i)).pixels)
      sum[0] += pixel.r, sum[1] += pixel.g, sum[2] += pixel.b;
    for (double& part : sum) part /= field_look_px * field_look_px;
    means.push_back(sum);
  }
  for (std::size_t a = 0; a < means.size(); ++a)
    for (std::size_t b = a + 1; b < means.size(); ++b) {
      double difference = 0;
      for (int i = 0; i < 3; ++i) difference += std::abs(means[a][i] - means[b][i]);
      EXPECT_GT(difference, 40) << tile_state_names[a] << " and " << tile_state_names[b];
    }
}

}  // namespace
}  // namespace tandem
