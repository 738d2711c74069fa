// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <cmath>
#include <functional>
#include <numbers>

#include "rule_world.h"
#include "scenario/newcomer.h"
#include "sensors/interest.h"

namespace tandem {
namespace {

using ::testing::HasSubstr;

// A robot that looks along x. Its mount is 0.135 m before its origin and 5 mm above the floor.
std::string robot(const std::string& name, double x, double y = 0, const std::string& more = "") {
  return fmt::format("  - {{name: {}, model: emaros, pose: {{x: {}, y: {}}}{}}}\n", name, x, y,
                     more);
}
std::string robots(const std::string& more = "") {
  return "robots:\n" + robot("emaros", 0, 0, more);
}

// Boxes of a type, side 0.2 m, each called type_1.
std::string boxes(const std::vector<std::tuple<std::string, double, double>>& all) {
  std::string yaml = "spawn:\n";
  for (const auto& [type, x, y] : all)
    yaml += fmt::format(
        "  {}: {{area: {{x: {}, y: {}, size_x_m: 0.25, size_y_m: 0.25}}, keep_clear_m: 0,\n"
        "    object: {{shape: box, size_m: [0.2, 0.2, 0.2], mass_kg: 1}}}}\n",
        type, x, y);
  return yaml;
}

const std::string one_box = robots() + boxes({{"red", 0.4, 0}});

Pose robot_from_load(const RuleWorld& world, const std::string& load = "red_1",
                     const std::string& carrier = "emaros") {
  return inverse(world.pose_of(carrier)) * world.pose_of(load);
}

double apart(const Pose& a, const Pose& b) {
  const Quat turn = inverse(a.rotation) * b.rotation;
  return length(a.translation - b.translation) + std::abs(turn.x) + std::abs(turn.y) +
         std::abs(turn.z);
}

BodyId body_of(RuleWorld& world, const std::string& name) {
  return world.simulation().world().find(name)->bodies.at(0);
}

std::optional<BodyId> carrier_of(RuleWorld& world, const std::string& load = "red_1") {
  return world.simulation().world().physics().carrier_of(body_of(world, load));
}

std::string refusal(RuleWorld& world, const std::string& words, const std::string& robot = "") {
  const OrderOutcome outcome = world.order(words, robot);
  EXPECT_FALSE(outcome.is_done) << words << ": " << outcome.text;
  return outcome.text;
}

// Steps with poses of a real robot that goes where a function says, seen at 50 Hz.
void follow(RuleWorld& world, Duration lasts, const std::function<Pose2(double)>& path) {
  const SimTime begin = world.simulation().time();
  for (int i = 0; world.simulation().time() < begin + lasts; ++i) {
    const SimTime now = world.simulation().time();
    Inputs inputs;
    if (i % 2 == 0) inputs.poses.push_back({"emaros", now, path(seconds(now - begin))});
    world.step(std::move(inputs));
  }
}

TEST(Attachment, TakesTheNearestOfATypeToTheMount) {
  RuleWorld world(robots() + boxes({{"red", 0.4, 0}, {"blue", 0.4, 0.3}}));
  const OrderOutcome outcome = world.order(" attach , red ", "emaros");
  EXPECT_TRUE(outcome.is_done) << outcome.text;
  EXPECT_EQ(outcome.text, "emaros carries red_1");

  // its near side is at the mount, its bottom as high: 0.135 + 0.1, -0.03 + 0.1
  EXPECT_LT(apart(robot_from_load(world), {{0.235, 0, 0.07}, {}}), 1e-6);
  ASSERT_EQ(world.frame().carried.size(), 1u);
  EXPECT_EQ(world.frame().carried[0].robot_name, "emaros");
  EXPECT_EQ(world.frame().carried[0].load_name, "red_1");
  EXPECT_EQ(world.frame().carried[0].type, "red");
  EXPECT_EQ(world.frame().carried[0].mount, "front");
  EXPECT_EQ(world.status("attachment", "emaros"), RuleValue("red_1"));
  ASSERT_EQ(world.count_events("attached"), 1);
  EXPECT_EQ(world.events().back().robot, "emaros");
  EXPECT_EQ(world.events().back().text, "emaros carries red_1");
}

TEST(Attachment, LoadDoesNotDriftOverALongCurvedDrive) {
  RuleWorld world(one_box);
  ASSERT_TRUE(world.order("attach,red").is_done);
  const Pose held = robot_from_load(world);
  double farthest = 0;
  const SimTime begin = world.simulation().time();
  double yaw = 0, last = world.pose_of("emaros").rotation.yaw();
  while (world.simulation().time() < begin + 60s) {
    const double t = seconds(world.simulation().time() - begin);
    world.step(
        {.commands = {{"emaros", {.linear = 0.3, .angular = std::sin(t) > -0.5 ? 0.6 : -0.4}}}});
    farthest = std::max(farthest, apart(robot_from_load(world), held));
    const double now = world.pose_of("emaros").rotation.yaw();
    yaw += std::abs(std::remainder(now - last, 2 * std::numbers::pi));
    last = now;
  }
  EXPECT_LT(farthest, 1e-6);
  // it turns at 0.4 rad/s at least, if it does what it is told with 1 kg before it
  EXPECT_GT(yaw, 0.4 * 60);
  // and stands as level as without
  EXPECT_GT((world.pose_of("emaros").rotation * Vec3{0, 0, 1}).z, std::cos(0.01));
}

TEST(Attachment, RobotWithALoadDrivesAsItIsTold) {
  RuleWorld world(one_box);
  world.drive("emaros", 0, 0, 500ms);
  ASSERT_TRUE(world.order("attach,red").is_done);
  world.drive("emaros", 0.3, 0, 1s);
  const Pose begin = world.pose_of("emaros");
  world.drive("emaros", 0.3, 0.5, 2s);
  const Pose end = world.pose_of("emaros");
  // an arc of 1 rad with radius 0.6, less what it takes to begin to turn
  EXPECT_NEAR(end.rotation.yaw() - begin.rotation.yaw(), 1, 0.1);
  EXPECT_NEAR(length(end.translation - begin.translation), 2 * 0.6 * std::sin(0.5), 0.04);
}

TEST(Attachment, LoadMeetsWallsBeforeTheRobotDoes) {
  const std::string room = "world: {generate: arena, size_x_m: 3, size_y_m: 3}\n";
  const auto end_at_wall = [](RuleWorld& world) {
    world.drive("emaros", 0.3, 0, 8s);
    return world.pose_of("emaros").translation.x;
  };
  RuleWorld alone(room + robots());
  RuleWorld loaded(room + one_box);
  ASSERT_TRUE(loaded.order("attach,red").is_done);
  const double without = end_at_wall(alone), with = end_at_wall(loaded);
  // the camera's front is 0.131 m from the origin, the load's 0.335 m
  EXPECT_NEAR(without - with, 0.335 - 0.131, 0.01);
  EXPECT_LT(apart(robot_from_load(loaded), {{0.235, 0, 0.07}, {}}), 1e-6);
}

TEST(Attachment, LoadPushesOtherThings) {
  RuleWorld world(robots() + boxes({{"red", 0.4, 0}, {"blue", 1, 0}}));
  ASSERT_TRUE(world.order("attach,red").is_done);
  world.drive("emaros", 0.3, 0, 4s);
  const double front = world.pose_of("emaros").translation.x + 0.335;
  EXPECT_NEAR(world.pose_of("blue_1").translation.x, front + 0.1, 0.02);
}

TEST(Attachment, DetachedLoadStaysWhereItWasAndIsPushed) {
  RuleWorld world(one_box);
  ASSERT_TRUE(world.order("attach,red").is_done);
  world.drive("emaros", 0.3, 0.2, 2s);
  world.run(1s);
  const Pose before = world.pose_of("red_1");
  const OrderOutcome outcome = world.order("detach");
  EXPECT_TRUE(outcome.is_done) << outcome.text;
  EXPECT_EQ(outcome.text, "emaros put red_1 down");
  // a step of free fall at most
  EXPECT_LT(apart(world.pose_of("red_1"), before), 1e-3);
  world.run(1s);
  // it came down by the 5 mm that it was held above the floor, and no farther to any side
  EXPECT_NEAR(world.pose_of("red_1").translation.z, 0.1, 1e-3);
  EXPECT_NEAR(world.pose_of("red_1").translation.x, before.translation.x, 2e-3);
  EXPECT_NEAR(world.pose_of("red_1").translation.y, before.translation.y, 2e-3);
  EXPECT_EQ(carrier_of(world), std::nullopt);
  EXPECT_TRUE(world.frame().carried.empty());
  EXPECT_EQ(world.status("attachment", "emaros"), RuleValue("nothing"));
  EXPECT_EQ(world.count_events("detached"), 1);

  const double at = length(world.pose_of("red_1").translation - before.translation);
  world.drive("emaros", 0.3, 0, 1s);
  EXPECT_GT(length(world.pose_of("red_1").translation - before.translation), at + 0.1);
  EXPECT_TRUE(world.order("attach,red").is_done) << "and can be taken again";
}

TEST(Attachment, FailureSaysWhy) {
  RuleWorld world("robots:\n" + robot("a", 0) + robot("b", 0, 0.6) +
                  boxes({{"red", 0.4, 0}, {"blue", 3.035, 0}}) + R"(
  safe: {area: {x: 0.4, y: -0.5, size_x_m: 0.3, size_y_m: 0.3}, keep_clear_m: 0,
    object: {shape: box, size_m: [0.25, 0.25, 0.25], mass_kg: 11}}
)");
  EXPECT_THAT(refusal(world, "attach,red"),
              HasSubstr("must say which robot, as in 'attach,red,robot=NAME'"));
  EXPECT_THAT(refusal(world, "attach", "a"), HasSubstr("followed by a type"));
  EXPECT_THAT(refusal(world, "attach,", "a"), HasSubstr("followed by a type"));
  EXPECT_THAT(refusal(world, "attach,red,blue", "a"), HasSubstr("at most 1 word"));
  EXPECT_THAT(refusal(world, "attach,green", "a"),
              HasSubstr("nothing of type 'green' in the world; there are: blue, red"));
  // from x = 0.135 to 2.935
  EXPECT_THAT(refusal(world, "attach,blue", "a"),
              HasSubstr("nothing of type 'blue' is within 0.5 m of a; the nearest, blue_1, is "
                        "2.8 m away"));
  EXPECT_THAT(refusal(world, "attach,safe", "a"), HasSubstr("safe_1 weighs 11 kg, more than"));
  EXPECT_THAT(refusal(world, "attach,b", "a"), HasSubstr("b is a robot"));
  EXPECT_THAT(refusal(world, "detach", "a"), HasSubstr("a carries nothing"));
  EXPECT_THAT(refusal(world, "detach,red", "a"), HasSubstr("at most 0 words"));
  EXPECT_THAT(refusal(world, "tool,on", "a"), HasSubstr("a carries no tool"));
  EXPECT_THAT(refusal(world, "tool,maybe", "a"), HasSubstr("'on' or 'off'"));
  EXPECT_THAT(refusal(world, "tool", "a"), HasSubstr("'on' or 'off'"));
  EXPECT_TRUE(world.frame().carried.empty());

  ASSERT_TRUE(world.order("attach,red", "a").is_done);
  EXPECT_THAT(refusal(world, "attach,red", "a"), HasSubstr("a already carries red_1"));
  EXPECT_THAT(refusal(world, "attach,red", "b"), HasSubstr("a carries red_1"));
  EXPECT_THAT(refusal(world, "tool,on", "a"), HasSubstr("red_1, which is no tool"));
  EXPECT_THAT(refusal(world, "detach", "b"), HasSubstr("b carries nothing"));
  EXPECT_EQ(world.frame().carried.size(), 1u);
  EXPECT_EQ(world.count_events("attached"), 1);
}

TEST(Attachment, NeedsRoomAtTheMount) {
  // the red box stands beside, where it is to come is a wall of the blue one
  RuleWorld world(robots() + boxes({{"blue", 0.33, 0}, {"red", 0.2, 0.4}}));
  const Pose before = world.pose_of("red_1");
  EXPECT_THAT(refusal(world, "attach,red"),
              HasSubstr("no room for red_1 at emaros: blue_1 is in the way"));
  EXPECT_LT(apart(world.pose_of("red_1"), before), 1e-3);
  EXPECT_TRUE(world.order("attach,blue").is_done);
}

TEST(Attachment, ToolsAreSwitched) {
  RuleWorld world(robots() + boxes({{"plow", 0.4, 0}}) +
                  "rules: {attachment: {type: attachment, tools: [plow]}}\n");
  ASSERT_TRUE(world.order("attach,plow").is_done);
  EXPECT_FALSE(world.frame().carried[0].is_active);
  EXPECT_EQ(world.status("attachment", "emaros tool"), RuleValue(false));
  EXPECT_EQ(world.order("tool, on").text, "plow_1 is on");
  EXPECT_TRUE(world.frame().carried[0].is_active);
  EXPECT_EQ(world.status("attachment", "emaros tool"), RuleValue(true));
  EXPECT_TRUE(world.order("tool,on").is_done) << "it is on already";
  EXPECT_EQ(world.count_events("tool_on"), 1);
  EXPECT_TRUE(world.order("tool,off").is_done);
  EXPECT_EQ(world.count_events("tool_off"), 1);
  EXPECT_TRUE(world.order("tool,on").is_done);
  EXPECT_TRUE(world.order("detach").is_done);
  EXPECT_EQ(world.count_events("tool_off"), 2) << "what is put down does not work";
}

TEST(Attachment, TypesAndMountsAreTheScenarios) {
  const std::string mounts =
      ", mounts: {rear: {link: base_link, pose: {x: -0.135, z: -0.03, yaw_deg: 180}}}";
  RuleWorld world(robots(mounts) + boxes({{"red", 0.4, 0}, {"plow", -0.4, 0}}) + R"(
rules: {hands: {type: attachment, types: [plow], radius_m: 0.3, mounts: {plow: rear}}}
)");
  EXPECT_THAT(refusal(world, "attach,red"), HasSubstr("not attached here; these are: plow"));
  ASSERT_TRUE(world.order("attach,plow").is_done);
  EXPECT_EQ(world.frame().carried[0].mount, "rear");
  EXPECT_NEAR(robot_from_load(world, "plow_1").translation.x, -0.235, 1e-6);
  EXPECT_EQ(world.status("hands", "emaros"), RuleValue("plow_1"));
}

// A box of 0.2 m that is held by its middle, turned by a quarter.
Spawn harrow(double x, double y) {
  const Newcomer newcomer = read_newcomer({.name = "harrow",
                                           .text = R"(<sdf version="1.9">
<model name="harrow"><link name="body"><inertial><mass>1</mass><inertia><ixx>0.007</ixx>
  <iyy>0.007</iyy><izz>0.007</izz></inertia></inertial>
  <collision name="c"><geometry><box><size>0.2 0.2 0.2</size></box></geometry></collision></link>
  <frame name="hitch"><pose>0 0 -0.1 0 0 1.5707963267948966</pose></frame></model></sdf>)",
                                           .world_from_model = {{x, y, 0.1}, {}}});
  EXPECT_TRUE(newcomer.what) << newcomer.reason;
  return {.what = *newcomer.what};
}

TEST(Attachment, HitchLiesOnTheMountAndIsPutDownClearOfTheRobot) {
  RuleWorld world(robots());
  ASSERT_EQ(world.edit(harrow(0.4, 0)).result, EditResult::done);
  ASSERT_TRUE(world.order("attach,harrow").is_done);
  // the frame is 0.1 m under the middle, so that is 0.1 m above the mount
  const Pose held{{0.135, 0, 0.07}, Quat::from_axis_angle({0, 0, 1}, -std::numbers::pi / 2)};
  EXPECT_LT(apart(robot_from_load(world, "harrow"), held), 1e-6);
  world.drive("emaros", 0.3, 0.3, 2s);
  EXPECT_LT(apart(robot_from_load(world, "harrow"), held), 1e-6);
  world.run(1s);

  // half of it is inside of the robot, whose camera ends at 0.131 m
  const Pose before = world.pose_of("emaros");
  ASSERT_TRUE(world.order("detach").is_done);
  EXPECT_NEAR(robot_from_load(world, "harrow").translation.x, 0.231, 0.015);
  world.run(1s);
  EXPECT_LT(apart(world.pose_of("emaros"), before), 2e-3) << "nothing pushed it away";
  EXPECT_NEAR(world.pose_of("harrow").translation.z, 0.1, 1e-3);
}

TEST(Attachment, WithoutRoomNothingIsPutDown) {
  RuleWorld world(robots() + boxes({{"red", 0.45, 0.6}}));
  ASSERT_EQ(world.edit(harrow(0.4, 0)).result, EditResult::done);
  ASSERT_TRUE(world.order("attach,harrow").is_done);
  ASSERT_EQ(
      world.edit(SetEntityState{.name = "red_1", .world_from_entity = Pose{{0.345, 0, 0.1}, {}}})
          .result,
      EditResult::done);
  EXPECT_THAT(refusal(world, "detach"),
              HasSubstr("no room to put harrow down: red_1 is in the way"));
  EXPECT_EQ(world.frame().carried.size(), 1u);
}

TEST(Attachment, CanKeepTheLoadWhereItStands) {
  RuleWorld world(robots() + boxes({{"red", 0.4, 0.1}}) +
                  "rules: {hands: {type: attachment, snap: false}}\n");
  world.run(500ms);
  const Pose before = robot_from_load(world);
  ASSERT_TRUE(world.order("attach,red").is_done);
  world.drive("emaros", 0.2, 0.4, 5s);
  EXPECT_LT(apart(robot_from_load(world), before), 1e-3);
}

TEST(Attachment, TwinsCarryToo) {
  for (const std::string body : {"", ", twin: {body: dynamic}"}) {
    RuleWorld world(robots(", mode: twin" + body) + boxes({{"red", 0.4, 0}}));
    follow(world, 500ms, [](double) { return Pose2{}; });
    ASSERT_TRUE(world.order("attach,red").is_done);
    const Pose held = robot_from_load(world);
    EXPECT_NEAR(held.translation.x, 0.235, 1e-6);
    follow(world, 4s, [](double t) { return Pose2{{0.5 * std::sin(0.5 * t), 0}, 0.3 * t}; });
    EXPECT_GT(world.pose_of("emaros").translation.x, 0.3) << body;
    EXPECT_LT(apart(robot_from_load(world), held), 1e-6) << body;
    ASSERT_TRUE(world.frame().robots[0].twin);
    EXPECT_TRUE(world.frame().robots[0].twin->touching.empty()) << "its own load is no obstacle";

    const Pose before = world.pose_of("red_1");
    EXPECT_TRUE(world.order("detach").is_done);
    EXPECT_LT(apart(world.pose_of("red_1"), before), 5e-3);
  }
}

// Nothing stops a twin, so nothing stops its load: it is told where the load is in something.
TEST(Attachment, WhatTheLoadOfATwinTouchesIsToldAsTouchedByTheTwin) {
  for (const std::string body : {"", ", twin: {body: dynamic}"}) {
    RuleWorld world("world: {generate: arena, size_x_m: 3, size_y_m: 3}\n" +
                    robots(", mode: twin" + body) + boxes({{"red", 0.4, 0}}));
    follow(world, 200ms, [](double) { return Pose2{}; });
    ASSERT_TRUE(world.order("attach,red").is_done);
    follow(world, 1s, [](double t) { return Pose2{{0.3 * t, 0}, 0}; });
    EXPECT_TRUE(world.frame().robots[0].twin->touching.empty()) << body;

    // the wall is at 1.5 m, and the load reaches 0.335 m before the twin
    follow(world, 4s, [](double t) { return Pose2{{std::min(1.2, 0.3 + 0.3 * t), 0}, 0}; });
    const auto& touching = world.frame().robots[0].twin->touching;
    ASSERT_EQ(touching.size(), 1u) << body;
    const Entity* wall = nullptr;
    for (const Entity& entity : world.simulation().world().entities())
      if (std::ranges::count(entity.bodies, touching[0]) > 0) wall = &entity;
    ASSERT_TRUE(wall) << body;
    EXPECT_TRUE(wall->model->is_static) << wall->name;
    const double reach = world.pose_of("red_1").translation.x + 0.1;
    if (body.empty())
      EXPECT_NEAR(reach, 1.2 + 0.335, 0.02) << "in the wall, as the twin goes where its robot is";
    else
      EXPECT_LT(reach, 1.52) << "a dynamic twin is stopped";
  }
}

TEST(Attachment, RobotThatChangesItsModeCarriesOn) {
  RuleWorld world(one_box);
  ASSERT_TRUE(world.order("attach,red").is_done);
  world.drive("emaros", 0.2, 0.2, 1s);
  const Pose held = robot_from_load(world);
  for (const RobotMode mode : {RobotMode::twin, RobotMode::simulated}) {
    ASSERT_EQ(world.edit(SetRobotMode{"emaros", mode}).result, EditResult::done);
    EXPECT_LT(apart(robot_from_load(world), held), 1e-6);
    EXPECT_EQ(carrier_of(world), body_of(world, "emaros"));
    ASSERT_EQ(world.frame().carried.size(), 1u);
    EXPECT_EQ(world.frame().carried[0].robot, world.frame().robots[0].entity);
  }
  world.drive("emaros", 0.3, 0, 1s);
  EXPECT_LT(apart(robot_from_load(world), held), 1e-6);
  EXPECT_EQ(world.count_events("detached"), 0);
  EXPECT_TRUE(world.order("detach").is_done);
}

TEST(Attachment, NothingDanglesWhenRobotOrLoadGoes) {
  RuleWorld world(one_box);
  ASSERT_TRUE(world.order("attach,red").is_done);
  ASSERT_EQ(world.edit(RemoveEntity{"red_1"}).result, EditResult::done);
  EXPECT_TRUE(world.frame().carried.empty());
  ASSERT_EQ(world.frame().events.size(), 1u);
  EXPECT_EQ(world.frame().events[0].name, "detached");
  EXPECT_EQ(world.frame().events[0].text, "emaros no longer carries red_1");
  EXPECT_EQ(world.status("attachment", "emaros"), RuleValue("nothing"));
  EXPECT_THAT(refusal(world, "detach"), HasSubstr("carries nothing"));

  RuleWorld other(one_box);
  ASSERT_TRUE(other.order("attach,red").is_done);
  ASSERT_EQ(other.edit(RemoveEntity{"emaros"}).result, EditResult::done);
  EXPECT_TRUE(other.frame().carried.empty());
  EXPECT_EQ(carrier_of(other), std::nullopt);
  other.run(1s);
  EXPECT_NEAR(other.pose_of("red_1").translation.z, 0.1, 1e-3) << "it fell to the floor";

  // also while time stands still, when no rule acts
  RuleWorld still(one_box);
  ASSERT_TRUE(still.order("attach,red").is_done);
  const Frame frame = still.simulation().edit({.edits = {{.edit = RemoveEntity{"emaros"}}}});
  EXPECT_TRUE(frame.carried.empty());
}

TEST(Attachment, LoadThatIsPutElsewhereIsTakenFromTheRobot) {
  RuleWorld world(one_box);
  ASSERT_TRUE(world.order("attach,red").is_done);
  const EditOutcome push =
      world.edit(SetEntityState{.name = "red_1", .velocity = Twist{{1, 0, 0}, {}}});
  EXPECT_EQ(push.result, EditResult::refused);
  EXPECT_THAT(push.reason, HasSubstr("'emaros' carries 'red_1'"));
  EXPECT_EQ(world.frame().carried.size(), 1u);

  ASSERT_EQ(world.edit(SetEntityState{.name = "red_1", .world_from_entity = Pose{{1, 1, 0.1}, {}}})
                .result,
            EditResult::done);
  EXPECT_TRUE(world.frame().carried.empty());
  EXPECT_EQ(world.frame().events.at(0).name, "detached");
  world.drive("emaros", 0.3, 0, 1s);
  EXPECT_LT(length(world.pose_of("red_1").translation - Vec3{1, 1, 0.1}), 1e-3);
}

TEST(Attachment, RobotThatIsPutElsewhereTakesItsLoadAlong) {
  RuleWorld world(one_box);
  ASSERT_TRUE(world.order("attach,red").is_done);
  const Pose held = robot_from_load(world);
  Pose there = world.pose_of("emaros");
  there.translation += Vec3{1, 1, 0};
  world.edit(SetEntityState{.name = "emaros", .world_from_entity = there});
  EXPECT_LT(apart(robot_from_load(world), held), 1e-6);
  EXPECT_EQ(world.frame().carried.size(), 1u);
}

TEST(Attachment, ResetWhileCarryingBeginsAnewAndRepeats) {
  RuleWorld world(one_box);
  const auto go = [&] {
    world.order("attach,red");
    world.drive("emaros", 0.3, 0.3, 2s);
    return world.frame().state_hash;
  };
  world.edit(Reset{});
  const std::uint64_t first = go();
  world.edit(Reset{});
  EXPECT_TRUE(world.frame().carried.empty());
  EXPECT_EQ(carrier_of(world), std::nullopt);
  EXPECT_NEAR(world.pose_of("red_1").translation.x, 0.4, 0.02);
  EXPECT_EQ(world.status("attachment", "emaros"), RuleValue("nothing"));
  EXPECT_EQ(go(), first);
}

TEST(Attachment, LoadIsSeenByTheLidarOfAnotherRobot) {
  const std::string yaml = "robots:\n" + robot("a", 0) +
                           robot("b", 1.5, 0, ", sensors: {lidar: {noise_m: 0}}") +
                           boxes({{"red", 0, 0.5}});
  Findings findings;
  SimulationOptions options{.threads = 1, .interest = std::make_shared<SensorInterest>()};
  const auto claim = options.interest->want("b", "lidar");
  Simulation simulation(load_checked_scenario_text(yaml, "test.yaml", {}, findings), options);
  // what b's lidar sees straight behind it
  const auto behind = [&] {
    std::optional<double> range;
    for (int i = 0; i < 30; ++i) {
      const Frame frame = simulation.step({});
      for (const auto& reading : frame.readings)
        if (const auto* scan = std::get_if<ScanReading>(&reading->measurement))
          range = scan->ranges_m.at(0);
    }
    return range.value_or(-1);
  };
  // the beam at -180°, 0.185 m up, passes over the shell of a and meets its lidar, 0.035 m wide
  EXPECT_NEAR(behind(), 1.5 - 0.035, 0.01);
  const Frame frame = simulation.step({.orders = {{.robot = "a", .words = "attach,red"}}});
  ASSERT_TRUE(frame.order_outcomes[0].is_done) << frame.order_outcomes[0].text;
  EXPECT_NEAR(behind(), 1.5 - 0.335, 0.01);
}

TEST(Attachment, SettingsAreChecked) {
  const auto rule = [](const std::string& settings) {
    return findings_of(robots() + "rules: {hands: {type: attachment, " + settings + "}}\n");
  };
  EXPECT_THAT(rule("radius_m: 0"), HasSubstr("'radius_m' must"));
  EXPECT_THAT(rule("max_mass_kg: -1"), HasSubstr("'max_mass_kg' must"));
  EXPECT_THAT(rule("radius: 1"), HasSubstr("'radius_m'"));
  EXPECT_THAT(rule("mounts: [1]"), HasSubstr("'mounts' expects a map"));
  EXPECT_THAT(rule("mounts: {plow: frnt}"), HasSubstr("did you mean 'front'?"));
  EXPECT_THAT(rule("types: [plow], tools: [seeder]"), HasSubstr("'seeder' is none of 'types'"));
  EXPECT_EQ(rule("types: [plow, seeder], tools: [plow]"), "");
}

}  // namespace
}  // namespace tandem
