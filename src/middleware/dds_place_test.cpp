// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#include "middleware/dds_place.h"

#include <gtest/gtest.h>

#include <memory>
#include <set>
#include <vector>

#include "middleware/dds_transport.h"

namespace tandem {
namespace {

TEST(DdsPlace, NumbersAreNewAndPlacesAreUsedAgain) {
  std::set<int> numbers;
  for (int i = 0; i < 300; ++i) {
    const DdsPlace place(1000);
    EXPECT_EQ(place.number() - place.shift(), 0);
    numbers.insert(place.number());
  }
  EXPECT_EQ(numbers.size(), 300u);
}

TEST(DdsPlace, NumbersStayWithinTheirRange) {
  const DdsPlace first(3);
  for (int i = 0; i < 10; ++i) {
    const DdsPlace second(3);
    EXPECT_LT(second.number(), 3);
    EXPECT_NE(second.number(), first.number());
    EXPECT_EQ(second.number() - second.shift(), 1);
  }
}

TEST(DdsPlace, ThereAreOnlySoMany) {
  std::vector<std::unique_ptr<DdsPlace>> all;
  for (int i = 0; i < 120; ++i) all.push_back(std::make_unique<DdsPlace>(1000));
  EXPECT_THROW(DdsPlace(1000), DdsError);
  all.erase(all.begin() + 7);
  const DdsPlace again(1000);
  EXPECT_EQ(again.number() - again.shift(), 7);
}

}  // namespace
}  // namespace tandem
