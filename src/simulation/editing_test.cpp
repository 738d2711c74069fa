// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <numbers>

#include "simulation/simulation.h"
#include "simulation/test_scenarios.h"

namespace tandem {
namespace {

const double nan = std::numeric_limits<double>::quiet_NaN();

EditRequest spawn_box(const std::string& name, const Vec3& place, Twist velocity = {}) {
  return {.edit = Spawn{.what =
                            ModelInstance{
                                name, one_link_model("box", Box{{0.2, 0.2, 0.2}}, 1), {place, {}}},
                        .velocity = velocity},
          .ticket = next_ticket()};
}

Pose pose_of(const Frame& frame, const std::string& name) {
  const Entity* entity = frame.entities->find(name);
  return frame.world_from_body[static_cast<std::size_t>(entity->bodies.front())];
}

Twist velocity_of(const Frame& frame, const std::string& name) {
  const Entity* entity = frame.entities->find(name);
  return frame.body_velocity[static_cast<std::size_t>(entity->bodies.front())];
}

Frame after(Simulation& simulation, Duration duration) {
  const SimTime end = simulation.time() + duration;
  Frame frame = simulation.step({});
  while (frame.time < end) frame = simulation.step({});
  return frame;
}

Frame edited(Simulation& simulation, std::vector<EditRequest> edits) {
  return simulation.edit({.edits = std::move(edits), .commands = {}, .paint = {}});
}

TEST(Editing, ASpawnedThingIsInTheFrameOfItsStepAndFalls) {
  Simulation simulation(bare_floor());
  const EditRequest request = spawn_box("box", {0, 0, 5}, {{1, 0, 0}, {}});
  Frame frame = simulation.step({.edits = {request}});

  ASSERT_EQ(frame.outcomes.size(), 1u);
  EXPECT_EQ(frame.outcomes[0].ticket, request.ticket);
  EXPECT_EQ(frame.outcomes[0].result, EditResult::done);
  EXPECT_EQ(frame.outcomes[0].entity, "box");
  const Entity* box = frame.entities->find("box");
  ASSERT_NE(box, nullptr);
  EXPECT_TRUE(box->is_spawned);
  EXPECT_EQ(box->info.category, EntityCategory::dynamic_object);
  EXPECT_EQ(frame.moved, box->bodies);

  // half a second at 1 m/s and of falling, less the drag of 2 % a second
  frame = after(simulation, 490ms);
  EXPECT_NEAR(pose_of(frame, "box").translation.x, 0.5, 0.01);
  EXPECT_NEAR(pose_of(frame, "box").translation.z, 5 - 9.81 / 8, 0.04);
  EXPECT_NEAR(velocity_of(frame, "box").linear.z, -9.81 / 2, 0.06);
}

TEST(Editing, ATakenNameIsRefusedOrMadeUnique) {
  Simulation simulation(bare_floor());
  EditRequest renamed = spawn_box("box", {2, 0, 1});
  std::get<Spawn>(renamed.edit).may_rename = true;
  const Frame frame = simulation.step(
      {.edits = {spawn_box("box", {0, 0, 1}), spawn_box("box", {1, 0, 1}), renamed, renamed}});

  EXPECT_EQ(frame.outcomes[1].result, EditResult::name_taken);
  EXPECT_EQ(frame.outcomes[1].reason, "there already is a 'box' in the world");
  EXPECT_EQ(frame.outcomes[2].entity, "box_2");
  EXPECT_EQ(frame.outcomes[3].entity, "box_3");
  EXPECT_EQ(frame.entities->size(), 4u);
}

TEST(Editing, WhatLeanedOnARemovedThingFalls) {
  auto scenario = bare_floor();
  const auto box = one_link_model("box", Box{{0.2, 0.2, 0.2}}, 1);
  scenario->world.models.push_back({"lower", box, {{0, 0, 0.1}, {}}});
  scenario->world.models.push_back({"upper", box, {{0, 0, 0.3}, {}}});
  Simulation simulation(scenario);
  Frame frame = after(simulation, 3s);
  ASSERT_TRUE(simulation.world().physics().is_frozen(simulation.world().find("upper")->bodies[0]));

  frame = simulation.step({.edits = {{RemoveEntity{"lower"}}}});
  EXPECT_EQ(frame.outcomes[0].result, EditResult::done);
  EXPECT_EQ(frame.entities->find("lower"), nullptr);
  frame = after(simulation, 1s);
  EXPECT_NEAR(pose_of(frame, "upper").translation.z, 0.1, 0.005);
}

TEST(Editing, IdsOfTheRemovedAreNotUsedAgain) {
  Simulation simulation(bare_floor());
  Frame frame = simulation.step({.edits = {spawn_box("box", {0, 0, 1})}});
  const Entity first = *frame.entities->find("box");
  const auto before = frame.entities;
  frame = simulation.step({.edits = {{RemoveEntity{"box"}}, spawn_box("box", {0, 0, 1})}});
  const Entity second = *frame.entities->find("box");
  EXPECT_NE(first.id, second.id);
  EXPECT_NE(first.bodies, second.bodies);
  EXPECT_EQ(before->find("box")->id, first.id);  // a frame keeps what it saw
  EXPECT_EQ(simulation.step({}).entities, simulation.step({}).entities);
}

TEST(Editing, AnEntityCanBePutSomewhereWhileTimeStandsStill) {
  Simulation simulation(falling_balls());
  const Frame before = after(simulation, 200ms);
  const Pose there{{3, 4, 5}, Quat::from_rpy(0, 0, 1)};
  const Frame frame = edited(simulation, {{SetEntityState{"ball1", there, {}}}});

  EXPECT_EQ(frame.time, before.time);
  EXPECT_EQ(frame.step_count, before.step_count);
  EXPECT_EQ(frame.advanced, 0ms);
  EXPECT_EQ(frame.moved, frame.entities->find("ball1")->bodies);
  EXPECT_NEAR(length(pose_of(frame, "ball1").translation - there.translation), 0, 1e-12);
  EXPECT_NEAR(pose_of(frame, "ball1").rotation.yaw(), 1, 1e-12);
  EXPECT_EQ(velocity_of(frame, "ball1").linear, Vec3{});
  EXPECT_LT(velocity_of(frame, "ball2").linear.z, -1);  // the others keep theirs
  EXPECT_NE(frame.state_hash, before.state_hash);
}

TEST(Editing, AnEditWhileTimeStandsStillGivesTheSameRunAsOneInTheNextStep) {
  const std::vector<EditRequest> edits{
      spawn_box("box", {0, 0, 0.5}, {{0, 0, -3}, {1, 2, 3}}),
      {SetEntityState{"ball0", Pose{{0.1, 0, 2}, {}}, Twist{{1, 0, 0}, {}}}},
      {RemoveEntity{"ball2"}}};
  Simulation paused(falling_balls()), running(falling_balls());
  after(paused, 300ms);
  after(running, 300ms);
  edited(paused, edits);
  std::uint64_t expected = paused.step({}).state_hash;
  ASSERT_EQ(running.step({.edits = edits}).state_hash, expected);
  for (int i = 0; i < 200; ++i) {
    expected = paused.step({}).state_hash;
    ASSERT_EQ(running.step({}).state_hash, expected) << i;
  }
}

TEST(Editing, TheHashCoversWhatWasSpawnedSetAndTold) {
  Simulation one(falling_balls()), other(falling_balls());
  EXPECT_EQ(one.state_hash(), other.state_hash());
  EXPECT_NE(edited(one, {spawn_box("a", {9, 0, 1})}).state_hash,
            edited(other, {spawn_box("b", {9, 0, 1})}).state_hash);

  Simulation told(falling_balls());
  const std::uint64_t before = told.state_hash();
  const Frame frame =
      edited(told, {{SetEntityInfo{"ball0", {EntityCategory::human, "Ada", {"x"}}}}});
  EXPECT_NE(frame.state_hash, before);
  EXPECT_EQ(frame.entities->find("ball0")->info.description, "Ada");
}

TEST(Editing, VelocitiesInTheFrameAreThoseOfPhysicsAlsoOfWhatCameToRest) {
  Simulation simulation(falling_balls());
  for (int i = 0; i < 1000; ++i) {
    const Frame frame = simulation.step({});
    for (const Entity& entity : *frame.entities) {
      const BodyId body = entity.bodies.front();
      const Twist& told = frame.body_velocity[static_cast<std::size_t>(body)];
      ASSERT_EQ(told.linear, simulation.world().physics().velocity(body).linear) << i;
      ASSERT_EQ(told.angular, simulation.world().physics().velocity(body).angular) << i;
    }
  }
}

TEST(Editing, ResetOfAllBringsBackTheRemovedAndRepeatsTheEpisode) {
  Simulation simulation(falling_balls());
  std::vector<std::uint64_t> first;
  for (int i = 0; i < 100; ++i) first.push_back(simulation.step({}).state_hash);
  simulation.step({.edits = {spawn_box("box", {0, 0, 3}), {RemoveEntity{"ball1"}}}});
  simulation.step({.edits = {{SetEntityInfo{"ball0", {EntityCategory::human, "", {}}}}}});

  Frame frame = simulation.step({.edits = {{Reset{}}}});
  EXPECT_EQ(frame.entities->size(), 4u);
  EXPECT_EQ(frame.episode_count, 1u);
  for (std::size_t i = 0; i < first.size(); ++i) {
    ASSERT_EQ(frame.state_hash, first[i]) << i;
    frame = simulation.step({});
  }
}

TEST(Editing, ResetOfTheStateKeepsWhoIsThereAndTakesThemBackToTheirBeginning) {
  Simulation simulation(falling_balls());
  after(simulation, 500ms);
  simulation.step({.edits = {spawn_box("box", {5, 0, 3}, {{0, 2, 0}, {}}),
                             {RemoveEntity{"ball1"}},
                             {SetEntityInfo{"ball0", {EntityCategory::human, "", {}}}}}});
  after(simulation, 500ms);

  const Frame frame = edited(simulation, {{Reset{ResetScope::state}}});
  EXPECT_EQ(frame.time_in_episode, 0ms);
  EXPECT_EQ(frame.entities->find("ball1"), nullptr);
  EXPECT_EQ(pose_of(frame, "ball2").translation, (Vec3{0.3, 0.02, 3}));
  EXPECT_EQ(pose_of(frame, "box").translation, (Vec3{5, 0, 3}));
  EXPECT_EQ(velocity_of(frame, "box").linear, (Vec3{0, 2, 0}));
  EXPECT_EQ(frame.entities->find("ball0")->info.category, EntityCategory::human);
}

TEST(Editing, ResetOfTheSpawnedLetsAllElseGoOn) {
  Simulation simulation(falling_balls()), undisturbed(falling_balls());
  simulation.step({.edits = {spawn_box("one", {5, 0, 3}), spawn_box("two", {6, 0, 3})}});
  undisturbed.step({});
  after(simulation, 300ms);
  after(undisturbed, 300ms);

  Frame frame = simulation.step({.edits = {{Reset{ResetScope::spawned}}}});
  const Frame expected = undisturbed.step({});
  EXPECT_EQ(frame.entities->size(), 4u);
  EXPECT_EQ(frame.time_in_episode, expected.time_in_episode);
  EXPECT_EQ(pose_of(frame, "ball2").translation, pose_of(expected, "ball2").translation);
  EXPECT_EQ(frame.state_hash, expected.state_hash);
}

TEST(Editing, WhatCannotBeDoneIsRefusedWithASentenceAndChangesNothing) {
  auto scenario = falling_balls();
  auto pendulum = std::make_shared<Model>(*one_link_model("bob", Sphere{0.1}, 1));
  pendulum->joints = {{.name = "pivot",
                       .type = ModelJointType::continuous,
                       .parent = "world",
                       .child = "bob",
                       .model_from_joint = {{0, 0, 1}, {}},
                       .axis = {0, 1, 0}}};
  scenario->world.models.push_back({"pendulum", pendulum, {{3, 0, 2}, {}}});
  Simulation simulation(scenario);
  const std::uint64_t before = simulation.state_hash();

  EditRequest modelless = spawn_box("thing", {});
  std::get<ModelInstance>(std::get<Spawn>(modelless.edit).what).model = nullptr;
  const Frame frame = edited(simulation, {{RemoveEntity{"nobody"}},
                                          {SetEntityState{"nobody", Pose{}, {}}},
                                          {SetEntityInfo{"nobody", {}}},
                                          {SetEntityState{"ball0", Pose{{nan, 0, 0}, {}}, {}}},
                                          {SetEntityState{"ball0", Pose{{0, 2e6, 0}, {}}, {}}},
                                          {SetEntityState{"ball0", Pose{{}, {0, 0, 0, 0}}, {}}},
                                          {SetEntityState{"ball0", {}, Twist{{}, {0, nan, 0}}}},
                                          {SetEntityState{"floor", {}, Twist{{1, 0, 0}, {}}}},
                                          {SetEntityState{"pendulum", Pose{}, {}}},
                                          spawn_box("thing", {0, 0, nan}),
                                          spawn_box("thing", {}, {{nan, 0, 0}, {}}),
                                          spawn_box("", {}),
                                          modelless});
  constexpr const char* no_pose =
      "the pose must be numbers of at most 1000 km with a quaternion of length 1";
  const char* const reasons[] = {"there is no 'nobody' in the world",
                                 "there is no 'nobody' in the world",
                                 "there is no 'nobody' in the world",
                                 no_pose,
                                 no_pose,
                                 no_pose,
                                 "the velocity must be finite numbers",
                                 "'floor' does not move by itself, so it has no velocity",
                                 "a joint holds 'pendulum' to the world; remove it and spawn it "
                                 "elsewhere",
                                 no_pose,
                                 "the velocity must be finite numbers",
                                 "a name is needed",
                                 "there is no model to spawn"};
  ASSERT_EQ(frame.outcomes.size(), std::size(reasons));
  for (std::size_t i = 0; i < std::size(reasons); ++i) {
    EXPECT_EQ(frame.outcomes[i].reason, reasons[i]);
    EXPECT_EQ(frame.outcomes[i].result, i < 3 ? EditResult::not_found : EditResult::refused) << i;
  }
  EXPECT_EQ(frame.state_hash, before);
}

TEST(Editing, AWallCanBeMoved) {
  auto scenario = falling_balls();
  const auto wall = one_link_model("wall", Box{{2, 2, 0.1}}, 0, true);
  scenario->world.models.push_back({"shelf", wall, {{9, 9, 0.5}, {}}});
  Simulation simulation(scenario);
  edited(simulation, {{SetEntityState{"shelf", Pose{{0, 0, 0.5}, {}}, Twist{}}}});
  // the balls land on it: 0.5 m, half its thickness, and their radius
  EXPECT_NEAR(pose_of(after(simulation, 2s), "ball0").translation.z, 0.65, 0.01);
}

TEST(Editing, AThingWithJointsIsPutElsewhereAsItStands) {
  auto scenario = bare_floor();
  // an arm that swings down from a heavy post
  auto model = std::make_shared<Model>(*one_link_model("post", Box{{0.2, 0.2, 0.2}}, 500));
  Link arm = one_link_model("arm", Box{{0.2, 0.2, 0.2}}, 1)->links.front();
  arm.model_from_link.translation = {0.5, 0, 1};
  model->links.push_back(arm);
  model->joints = {{.name = "hinge",
                    .type = ModelJointType::continuous,
                    .parent = "post",
                    .child = "arm",
                    .model_from_joint = {{0, 0, 1}, {}},
                    .axis = {0, 1, 0}}};
  scenario->world.models.push_back({"thing", model, {{0, 0, 0.1}, {}}});
  Simulation simulation(scenario);
  const Frame before = after(simulation, 300ms);
  const Entity& thing = *before.entities->find("thing");
  const auto relative = [&](const Frame& frame) {
    return inverse(frame.world_from_body[static_cast<std::size_t>(thing.bodies[0])]) *
           frame.world_from_body[static_cast<std::size_t>(thing.bodies[1])];
  };
  const Frame frame = edited(
      simulation,
      {{SetEntityState{"thing", Pose{{4, 5, 6}, Quat::from_rpy(0, 0, std::numbers::pi / 2)}, {}}}});
  EXPECT_NEAR(length(relative(frame).translation - relative(before).translation), 0, 1e-9);
  EXPECT_EQ(frame.moved, thing.bodies);
}

TEST(Editing, ARobotThatIsCarriedAwayStandsThereAndItsOdometryDoesNotNotice) {
  for (const char* name : {"push", "slope"}) {
    Simulation simulation(shipped(name));
    Frame frame = after(simulation, 3s);  // it drives
    const OdometryReading before = frame.robots[0].odometry;
    ASSERT_GT(before.velocity.linear, 0.1) << name;
    const Vec3 place = frame.robots[0].world_from_base.translation;
    const Pose there{{-6, 3, place.z + 0.01}, Quat::from_rpy(0, 0, 2)};

    const VelocityCommand stop{frame.robots[0].name, {}};
    frame = edited(simulation, {{SetEntityState{frame.robots[0].name, there, Twist{}}}});
    EXPECT_EQ(frame.robots[0].odometry.odom_from_base.translation.x,
              before.odom_from_base.translation.x);
    for (int i = 0; i < 100; ++i) frame = simulation.step({.edits = {}, .commands = {stop}});
    const Vec3 moved = frame.robots[0].world_from_base.translation - there.translation;
    EXPECT_LT(std::hypot(moved.x, moved.y), 0.03) << name;
    const Vec2 counted =
        frame.robots[0].odometry.odom_from_base.translation - before.odom_from_base.translation;
    EXPECT_LT(std::hypot(counted.x, counted.y), 0.03) << name;
  }
}

TEST(Editing, RobotsComeAndGo) {
  const auto scenario = shipped("empty");
  Simulation simulation(scenario);
  RobotConfig second = scenario->robots[0];
  second.name = "second";
  second.world_from_robot.translation.x = 3;
  Frame frame = simulation.step({.edits = {{Spawn{second}}}});
  ASSERT_EQ(frame.robots.size(), 2u);
  EXPECT_EQ(frame.robots[1].config->name, "second");
  EXPECT_EQ(frame.entities->find("second")->info.category, EntityCategory::robot);
  for (int i = 0; i < 100; ++i)
    frame = simulation.step({.edits = {}, .commands = {{"second", {.linear = 0.3}}}});
  EXPECT_GT(frame.robots[1].world_from_base.translation.x, 3.1);
  EXPECT_NEAR(frame.robots[0].world_from_base.translation.x, 0, 0.01);

  frame = simulation.step({.edits = {{RemoveEntity{"emaros"}}}});
  ASSERT_EQ(frame.robots.size(), 1u);
  EXPECT_EQ(frame.robots[0].name, "second");
  frame = simulation.step({.edits = {{Reset{}}}});
  ASSERT_EQ(frame.robots.size(), 1u);
  EXPECT_EQ(frame.robots[0].name, "emaros");
}

TEST(Editing, NoTwoRobotsShareANamespace) {
  const auto scenario = shipped("empty");
  Simulation simulation(scenario);
  RobotConfig second = scenario->robots[0], third = second;
  second.name = "second";
  second.ros.ns = "lab";
  second.world_from_robot.translation.x = 3;
  third.name = "lab";  // which is its namespace too
  third.world_from_robot.translation.x = 6;
  const Frame frame = edited(simulation, {{Spawn{second}}, {Spawn{third}}});
  EXPECT_EQ(frame.outcomes[0].result, EditResult::done);
  EXPECT_EQ(frame.outcomes[1].result, EditResult::namespace_taken);
  EXPECT_EQ(frame.outcomes[1].reason, "robot 'second' has the namespace that 'lab' would have");
  EXPECT_EQ(frame.robots.size(), 2u);
}

TEST(Editing, TheTwinOfARealRobotIsNeitherRemovedNorCarriedAway) {
  auto scenario = std::make_shared<Scenario>(*shipped("empty"));
  scenario->robots[0].mode = RobotMode::twin;
  Simulation simulation(scenario);
  simulation.step({.poses = {{"emaros", simulation.time(), {}}}});
  const Frame frame =
      edited(simulation, {{RemoveEntity{"emaros"}}, {SetEntityState{"emaros", Pose{}, {}}}});
  EXPECT_EQ(frame.outcomes[0].reason,
            "'emaros' is the twin of a real robot that is seen; it can go when its tracking is "
            "lost");
  EXPECT_EQ(frame.outcomes[1].reason,
            "'emaros' is the twin of a real robot and goes where that one goes");
}

}  // namespace
}  // namespace tandem
