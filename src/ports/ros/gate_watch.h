// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <string>

#include "middleware/node.h"
#include "ports/desk/network.h"
#include "ports/ros/network_robots.h"

namespace tandem {

// What the gates of twins say about themselves, on gate/status of each.
class GateWatch {
 public:
  static constexpr Duration lately = 2s;  // gates speak twice a second

  GateWatch(Node& node, const NetworkRobots& robots) : node_(node), robots_(robots) {}

  // Any thread.
  std::optional<GateView> gate(const std::string& robot) const;

  // Of the port's thread, by the clock that `lately` goes by.
  void keep_up(Duration now);
  void follow_robots();

 private:
  // What the subscription's callback holds.
  struct Heard {
    std::mutex mutex;
    GateView view;
    bool is_new = false;
  };
  struct Line {
    std::string topic;
    std::shared_ptr<Heard> heard;
    Subscription subscription;
    std::optional<Duration> heard_at;
  };

  Node& node_;
  const NetworkRobots& robots_;
  std::map<std::string, Line> lines_;  // by robot
  mutable std::mutex mutex_;
  std::map<std::string, GateView> gates_;  // heard lately, by robot
};

}  // namespace tandem
