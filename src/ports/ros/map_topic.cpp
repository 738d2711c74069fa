// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#include "ports/ros/map_topic.h"

#include <utility>

#include "mapping/world_map.h"
#include "messages/time.h"
#include "ports/ros/convert.h"

namespace tandem {

nav_msgs::msg::OccupancyGrid to_message(const OccupancyGrid& grid, SimTime time) {
  nav_msgs::msg::OccupancyGrid message;
  message.header = make_header(time, "map");
  message.info.map_load_time = to_message_time(time);
  message.info.resolution = static_cast<float>(grid.resolution_m);
  message.info.width = static_cast<std::uint32_t>(grid.columns);
  message.info.height = static_cast<std::uint32_t>(grid.rows);
  message.info.origin.position = {grid.origin.x, grid.origin.y, 0};
  message.data.reserve(grid.cells.size());
  for (const MapCell cell : grid.cells) message.data.push_back(static_cast<std::int8_t>(cell));
  return message;
}

MapTopic::MapTopic(Node& node, FrameWorker& worker, bool is_lockstep)
    : node_(node), worker_(worker), is_lockstep_(is_lockstep) {
  if (!is_lockstep) thread_ = std::jthread([this](const std::stop_token& stop) { work(stop); });
}

void MapTopic::keep_up(const std::shared_ptr<const Frame>& frame) {
  const bool is_other_world = world_generation_ != frame->world_generation;
  const bool is_drawn_anew = frame->scenario->spawn_plan && episode_ != frame->episode;
  if (!is_other_world && !is_drawn_anew) return;
  if (is_other_world) topic_ = {};
  world_generation_ = frame->world_generation;
  episode_ = frame->episode;
  if (!frame->scenario->map) return;
  if (is_other_world) {
    const TopicChoices choices = choices_of(frame->scenario->ros.topics);
    topic_ = OfferedTopic<nav_msgs::msg::OccupancyGrid>(node_, "/map", {.qos = qos::latched},
                                                        choice_for(choices, "/map"));
  }
  if (!topic_.is_offered()) return;
  if (is_lockstep_) return publish(*frame, make_map(*frame, map_options(*frame->scenario)));
  const std::lock_guard lock(mutex_);
  wanted_ = frame;
  changed_.notify_one();
}

void MapTopic::work(const std::stop_token& stop) {
  std::unique_lock lock(mutex_);
  while (changed_.wait(lock, stop, [this] { return wanted_ != nullptr; })) {
    const auto frame = std::exchange(wanted_, nullptr);
    lock.unlock();
    auto grid = make_map(*frame, map_options(*frame->scenario));
    worker_.post([this, frame, grid = std::move(grid)] { publish(*frame, grid); });
    lock.lock();
  }
}

void MapTopic::publish(const Frame& frame, const Result<OccupancyGrid>& grid) {
  if (frame.world_generation != world_generation_) return;  // another world runs by now
  if (frame.scenario->spawn_plan && frame.episode != episode_) return;
  if (grid)
    topic_.publish(to_message(*grid, frame.time));
  else
    node_.log(LogLevel::error, "there is no /map: " + grid.error());
}

}  // namespace tandem
