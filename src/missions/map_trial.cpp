// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#include "missions/map_trial.h"

#include <fmt/format.h>

#include <algorithm>
#include <stdexcept>

#include "mapping/ground_map.h"

namespace tandem {

namespace {

Pose lifted(const Pose2& pose) {
  return {{pose.translation.x, pose.translation.y, 0}, Quat::from_axis_angle({0, 0, 1}, pose.yaw)};
}

std::optional<Pose> find_place(const SensorInfo& sensor, const Frame& frame) {
  for (const Entity& entity : *frame.entities) {
    if (entity.id != sensor.entity) continue;
    for (std::size_t i = 0; i < entity.links.size(); ++i)
      if (entity.model->links[i].name == sensor.link)
        return frame.world_from_body[static_cast<std::size_t>(entity.links[i].body)] *
               entity.links[i].body_from_link * sensor.link_from_frame;
  }
  return std::nullopt;
}

}  // namespace

MapTrial::MapTrial(const MapPlan& plan, SensorInterest& interest)
    : plan_(plan), interest_(interest) {}

void MapTrial::begin(const Evidence& now) {
  robot_ = thing_meant(plan_.robot, *now.frame);
  world_generation_ = now.frame->world_generation;
  wish_ = interest_.want(robot_, plan_.sensor);
  const Result<OccupancyGrid> truth = make_ground_map(*now.frame, {.area = plan_.area});
  if (!truth)
    throw std::runtime_error(
        fmt::format("{}:{}: {}", plan_.place.file, plan_.place.line, truth.error()));
  truth_ = *truth;
  mapper_.emplace(truth_, CloudMapperConfig{.range_m = plan_.range_m});
}

void MapTrial::look(Evidence& now) {
  if (!mapper_) begin(now);
  const Frame& frame = *now.frame;
  if (frame.world_generation != world_generation_) return;
  const auto robot = std::ranges::find(frame.robots, robot_, &RobotState::name);
  const auto way = now.ways.find(robot_);
  if (robot == frame.robots.end() || way == now.ways.end()) return;
  bool has_changed = !now.maps.contains(robot_);
  for (const std::shared_ptr<const Reading>& reading : frame.readings) {
    const auto* cloud = std::get_if<CloudReading>(&reading->measurement);
    if (!cloud || reading->sensor->owner != robot_ || reading->sensor->name != plan_.sensor)
      continue;
    const auto world_from_sensor = find_place(*reading->sensor, frame);
    if (!world_from_sensor) continue;
    // how a robot leans it knows by its IMU, where it is on the floor only as well as it counts
    const Pose& base = robot->world_from_base;
    const Pose2 truth{{base.translation.x, base.translation.y}, base.rotation.yaw()};
    const Pose2& known = plan_.is_by_truth ? truth : way->second.believed;
    mapper_->add(cloud->points, lifted(known) * inverse(lifted(truth)) * *world_from_sensor);
    has_changed = true;
  }
  if (has_changed) now.maps[robot_] = compare(truth_, mapper_->map());
}

}  // namespace tandem
