// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#include "ports/projector/floor_frame.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <string>

#include "scenario/ground.h"

namespace tandem {

namespace {

constexpr Color simulated_light{0.3f, 0.7f, 1, 1};

Color light_of(TrackingState state) {
  switch (state) {
    case TrackingState::tracking:
      return {0.2f, 0.9f, 0.3f, 1};
    case TrackingState::degraded:
      return {1, 0.7f, 0.1f, 1};
    case TrackingState::waiting:
      return {0.6f, 0.6f, 0.6f, 1};
    case TrackingState::lost:
      return {1, 0.2f, 0.2f, 1};
  }
  return simulated_light;
}

Pose2 flat(const Pose& pose) {
  return {{pose.translation.x, pose.translation.y}, pose.rotation.yaw()};
}

std::vector<std::string> lines_of(const RobotState& robot, std::span<const Observation> observed) {
  std::vector<std::string> lines{robot.name};
  if (robot.twin) {
    const TwinState& twin = robot.twin->state;
    lines.push_back(fmt::format("{}{}{}", name_of(twin.tracking), twin.is_paused ? ", paused" : "",
                                twin.is_inside ? "" : ", outside"));
  } else {
    lines.emplace_back("simulated");
  }
  // so that standing robots do not flicker between -0.0 and 0.0
  const auto calm = [](double value) { return std::abs(value) < 0.05 ? 0.0 : value; };
  lines.push_back(fmt::format("{:.1f} m/s  {:.1f} rad/s",
                              calm(std::hypot(robot.velocity.linear.x, robot.velocity.linear.y)),
                              calm(robot.velocity.angular.z)));
  for (const Observation& one : observed) {
    if (!is_said_of(robot, one) || one.count == 0 || one.text.empty()) continue;
    lines.push_back(fmt::format("{}: {}{}{}", one.label.empty() ? one.topic : one.label, one.text,
                                one.unit.empty() ? "" : " ", one.unit));
  }
  constexpr std::size_t most = 8;
  if (lines.size() > most) lines.resize(most);
  return lines;
}

}  // namespace

Pose2 moved_on(const Pose2& world_from_robot, const Twist& velocity, Duration ahead) {
  const double s = seconds(ahead), turn = velocity.angular.z * s;
  // on an arc: the velocity turns with the robot
  const double along = std::abs(turn) < 1e-6 ? s : std::sin(turn) / velocity.angular.z;
  const double aside = std::abs(turn) < 1e-6 ? 0 : (1 - std::cos(turn)) / velocity.angular.z;
  const Vec2 v{velocity.linear.x, velocity.linear.y};
  return {world_from_robot.translation + Vec2{along * v.x - aside * v.y, aside * v.x + along * v.y},
          world_from_robot.yaw + turn};
}

std::vector<FloorRobot> floor_robots(const Frame& frame, Duration ahead,
                                     std::span<const Observation> observed,
                                     const PlaneImages& images) {
  std::vector<FloorRobot> robots;
  for (const RobotState& robot : frame.robots) {
    FloorRobot& shown = robots.emplace_back();
    shown.name = robot.name;
    shown.entity = robot.entity;
    shown.is_real = robot.twin.has_value();
    shown.world_from_robot = flat(robot.world_from_base);
    shown.shown_from_world =
        moved_on(shown.world_from_robot, robot.velocity, ahead) * inverse(shown.world_from_robot);
    shown.light = robot.twin ? light_of(robot.twin->state.tracking) : simulated_light;
    shown.lines = lines_of(robot, observed);
    shown.image = images.of(robot.name);
  }
  return robots;
}

double floor_height(const Scenario& scenario, const Area& area) {
  const Ground ground(scenario.world);
  std::optional<double> lowest;
  constexpr int points = 5;
  for (int i = 0; i < points; ++i)
    for (int j = 0; j < points; ++j) {
      const Vec2 at = area.world_from_center * Vec2{(i / (points - 1.0) - 0.5) * area.size_x_m,
                                                    (j / (points - 1.0) - 0.5) * area.size_y_m};
      const std::optional<double> height = ground.height(at.x, at.y);
      if (height) lowest = std::min(lowest.value_or(*height), *height);
    }
  return lowest.value_or(0);
}

ProjectionConfig projection_of(const Scenario& scenario) {
  if (scenario.projection) return *scenario.projection;
  return {.floor = {{}, 4, 3}, .width_px = 1280, .height_px = 800};
}

const RenderScene& FloorScene::show(const Frame& frame) {
  if (!scene_ || frame.scenario != scenario_) {
    scenario_ = frame.scenario;
    scene_ = std::make_unique<RenderScene>(scenario_->world);
  }
  scene_->show(frame.entities, frame.world_from_body, frame.paint);
  return *scene_;
}

}  // namespace tandem
