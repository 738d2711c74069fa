// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#include "rule_world.h"

namespace tandem {
namespace {

using ::testing::HasSubstr;

const std::string painted_floor = R"(
robots: [{name: emaros, model: emaros, pose: {x: -1}}]
paint: {area: {size_x_m: 4, size_y_m: 3}}
)";

Rgba pixel_at(const Frame& frame, Vec2 at) {
  // 5 mm a pixel, the top at the largest y
  return frame.paint->pixel(static_cast<int>((at.x + 2) / 0.005),
                            static_cast<int>((1.5 - at.y) / 0.005));
}

TEST(Track, IsPaintedWhereTheRobotDrives) {
  RuleWorld world(painted_floor);
  world.drive("emaros", 0.4, 0, 1s);
  EXPECT_EQ(pixel_at(world.frame(), {-0.9, 0}).a, 0) << "nobody asked for a track";

  const double begin = world.pose_of("emaros").translation.x;
  const OrderOutcome outcome = world.order("paint, on, #ff0000, 0.1", "emaros");
  EXPECT_TRUE(outcome.is_done) << outcome.text;
  EXPECT_EQ(outcome.robot, "emaros");
  world.drive("emaros", 0.4, 0, 1s);
  const double end = world.pose_of("emaros").translation.x;
  ASSERT_GT(end, begin + 0.3);
  const double middle = (begin + end) / 2;
  EXPECT_EQ(pixel_at(world.frame(), {middle, 0}), (Rgba{255, 0, 0, 255}));
  EXPECT_EQ(pixel_at(world.frame(), {middle, 0.044}).a, 255);
  EXPECT_EQ(pixel_at(world.frame(), {middle, 0.056}).a, 0) << "it is 0.1 m wide";
  EXPECT_EQ(world.status("track", "emaros"), RuleValue(true));

  EXPECT_TRUE(world.order("paint,off").is_done) << "there is only one robot";
  const double off = world.pose_of("emaros").translation.x;
  world.drive("emaros", 0.4, 0, 1s);
  EXPECT_EQ(pixel_at(world.frame(), {off + 0.2, 0}).a, 0);
  EXPECT_EQ(world.status("track", "emaros"), RuleValue(false));
}

TEST(Track, IsGoneAfterAResetAndTheSameAgain) {
  RuleWorld world(painted_floor);
  const auto go = [&] {
    world.order("paint,on");
    world.drive("emaros", 0.3, 0.2, 1s);
    return world.frame().state_hash;
  };
  const std::uint64_t first = go();
  EXPECT_TRUE(world.order("reset").is_done);
  EXPECT_EQ(pixel_at(world.frame(), {-1, 0}).a, 0);
  EXPECT_EQ(world.frame().episode_count, 1u);
  // a step has passed since the reset, as there was none before the first time
  world.edit(Reset{});
  RuleWorld other(painted_floor);
  other.step();
  world.order("paint,on");
  other.order("paint,on");
  EXPECT_EQ(world.frame().state_hash, other.frame().state_hash);
  EXPECT_NE(first, world.frame().state_hash);
}

TEST(Track, OrdersThatMakeNoSenseAreRefusedAndChangeNothing) {
  RuleWorld world(painted_floor);
  const auto refusal = [&](const std::string& words, const std::string& robot = "") {
    const OrderOutcome outcome = world.order(words, robot);
    EXPECT_FALSE(outcome.is_done) << words;
    EXPECT_EQ(outcome.words, words);
    return outcome.text;
  };
  EXPECT_THAT(refusal("paint"), HasSubstr("'on' or 'off'"));
  EXPECT_THAT(refusal("paint,maybe"), HasSubstr("'on' or 'off'"));
  EXPECT_THAT(refusal("paint,on,rde"), HasSubstr("'rde' is no color"));
  EXPECT_THAT(refusal("paint,on,#ff000"), HasSubstr("no color"));
  EXPECT_THAT(refusal("paint,on,red,wide"), HasSubstr("not 'wide'"));
  EXPECT_THAT(refusal("paint,on,red,nan"), HasSubstr("not 'nan'"));
  EXPECT_THAT(refusal("paint,on,red,-1"), HasSubstr("0.001 to 10 m"));
  EXPECT_THAT(refusal("paint,on,red,1,2"), HasSubstr("at most 3 words"));
  EXPECT_THAT(refusal("paint,off,red"), HasSubstr("takes nothing more"));
  EXPECT_THAT(refusal("paint,on", "nobody"), HasSubstr("there is no robot 'nobody'"));
  EXPECT_THAT(refusal("paint,on,robot=nobody"), HasSubstr("there is no robot 'nobody'"));
  EXPECT_THAT(refusal("paint,on,robot=nobody", "emaros"), HasSubstr("it came to 'emaros'"));
  EXPECT_THAT(refusal("fly"), HasSubstr("'fly' is nothing that can be done here; there are:"));
  EXPECT_THAT(refusal("fly"), HasSubstr("paint"));
  EXPECT_THAT(refusal("reset,now"), HasSubstr("takes at most 0 words"));
  EXPECT_THAT(refusal(""), HasSubstr("begins with what is to be done"));
  world.drive("emaros", 0.3, 0, 500ms);
  EXPECT_EQ(world.frame().episode_count, 0u);
  EXPECT_EQ(world.status("track", "emaros"), RuleValue(false));
  EXPECT_EQ(pixel_at(world.frame(), {-1, 0}).a, 0);
}

TEST(Track, OfSeveralRobotsMustBeNamed) {
  RuleWorld world(R"(
robots: [{name: a, model: emaros, pose: {x: -1}}, {name: b, model: emaros, pose: {x: 1}}]
paint: {area: {size_x_m: 4, size_y_m: 3}}
)");
  EXPECT_THAT(world.order("paint,on").text, HasSubstr("must say which robot"));
  EXPECT_TRUE(world.order("paint,on,robot=b").is_done);
  EXPECT_EQ(world.status("track", "b"), RuleValue(true));
  EXPECT_EQ(world.status("track", "a"), RuleValue(false));
}

TEST(Track, IsObeyedWhileTimeStandsStill) {
  RuleWorld world(painted_floor);
  const Frame frame = world.simulation().edit({.orders = {{.words = "paint,on"}}});
  ASSERT_EQ(frame.order_outcomes.size(), 1u);
  EXPECT_TRUE(frame.order_outcomes[0].is_done);
  EXPECT_EQ(frame.advanced, 0ns);
}

TEST(Track, SettingsAreChecked) {
  EXPECT_THAT(findings_of("rules: {t: {type: trakc}}"), HasSubstr("did you mean 'track'?"));
  EXPECT_THAT(findings_of("rules: {t: {type: track, widht_m: 1}}"), HasSubstr("'width_m'"));
  EXPECT_THAT(findings_of("rules: {t: {type: track, width_m: 0}}"), HasSubstr("'width_m' must"));
  EXPECT_THAT(findings_of("rules: {t: {type: track}}"), HasSubstr("a floor that can be painted"));
  EXPECT_THAT(findings_of("rules: {t: 3}"), HasSubstr("expected a map"));
  EXPECT_THAT(findings_of("rules: [1]"), HasSubstr("'rules' expects a map"));
  EXPECT_THAT(findings_of("rules: {a b: {type: track}}"), HasSubstr("a rule's name has letters"));
  EXPECT_THAT(findings_of("rules: {t: {x: 1}}"), HasSubstr("'rule' must have 'type'"));
}

TEST(Track, CanBeTakenAway) {
  RuleWorld world(painted_floor + "rules: {track: off}\n");
  EXPECT_THAT(world.order("paint,on").text, HasSubstr("nothing that can be done here"));
}

}  // namespace
}  // namespace tandem
