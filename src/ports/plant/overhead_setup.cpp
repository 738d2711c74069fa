// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#include "ports/plant/overhead_setup.h"

#include <fmt/format.h>

#include <algorithm>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "calibration/plane_view.h"
#include "scenario/bounds.h"

namespace tandem {

namespace {

constexpr double least_marker_px = 24;  // across, of which a cell is a sixth

Pose2 in_room(const TwinConfig& twin, const Pose2& in_world) {
  Pose2 pose = inverse(twin.world_from_room) * in_world;
  pose.translation = 1 / twin.scale * pose.translation;
  return pose;
}

Area in_room(const TwinConfig& twin, const Area& in_world) {
  return {.world_from_center = in_room(twin, in_world.world_from_center),
          .size_x_m = in_world.size_x_m / twin.scale,
          .size_y_m = in_world.size_y_m / twin.scale};
}

// A floor that could be filmed.
struct Room {
  Area floor;
  std::string reason;
  double beyond_m = 0;
};

// As much of the world as a laboratory is large, with room for all robots.
Room laboratory_around(const std::vector<RobotConfig>& robots) {
  constexpr double least_x_m = 4, least_y_m = 3, margin_m = 1;
  const TwinConfig& twin = robots.front().twin;
  Vec2 low{1e9, 1e9}, high{-1e9, -1e9};
  for (const RobotConfig& robot : robots) {
    const Vec3& start = robot.world_from_robot.translation;
    const Vec2 at = in_room(twin, Pose2{{start.x, start.y}, 0}).translation;
    low = {std::min(low.x, at.x), std::min(low.y, at.y)};
    high = {std::max(high.x, at.x), std::max(high.y, at.y)};
  }
  return {
      .floor = {.world_from_center = {0.5 * (low + high), 0},
                .size_x_m = std::max(least_x_m, high.x - low.x + 2 * margin_m),
                .size_y_m = std::max(least_y_m, high.y - low.y + 2 * margin_m)},
      .reason = fmt::format("where {} starts",
                            robots.size() == 1 ? robots.front().name
                                               : fmt::format("all {} robots start", robots.size())),
      .beyond_m = 1.5};
}

// The first one of them is filmed whose markers are large enough.
std::vector<Room> rooms_of(const Scenario& scenario, const std::vector<RobotConfig>& robots) {
  const TwinConfig& twin = robots.front().twin;
  if (twin.area) return {{*twin.area, "the tracked area"}};
  if (twin.origin == TwinOrigin::start)
    return {{{.world_from_center = {}, .size_x_m = 4, .size_y_m = 3}, "where robots start"}};
  std::vector<Room> rooms;
  if (scenario.projection)
    rooms.push_back({in_room(twin, scenario.projection->floor), "what is projected onto"});
  rooms.push_back(laboratory_around(robots));
  return rooms;
}

// Lets a light that is live fall where the scenario projects.
std::optional<Error> place_projection(const Scenario& scenario, const TwinConfig& twin,
                                      ProjectedLight& light) {
  if (!light.is_live) return std::nullopt;
  if (!scenario.projection)
    return Error{
        "the light of 'overhead_camera: projection' is live, and the scenario has no 'projection' "
        "that says what is shown where"};
  if (twin.origin == TwinOrigin::start)
    return Error{
        "the light of 'overhead_camera: projection' is live, and with 'origin: start' nobody knows "
        "where in the room it falls"};
  light.area = in_room(twin, scenario.projection->floor);
  return std::nullopt;
}

// Nothing where there are more robots than markers.
std::optional<FilmedRobot> filmed(const RobotConfig& robot, const OverheadConfig& config) {
  FilmedRobot seen{.name = robot.name,
                   .marker_size_m = config.marker_size_m,
                   .robot_from_marker = robot.twin.robot_from_marker};
  const auto own = config.markers.find(robot.name);
  if (own == config.markers.end()) return std::nullopt;
  seen.marker = own->second;
  if (robot.model) {
    seen.radius_m = std::max(0.05, footprint_radius(*robot.model));
    const Bounds bounds = bounds_of(*robot.model, {});
    if (!bounds.is_empty()) seen.height_m = bounds.size().z;
  }
  // a marker whose height nobody told is on top of the robot
  if (robot.twin.marker_height_m > 0) seen.height_m = robot.twin.marker_height_m;
  return seen;
}

// How long a side is in the picture where that is shortest.
double least_side_px(const OverheadSetup& setup, const FilmedRobot& robot) {
  const auto view = PlaneView::make(setup.camera, robot.height_m);
  if (!view) return 0;
  double least = 1e9;
  for (const double x : {-0.5, 0.0, 0.5})
    for (const double y : {-0.5, 0.0, 0.5}) {
      const Vec2 at =
          setup.floor.world_from_center * Vec2{x * setup.floor.size_x_m, y * setup.floor.size_y_m};
      const auto here = view->pixel_of(at);
      const auto right = view->pixel_of(at + Vec2{robot.marker_size_m, 0});
      const auto up = view->pixel_of(at + Vec2{0, robot.marker_size_m});
      if (!here || !right || !up) return 0;
      for (const Vec2 side : {*right - *here, *up - *here})
        least = std::min(least, std::sqrt(dot(side, side)));
    }
  return least;
}

// Why its markers cannot be read everywhere, as a sentence; empty when they can.
std::string why_too_small(const OverheadSetup& setup) {
  for (const FilmedRobot& robot : setup.robots)
    if (const double side = least_side_px(setup, robot); side < least_marker_px)
      return fmt::format(
          "in pictures of a room of {:g} by {:g} m the marker of {} would be {:.0f} pixels across, "
          "{:g} are needed: a smaller 'tracking: area' or a larger 'overhead_camera: "
          "marker_size_m' helps",
          setup.floor.size_x_m, setup.floor.size_y_m, robot.name, side, least_marker_px);
  return {};
}

}  // namespace

Result<OverheadSetup> overhead_setup(const Scenario& scenario,
                                     const std::vector<RobotConfig>& robots,
                                     const OverheadConfig& config) {
  if (robots.empty()) return Error{"there is no robot to be filmed"};
  OverheadSetup setup{
      .config = config, .camera = {}, .floor = {}, .robots = {}, .seed = scenario.seed};
  if (setup.config.projection)
    if (const auto error =
            place_projection(scenario, robots.front().twin, *setup.config.projection))
      return Error{error->message};
  double highest = 0;
  for (const RobotConfig& robot : robots) {
    const auto seen = filmed(robot, config);
    if (!seen) return Error{fmt::format("there is no marker left for '{}'", robot.name)};
    setup.robots.push_back(*seen);
    highest = std::max(highest, setup.robots.back().height_m);
  }
  std::string problem;
  for (Room& room : rooms_of(scenario, robots)) {
    setup.floor = room.floor;
    setup.floor_reason = std::move(room.reason);
    setup.beyond_m = room.beyond_m;
    if (config.calibration) {
      setup.camera = *config.calibration;
    } else {
      const auto camera = camera_above(setup.floor, highest, config.width_px, config.height_px);
      if (!camera) {
        problem = camera.error();
        continue;
      }
      setup.camera = *camera;
    }
    problem = why_too_small(setup);
    if (problem.empty()) return setup;
  }
  return Error{std::move(problem)};
}

std::string dictionary_of(const OverheadSetup& setup) {
  int highest = 0;
  for (const FilmedRobot& robot : setup.robots) highest = std::max(highest, robot.marker);
  return highest < 50 ? "4x4_50" : highest < 100 ? "4x4_100" : "4x4_250";
}

std::string about_floor(const OverheadSetup& setup) {
  const Vec2& middle = setup.floor.world_from_center.translation;
  return fmt::format(
      "the camera films {:g} by {:g} m around x {:g} m, y {:g} m of the room, {}; outside of that "
      "tracking is lost and robots stop",
      setup.floor.size_x_m, setup.floor.size_y_m, middle.x, middle.y, setup.floor_reason);
}

void put_below(const OverheadSetup& setup, const RobotConfig& robot, PlantNodeConfig& stand_in) {
  stand_in.has_tracker = false;
  Area& walls = stand_in.plant.room.floor;
  walls = setup.floor;
  walls.size_x_m += 2 * setup.beyond_m;
  walls.size_y_m += 2 * setup.beyond_m;
  if (robot.twin.origin == TwinOrigin::start)
    stand_in.plant.base.room_from_start = setup.floor.world_from_center;
}

}  // namespace tandem
