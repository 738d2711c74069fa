// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#include "ports/plant/overhead_setup.h"

#include <fmt/format.h>

#include <algorithm>

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

Area room_of(const Scenario& scenario, const RobotConfig& robot) {
  const TwinConfig& twin = robot.twin;
  if (twin.area) return *twin.area;
  Area room{.world_from_center = {}, .size_x_m = 4, .size_y_m = 3};
  if (twin.origin == TwinOrigin::start) return room;
  if (scenario.projection) return in_room(twin, scenario.projection->floor);
  const Vec3& start = robot.world_from_robot.translation;
  room.world_from_center = in_room(twin, Pose2{{start.x, start.y}, twin.world_from_room.yaw});
  return room;
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

FilmedRobot filmed(const RobotConfig& robot, const OverheadConfig& config) {
  FilmedRobot seen{.name = robot.name,
                   .marker_size_m = config.marker_size_m,
                   .robot_from_marker = robot.twin.robot_from_marker};
  if (const auto own = config.markers.find(robot.name); own != config.markers.end())
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

}  // namespace

Result<OverheadSetup> overhead_setup(const Scenario& scenario,
                                     const std::vector<RobotConfig>& robots,
                                     const OverheadConfig& config) {
  if (robots.empty()) return Error{"there is no robot to be filmed"};
  OverheadSetup setup{.config = config,
                      .camera = {},
                      .floor = room_of(scenario, robots.front()),
                      .robots = {},
                      .seed = scenario.seed};
  if (setup.config.projection)
    if (const auto error =
            place_projection(scenario, robots.front().twin, *setup.config.projection))
      return Error{error->message};
  double highest = 0;
  for (const RobotConfig& robot : robots) {
    setup.robots.push_back(filmed(robot, config));
    highest = std::max(highest, setup.robots.back().height_m);
  }
  if (config.calibration) {
    setup.camera = *config.calibration;
  } else {
    const auto camera = camera_above(setup.floor, highest, config.width_px, config.height_px);
    if (!camera) return Error{camera.error()};
    setup.camera = *camera;
  }
  for (const FilmedRobot& robot : setup.robots)
    if (const double side = least_side_px(setup, robot); side < least_marker_px)
      return Error{fmt::format(
          "in pictures of a room of {:g} by {:g} m the marker of {} would be {:.0f} pixels across, "
          "{:g} are needed: a smaller 'tracking: area' or a larger 'overhead_camera: "
          "marker_size_m' helps",
          setup.floor.size_x_m, setup.floor.size_y_m, robot.name, side, least_marker_px)};
  return setup;
}

void put_below(const OverheadSetup& setup, const RobotConfig& robot, PlantNodeConfig& stand_in) {
  stand_in.has_tracker = false;
  stand_in.plant.room.floor = setup.floor;
  if (robot.twin.origin == TwinOrigin::start)
    stand_in.plant.base.room_from_start = setup.floor.world_from_center;
}

}  // namespace tandem
