// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include <cmath>
#include <numbers>

#include "scenario_files.h"
#include "simulation/simulation.h"
#include "triangle_floors.h"

namespace tandem {
namespace {

constexpr double degree = std::numbers::pi / 180;

// The Jackal as shipped on a flat floor.
std::shared_ptr<const Scenario> jackal_on_a_floor() {
  return load_text(R"(
name: floor
world: {generate: arena, size_x_m: 60, size_y_m: 60, wall_height_m: 0}
robots:
  - {name: jackal, model: jackal, pose: {x: 0, y: 0}}
step: 4ms
)");
}

// Steps with one command, renewed every step.
RobotState drive(Simulation& simulation, Twist2 velocity, Duration duration) {
  Frame frame;
  for (const SimTime end = simulation.time() + duration; simulation.time() < end;)
    frame = simulation.step({.commands = {{"jackal", velocity}}});
  return frame.robots.front();
}

double roll_on_floor(const RobotState& state) { return state.world_from_base.rotation.rpy().x; }

TEST(Jackal, HasTheSizesOfItsDataSheet) {
  const auto scenario = jackal_on_a_floor();
  const RobotConfig& robot = scenario->robots.front();
  EXPECT_DOUBLE_EQ(robot.drive.wheel_radius_m, 0.098);
  EXPECT_NEAR(robot.drive.track_m, 0.376, 1e-6);
  EXPECT_EQ(robot.drive.max_speed_mps, 2);
  EXPECT_EQ(robot.drive.max_power_w, 500);
  double mass = 0;
  for (const Link& link : robot.model->links) mass += link.mass.mass_kg;
  EXPECT_NEAR(mass, 17, 0.5);
}

TEST(Jackal, TenSecondsAtAThirdOfAMetreASecondCoverThreeMetres) {
  Simulation simulation(jackal_on_a_floor());
  const Vec3 start = drive(simulation, {}, 1s).world_from_base.translation;
  const RobotState end = drive(simulation, {0.3, 0}, 10s);
  const Vec3 way = end.world_from_base.translation - start;
  EXPECT_GE(way.x, 2.90);
  EXPECT_LE(way.x, 3.06);
  EXPECT_NEAR(way.y, 0, 0.03);
  EXPECT_NEAR(roll_on_floor(end), 0, 0.01);
}

TEST(Jackal, DrivesOverTrianglesAsOverAPlane) {
  for (const auto& [name, scenario] : floors_of_triangles(*jackal_on_a_floor())) {
    Simulation simulation(scenario);
    const Vec3 start = drive(simulation, {}, 1s).world_from_base.translation;
    const RobotState end = drive(simulation, {0.3, 0}, 10s);
    const Vec3 way = end.world_from_base.translation - start;
    EXPECT_GE(way.x, 2.90) << name;
    EXPECT_LE(way.x, 3.06) << name;
    EXPECT_NEAR(way.y, 0, 0.03) << name;
    EXPECT_NEAR(roll_on_floor(end), 0, 0.01) << name;
  }
}

TEST(Jackal, StartsSmoothly) {
  Simulation simulation(jackal_on_a_floor());
  drive(simulation, {}, 1s);
  double last = 0, greatest_jump = 0, greatest_pitch = 0;
  for (int i = 0; i < 500; ++i) {
    const RobotState state = drive(simulation, {1.0, 0}, 4ms);
    greatest_jump = std::max(greatest_jump, std::abs(state.velocity.linear.x - last));
    greatest_pitch = std::max(greatest_pitch, std::abs(state.world_from_base.rotation.rpy().y));
    last = state.velocity.linear.x;
  }
  // 1.5 m/s² are 6 mm/s a step; twice that leaves room for the tyres
  EXPECT_LT(greatest_jump, 0.012);
  EXPECT_LT(greatest_pitch, 2 * degree);
  EXPECT_NEAR(last, 1.0, 0.03);
}

// The mean yaw rate of four seconds, after two in which it may settle.
double yaw_rate(const std::shared_ptr<const Scenario>& scenario, Twist2 wanted) {
  Simulation simulation(scenario);
  drive(simulation, {}, 500ms);
  drive(simulation, wanted, 2s);
  double turned = 0, last = drive(simulation, wanted, 4ms).world_from_base.rotation.yaw();
  for (int i = 0; i < 1000; ++i) {
    const double yaw = drive(simulation, wanted, 4ms).world_from_base.rotation.yaw();
    turned += std::remainder(yaw - last, 2 * std::numbers::pi);
    last = yaw;
  }
  return turned / 4.0;
}

TEST(Jackal, TurnsAtTheCommandedRate) {
  for (const Twist2 wanted :
       {Twist2{0, 0.5}, Twist2{0, -1.0}, Twist2{0, 2.0}, Twist2{0.5, 0.5}, Twist2{1.0, -0.8}})
    EXPECT_NEAR(yaw_rate(jackal_on_a_floor(), wanted) / wanted.angular, 1, 0.1)
        << wanted.linear << " " << wanted.angular;
}

TEST(Jackal, TurnsAtTheCommandedRateOverTriangles) {
  for (const auto& [name, scenario] : floors_of_triangles(*jackal_on_a_floor()))
    for (const Twist2 wanted : {Twist2{0, 0.5}, Twist2{0, -1.0}, Twist2{1.0, -0.8}})
      EXPECT_NEAR(yaw_rate(scenario, wanted) / wanted.angular, 1, 0.1)
          << name << " " << wanted.linear << " " << wanted.angular;
}

TEST(Jackal, DoesNotSlideOnASlopeWhenStopped) {
  Simulation simulation(load_good("slope"));
  // the script drives up the ramp of 15° and stops there
  Frame frame;
  while (simulation.time() < 12s) frame = simulation.step({});
  const RobotState stopped = frame.robots.front();
  ASSERT_NEAR(std::abs(stopped.world_from_base.rotation.rpy().y), 15 * degree, 1 * degree);
  while (simulation.time() < 22s) frame = simulation.step({});
  EXPECT_LT(length(frame.robots.front().world_from_base.translation -
                   stopped.world_from_base.translation),
            0.001);
}

TEST(Jackal, WheelsTurnAsFarAsTheRobotDrives) {
  Simulation simulation(jackal_on_a_floor());
  drive(simulation, {}, 500ms);
  const RobotState start = drive(simulation, {}, 4ms);
  const RobotState end = drive(simulation, {0.5, 0}, 4s);
  ASSERT_EQ(end.joints.names.size(), 4u);
  const double way = end.world_from_base.translation.x - start.world_from_base.translation.x;
  for (std::size_t i = 0; i < 4; ++i)
    EXPECT_NEAR((end.joints.positions[i] - start.joints.positions[i]) * 0.098, way, 0.02 * way);
}

}  // namespace
}  // namespace tandem
