// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#include "robots/robot.h"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <numbers>

namespace tandem {
namespace {

constexpr double wheel_radius = 0.035;

Link part(const std::string& name, const Vec3& position, const Shape& shape, double mass,
          double friction) {
  Link link;
  link.name = name;
  link.model_from_link.translation = position;
  link.mass = solid(shape, mass);
  link.collisions.push_back(
      {.name = name, .link_from_collision = {}, .shape = shape, .surface = {.friction = friction}});
  return link;
}

// 3 kg on two wheels and two casters that slide.
std::shared_ptr<const Model> small_robot() {
  auto model = std::make_shared<Model>();
  model->name = "small";
  model->links.push_back(part("base", {0, 0, 0.08}, Cylinder{0.12, 0.1}, 2.6, 0.5));
  const Quat sideways = Quat::from_rpy(-std::numbers::pi / 2, 0, 0);
  for (const auto& [side, y] : {std::pair{"left", 0.1}, {"right", -0.1}}) {
    Link wheel = part(side, {0, y, wheel_radius}, Cylinder{wheel_radius, 0.02}, 0.1, 0.8);
    wheel.model_from_link.rotation = sideways;
    model->links.push_back(wheel);
    model->joints.push_back({.name = std::string(side) + "_joint",
                             .type = ModelJointType::continuous,
                             .parent = "base",
                             .child = side,
                             .model_from_joint = wheel.model_from_link,
                             .axis = {0, 0, 1}});
  }
  for (const auto& [name, x] : {std::pair{"front_caster", 0.09}, {"rear_caster", -0.09}}) {
    model->links.push_back(part(name, {x, 0, 0.015}, Sphere{0.015}, 0.1, 0));
    model->joints.push_back({.name = std::string(name) + "_joint",
                             .parent = "base",
                             .child = name,
                             .model_from_joint = model->links.back().model_from_link});
  }
  return model;
}

RobotConfig small_robot_config() {
  RobotConfig config;
  config.name = "r";
  config.model = small_robot();
  config.drive = {.type = DriveType::differential,
                  .left_joints = {"left_joint"},
                  .right_joints = {"right_joint"},
                  .wheel_radius_m = wheel_radius,
                  .track_m = 0.2,
                  .max_speed_mps = 1,
                  .max_acceleration_mps2 = 1,
                  .max_force_n = 20};
  return config;
}

struct Floor {
  World world{{}};
  SimTime time{};
  static constexpr Duration dt = 5ms;

  explicit Floor(double slope = 0, double friction = 0.8) {
    world.physics().add_body({.motion = Motion::fixed,
                              .world_from_body = {{}, Quat::from_rpy(0, -slope, 0)},
                              .colliders = {{.shape = Plane{},
                                             .body_from_shape = {},
                                             .surface = {.friction = friction}}},
                              .mass = {}});
  }

  BodyId add_box(const Vec3& at, double size, double mass, double friction = 0.5) {
    return world.physics().add_body({.motion = mass > 0 ? Motion::dynamic : Motion::fixed,
                                     .world_from_body = {at, {}},
                                     .colliders = {{.shape = Box{{size, size, size}},
                                                    .body_from_shape = {},
                                                    .surface = {.friction = friction}}},
                                     .mass = solid(Box{{size, size, size}}, mass)});
  }

  // Drives with the same command, renewed every step, and returns how the robot stands then.
  RobotState drive(Robot& robot, Twist2 velocity, Duration duration) {
    RobotState state;
    for (const SimTime end = time + duration; time < end; time += dt) {
      const VelocityCommand command{"r", velocity};
      robot.drive({&command, 1}, time, dt, world);
      world.physics().step(dt);
      robot.measure(world, dt);
      state = robot.state(world);
    }
    return state;
  }

  RobotState wait(Robot& robot, Duration duration) {
    RobotState state;
    for (const SimTime end = time + duration; time < end; time += dt) {
      robot.drive({}, time, dt, world);
      world.physics().step(dt);
      robot.measure(world, dt);
      state = robot.state(world);
    }
    return state;
  }
};

TEST(DifferentialDrive, ReachesTheCommandedSpeedNoFasterThanItMayAccelerate) {
  Floor floor;
  Robot robot(std::make_shared<const RobotConfig>(small_robot_config()), floor.world, 1);
  floor.wait(robot, 200ms);

  // 0.5 m/s at 1 m/s² takes half a second
  EXPECT_NEAR(floor.drive(robot, {0.5, 0}, 250ms).velocity.linear.x, 0.25, 0.01);
  EXPECT_NEAR(floor.drive(robot, {0.5, 0}, 350ms).velocity.linear.x, 0.5, 0.002);
  EXPECT_NEAR(floor.drive(robot, {0.5, 0}, 1s).velocity.linear.x, 0.5, 0.002);
}

TEST(DifferentialDrive, DrivesACircleOfTheCommandedRadius) {
  Floor floor;
  Robot robot(std::make_shared<const RobotConfig>(small_robot_config()), floor.world, 1);
  floor.wait(robot, 200ms);
  floor.drive(robot, {0.3, 0.6}, 1s);

  // a full turn ends where it began; half of it is a diameter of 2 * 0.3 / 0.6 away
  const double turn = 2 * std::numbers::pi / 0.6;
  const Vec3 start = floor.drive(robot, {0.3, 0.6}, Floor::dt).world_from_base.translation;
  const auto half = std::chrono::duration_cast<Duration>(std::chrono::duration<double>(turn / 2));
  const Vec3 opposite = floor.drive(robot, {0.3, 0.6}, half).world_from_base.translation;
  EXPECT_NEAR(length(opposite - start), 1.0, 0.01);
  const Vec3 again = floor.drive(robot, {0.3, 0.6}, half).world_from_base.translation;
  EXPECT_NEAR(length(again - start), 0, 0.02);
}

TEST(DifferentialDrive, PushesALightBoxWithoutSlowingDown) {
  Floor floor;
  Robot robot(std::make_shared<const RobotConfig>(small_robot_config()), floor.world, 1);
  const BodyId box = floor.add_box({0.4, 0, 0.1}, 0.2, 0.2);
  floor.wait(robot, 200ms);

  const RobotState state = floor.drive(robot, {0.3, 0}, 3s);
  EXPECT_NEAR(state.velocity.linear.x, 0.3, 0.01);
  // the box is ahead by the robot's radius and half its own size
  EXPECT_NEAR(
      floor.world.physics().world_from(box).translation.x - state.world_from_base.translation.x,
      0.12 + 0.1, 0.01);
}

TEST(DifferentialDrive, IsStoppedByAHeavyBoxAndByAWallWithoutJitter) {
  for (const double mass : {50.0, 0.0}) {
    Floor floor;
    Robot robot(std::make_shared<const RobotConfig>(small_robot_config()), floor.world, 1);
    const BodyId box = floor.add_box({0.5, 0, 0.25}, 0.5, mass);
    floor.wait(robot, 200ms);
    floor.drive(robot, {0.3, 0}, 3s);

    // 20 N do not move 50 kg that hold by 245 N of friction
    double fastest = 0;
    for (int i = 0; i < 400; ++i)
      fastest = std::max(fastest, length(floor.drive(robot, {0.3, 0}, Floor::dt).velocity.linear));
    EXPECT_LT(fastest, 0.005) << mass;
    EXPECT_NEAR(floor.world.physics().world_from(box).translation.x, 0.5, 0.002) << mass;
  }
}

TEST(DifferentialDrive, IsLimitedByWhatItsWheelJointsCanGive) {
  Floor floor;
  RobotConfig config = small_robot_config();
  auto model = std::make_shared<Model>(*config.model);
  for (Joint& joint : model->joints)
    if (joint.type == ModelJointType::continuous) {
      joint.max_velocity = 0.2 / wheel_radius;
      joint.max_effort = 0.3 * wheel_radius;
    }
  config.model = model;
  Robot robot(std::make_shared<const RobotConfig>(config), floor.world, 1);
  floor.wait(robot, 200ms);
  // two wheels of 0.3 N move 3 kg by 0.2 m/s²
  EXPECT_NEAR(floor.drive(robot, {0.5, 0}, 500ms).velocity.linear.x, 0.1, 0.01);
  EXPECT_NEAR(floor.drive(robot, {0.5, 0}, 2s).velocity.linear.x, 0.2, 0.002);
}

TEST(DifferentialDrive, CannotMoveOnIce) {
  for (const double friction : {0.0, 0.02}) {
    Floor floor(0, friction);
    Robot robot(std::make_shared<const RobotConfig>(small_robot_config()), floor.world, 1);
    floor.wait(robot, 200ms);
    // no faster than its tyres grip
    const RobotState state = floor.drive(robot, {0.5, 0}, 500ms);
    EXPECT_NEAR(state.velocity.linear.x, friction * 9.81 * 0.5, 0.01) << friction;
  }
}

TEST(DifferentialDrive, TurnsAtTheCommandedRateAlsoWithACasterThatDrags) {
  for (const double rate : {0.5, -1.0, 2.0}) {
    Floor floor;
    RobotConfig config = small_robot_config();
    auto model = std::make_shared<Model>(*config.model);
    for (Link& link : model->links)
      if (link.name == "rear_caster") link.collisions.front().surface.friction = 0.8;
    config.model = model;
    Robot robot(std::make_shared<const RobotConfig>(config), floor.world, 1);
    floor.wait(robot, 200ms);
    floor.drive(robot, {0, rate}, 1s);
    EXPECT_NEAR(floor.drive(robot, {0, rate}, 1s).velocity.angular.z, rate, 0.1 * std::abs(rate));
  }
}

TEST(DifferentialDrive, StopsWhenCommandsStopComing) {
  Floor floor;
  Robot robot(std::make_shared<const RobotConfig>(small_robot_config()), floor.world, 1);
  floor.wait(robot, 200ms);
  const double before = floor.drive(robot, {0.5, 0}, 2s).world_from_base.translation.x;

  // half a second until the command is too old, then 0.5 m/s are braked away by 1 m/s²
  const RobotState state = floor.wait(robot, 2s);
  EXPECT_NEAR(state.world_from_base.translation.x - before, 0.5 * 0.5 + 0.5 * 0.5 / 2, 0.01);
  EXPECT_NEAR(state.velocity.linear.x, 0, 1e-3);
  EXPECT_EQ(state.command.linear, 0);
}

TEST(DifferentialDrive, StandsStillOnASlope) {
  Floor floor(10 * std::numbers::pi / 180);
  RobotConfig config = small_robot_config();
  config.world_from_robot = {{}, Quat::from_rpy(0, -10 * std::numbers::pi / 180, 0)};
  Robot robot(std::make_shared<const RobotConfig>(config), floor.world, 1);
  const Vec3 start = floor.wait(robot, 500ms).world_from_base.translation;
  const Vec3 end = floor.wait(robot, 10s).world_from_base.translation;
  EXPECT_LT(length(end - start), 0.001);
}

TEST(DifferentialDrive, DoesNotPushOffWhenItLiesOnItsSide) {
  Floor floor;
  RobotConfig config = small_robot_config();
  config.world_from_robot = {{0, 0, 0.2}, Quat::from_rpy(std::numbers::pi / 2, 0, 0)};
  Robot robot(std::make_shared<const RobotConfig>(config), floor.world, 1);
  const Vec3 start = floor.wait(robot, 2s).world_from_base.translation;
  const Vec3 end = floor.drive(robot, {0.5, 0}, 2s).world_from_base.translation;
  EXPECT_LT(length(end - start), 0.05);
}

TEST(DifferentialDrive, WheelAnglesAreThoseOfWheelsThatRoll) {
  Floor floor;
  Robot robot(std::make_shared<const RobotConfig>(small_robot_config()), floor.world, 1);
  floor.wait(robot, 200ms);
  const RobotState state = floor.drive(robot, {0.4, 0}, 3s);
  ASSERT_EQ(state.joints.names, (std::vector<std::string>{"left_joint", "right_joint"}));
  EXPECT_NEAR(state.joints.velocities[0], 0.4 / wheel_radius, 0.1);
  EXPECT_NEAR(state.joints.positions[1] * wheel_radius, state.world_from_base.translation.x, 0.005);
  EXPECT_NEAR(state.odometry.odom_from_base.translation.x, state.world_from_base.translation.x,
              1e-4);
}

TEST(Robot, ObeysItsScriptUntilSomebodyCommands) {
  Floor floor;
  RobotConfig config = small_robot_config();
  config.commands = {{1s, 1s, {0.3, 0}}, {4s, {}, {0, 1}}};
  Robot robot(std::make_shared<const RobotConfig>(config), floor.world, 1);

  EXPECT_EQ(floor.wait(robot, 1s).command.linear, 0);
  EXPECT_EQ(floor.wait(robot, 500ms).command.linear, 0.3);
  EXPECT_EQ(floor.wait(robot, 1s).command.linear, 0);
  EXPECT_EQ(floor.wait(robot, 2s).command.angular, 1);
  EXPECT_EQ(floor.drive(robot, {-0.1, 0}, 100ms).command.linear, -0.1);
  EXPECT_EQ(floor.wait(robot, 2s).command.angular, 0);  // it has left its script for good
}

TEST(Robot, RefusesCommandsThatAreNoNumbers) {
  Floor floor;
  Robot robot(std::make_shared<const RobotConfig>(small_robot_config()), floor.world, 1);
  floor.drive(robot, {0.3, 0}, 100ms);
  const RobotState state =
      floor.drive(robot, {std::numeric_limits<double>::quiet_NaN(), 0}, Floor::dt);
  EXPECT_EQ(state.command.linear, 0.3);
  EXPECT_EQ(state.refused_commands, 1);
}

}  // namespace
}  // namespace tandem
