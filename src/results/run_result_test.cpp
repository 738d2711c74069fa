// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#include "results/run_result.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <limits>

namespace tandem {
namespace {

RunResult example() {
  RunResult result{.mission = "drive",
                   .mission_file = "missions/drive.yaml",
                   .description = "drives \"there\"\nand back",
                   .scenario = "arena",
                   .mode = "twin",
                   .seed = 18446744073709551615U,
                   .verdict = Verdict::failed,
                   .reason = "it was too fast",
                   .last_words = {"good", "bye"},
                   .simulated_s = 12.5,
                   .step_s = 0.008,
                   .state_hash = "00ff",
                   .course_hash = "ff00",
                   .recording = "drive.mcap"};
  result.assertions.push_back({.name = "slow",
                               .kind = "always",
                               .text = "the speed of emaros is at most 0.5 m/s",
                               .line = 7,
                               .state = AssertionResult::State::failed,
                               .decided_s = 3.2,
                               .explanation = "it was 0.6 m/s",
                               .value = 0.6,
                               .low = {},
                               .high = 0.5,
                               .is_high_out = true,
                               .unit = "m/s",
                               .series = "speed of emaros"});
  result.timeline.push_back({1, TimelineEntry::Kind::goal, "goal sent", "emaros", true});
  result.metrics.push_back({"emaros.path_length", 3.25, "m"});
  result.trajectories.push_back({"emaros", RecordedPath::Kind::odometry, {{0, 1, 2, 3, 4}}});
  result.series.push_back({"speed of emaros", "m/s", {0, 0.1}, {0.2, 0.3}, {}, 0.5});
  result.outlines.push_back({"wall", Outline::Kind::fixed, {{0, 0}, {1, 0}, {1, 1}}});
  result.outlines.push_back({"box", Outline::Kind::movable, {{0, 0}, {1, 0}, {1, 1}}, 2, 3.5});
  result.pictures.push_back({3.2, "as it failed", "a.jpg"});
  result.pictures.push_back(
      {0, "from above", "floor.jpg", Picture::Kind::floor, Picture::Area{-2, -1, 2, 1}});
  result.costs.push_back({"wall_time", 0.7, "s"});
  result.environment["tandem"] = "1.2";
  result.settings = {"robots.emaros.pose.x=1"};
  result.drawn = {"robots.emaros.pose.y=0.25"};
  result.timeline_left_out = 7;
  return result;
}

TEST(RunResult, ComesBackFromJsonAsItWas) {
  const RunResult before = example();
  const Result<RunResult> after = parse_run_result(to_json(before));
  ASSERT_TRUE(after) << after.error();
  EXPECT_EQ(to_json(*after), to_json(before));
  EXPECT_EQ(after->seed, before.seed);
  EXPECT_EQ(after->verdict, Verdict::failed);
  EXPECT_EQ(after->assertions.at(0).decided_s, 3.2);
  EXPECT_FALSE(after->assertions.at(0).low);
  EXPECT_EQ(after->trajectories.at(0).points.at(0), (RecordedPath::Point{0, 1, 2, 3, 4}));
  EXPECT_EQ(after->environment.at("tandem"), "1.2");
  EXPECT_EQ(after->settings, before.settings);
  EXPECT_TRUE(after->assertions.at(0).is_high_out);
  EXPECT_FALSE(after->assertions.at(0).is_low_out);
  EXPECT_EQ(after->outlines.at(0).came_s, 0);
  EXPECT_EQ(after->outlines.at(1).came_s, 2);
  EXPECT_EQ(after->outlines.at(1).gone_s, 3.5);
}

TEST(RunResult, WhatRepeatsHasNoTimesOfThisMachine) {
  RunResult one = example(), other = example();
  other.costs[0].value = 99;
  other.environment["tandem"] = "1.3";
  EXPECT_NE(to_json(one), to_json(other));
  EXPECT_EQ(to_json(one, ResultParts::repeatable), to_json(other, ResultParts::repeatable));
  const Result<RunResult> read = parse_run_result(to_json(one, ResultParts::repeatable));
  ASSERT_TRUE(read) << read.error();
  EXPECT_TRUE(read->costs.empty());
}

TEST(RunResult, NumbersThatJsonDoesNotHaveDoNotBreakIt) {
  RunResult result = example();
  result.metrics[0].value = std::numeric_limits<double>::infinity();
  result.last_words = {"\xff\xfe"};
  const Result<RunResult> after = parse_run_result(to_json(result));
  ASSERT_TRUE(after) << after.error();
  EXPECT_TRUE(std::isnan(after->metrics.at(0).value));
}

TEST(RunResult, WhatIsNoneIsRefusedWithASentence) {
  const auto why = [](const std::string& text) {
    const auto result = parse_run_result(text);
    return result ? std::string() : result.error();
  };
  EXPECT_THAT(why("{"), testing::StartsWith("this is no result of a mission: "));
  EXPECT_THAT(why("[]"), testing::HasSubstr("expected an object with 'format'"));
  EXPECT_THAT(why(R"({"format": 7})"), testing::HasSubstr("format 7"));
  std::string broken = to_json(example());
  broken.replace(broken.find("\"failed\""), 8, "\"unsure\"");
  EXPECT_THAT(why(broken), testing::HasSubstr("'verdict' cannot be 'unsure'"));
}

}  // namespace
}  // namespace tandem
