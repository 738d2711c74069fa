// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#include "ports/web/people.h"

#include <gmock/gmock.h>

namespace tandem::web {
namespace {

using namespace std::chrono_literals;

constexpr PageId anna{1}, ben{2}, carl{3};
const People::Clock::time_point start{};

Presence head_at(double x) { return {.head = Pose{{x, 0, 1.7}, {}}, .left = {}, .right = {}}; }

std::string seen(std::vector<Person> people) { return encode(people); }

TEST(People, SeeAllButThemselves) {
  People people;
  people.set(anna, head_at(1), start);
  people.set(ben, head_at(2), start);
  EXPECT_EQ(people.others_than(anna), seen({{2, head_at(2)}}));
  EXPECT_EQ(people.others_than(ben), seen({{1, head_at(1)}}));
  EXPECT_EQ(people.others_than(carl), seen({{1, head_at(1)}, {2, head_at(2)}}));
}

TEST(People, AreToldOfOnceForEachChange) {
  People people;
  EXPECT_FALSE(people.take_change(start));
  people.set(anna, head_at(1), start);
  people.set(anna, head_at(1.1), start);
  EXPECT_TRUE(people.take_change(start));
  EXPECT_FALSE(people.take_change(start));
  people.forget(ben);
  EXPECT_FALSE(people.take_change(start));
  people.forget(anna);
  EXPECT_TRUE(people.take_change(start));
}

TEST(People, GoWhenTheySaySoOrNothingForTwoSeconds) {
  People people;
  people.set(anna, head_at(1), start);
  people.set(ben, head_at(2), start);
  people.set(ben, {}, start);
  EXPECT_EQ(people.others_than(carl), seen({{1, head_at(1)}}));
  EXPECT_TRUE(people.take_change(start + 2s));
  EXPECT_FALSE(people.take_change(start + 2s));
  EXPECT_TRUE(people.take_change(start + 2001ms));
  EXPECT_EQ(people.others_than(carl), seen({}));
}

TEST(People, AreNotToldOfWhereNobodyEverWas) { EXPECT_FALSE(People().others_than(anna)); }

}  // namespace
}  // namespace tandem::web
