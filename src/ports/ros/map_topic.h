// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <condition_variable>
#include <cstdint>
#include <memory>
#include <mutex>
#include <optional>
#include <thread>

#include "mapping/occupancy_grid.h"
#include "messages/nav_msgs.h"
#include "middleware/node.h"
#include "ports/ros/frame_worker.h"
#include "ports/ros/offered_topic.h"
#include "simulation/frame.h"

namespace tandem {

nav_msgs::msg::OccupancyGrid to_message(const OccupancyGrid& grid, SimTime time);

// The map of the world on /map, for scenarios that want one. Cutting the world can take a while, so
// it is done at the side; in lockstep at once.
class MapTopic {
 public:
  MapTopic(Node& node, FrameWorker& worker, bool is_lockstep);

  // With the first frame of another world its map takes the place of the old one's, if it has one.
  // Another episode may have drawn other walls and cabinets, so it has its own map too.
  void keep_up(const std::shared_ptr<const Frame>& frame);

 private:
  void publish(const Frame& frame, const Result<OccupancyGrid>& grid);
  void work(const std::stop_token& stop);

  Node& node_;
  FrameWorker& worker_;
  const bool is_lockstep_;
  OfferedTopic<nav_msgs::msg::OccupancyGrid> topic_;
  std::optional<std::uint64_t> world_generation_;  // that it is offered for
  std::uint64_t episode_ = 0;                      // that it shows

  std::mutex mutex_;
  std::condition_variable_any changed_;
  std::shared_ptr<const Frame> wanted_;  // whose map is to be made
  std::jthread thread_;
};

}  // namespace tandem
