// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#include "filmed_room.h"

#include <algorithm>
#include <utility>

#include "base/log.h"
#include "commands.h"
#include "loading.h"
#include "middleware/dds_context.h"
#include "scenario/overhead_file.h"
#include "scenario/twin_file.h"
#include "tracking/marker_dictionary.h"

namespace tandem {

namespace {

constexpr int widest_light_px = 1280;  // cameras above a floor see no more of it

}  // namespace

OverheadSetup filmed_room(const CompanionArguments& arguments, const ChosenRobots& robots) {
  const OverheadConfig config = load_overhead(*robots.scenario, parse_settings(arguments.settings));
  auto setup = overhead_setup(*robots.scenario, robots.configs, config);
  if (!setup) reject_command(setup.error());
  return *std::move(setup);
}

TrackingSetup tracking_below(const OverheadSetup& room, const ChosenRobots& robots) {
  TrackingSetup setup{.source = {.topic = room.config.topic},
                      .dictionary = find_dictionary(dictionary_of(room)),
                      .camera = std::make_shared<const CameraCalibration>(room.camera),
                      .robots = {}};
  for (std::size_t i = 0; i < room.robots.size(); ++i) {
    const FilmedRobot& robot = room.robots[i];
    setup.robots.push_back(
        {.name = robot.name,
         .marker = {.id = robot.marker,
                    .place = {.size_m = robot.marker_size_m, .height_m = robot.height_m}},
         .topic = pose_topic_of(robots.configs[i])});
  }
  return setup;
}

std::unique_ptr<FloorLight> open_floor_light(const Scenario& scenario,
                                             const std::vector<std::string>& settings,
                                             const Board& board) {
  const OverheadConfig camera = load_overhead(scenario, parse_settings(settings));
  if (!scenario.projection || !camera.projection || !camera.projection->is_live) return nullptr;
  const ProjectionConfig& projection = *scenario.projection;
  return std::make_unique<FloorLight>(
      FloorLightConfig{.topic = projection_topic,
                       .calibration = whole_picture_of(
                           projection.floor, std::min(projection.width_px, widest_light_px))},
      &board, NodeOptions{.context = program_context(), .arguments = ros_arguments()});
}

std::unique_ptr<MixedCamera> open_mixed_camera(const Scenario& scenario,
                                               const std::vector<std::string>& settings,
                                               bool is_filmed) {
  const OverheadConfig camera = load_overhead(scenario, parse_settings(settings));
  if (scenario.robots.empty() || (!camera.is_told && !is_filmed)) return nullptr;
  const TwinConfig& twin = scenario.robots.front().twin;
  // a room that begins where the robot stands has no place in the world yet
  if (twin.origin == TwinOrigin::start) {
    log(LogLevel::info,
        "no mixed pictures: with 'origin: start' nobody knows where in the world the camera above "
        "the room is");
    return nullptr;
  }
  const auto room = overhead_setup(scenario, scenario.robots, camera);
  if (!room) {
    log(LogLevel::warning, "no mixed pictures: " + room.error());
    return nullptr;
  }
  const Pose2& place = twin.world_from_room;
  Pose room_from_camera = *room->camera.room_from_camera;
  room_from_camera.translation = twin.scale * room_from_camera.translation;
  const Pose world_from_room{{place.translation.x, place.translation.y, 0},
                             Quat::from_rpy(0, 0, place.yaw)};
  return std::make_unique<MixedCamera>(
      MixedCameraConfig{.real_topic = camera.topic,
                        .topic = camera.mixed_topic,
                        .camera = room->camera,
                        .world_from_camera = world_from_room * room_from_camera,
                        // the stand-in's numbers are light as its chip measured it
                        .tone = is_filmed ? Tone::linear : Tone::srgb},
      NodeOptions{.context = program_context(), .arguments = ros_arguments()});
}

}  // namespace tandem
