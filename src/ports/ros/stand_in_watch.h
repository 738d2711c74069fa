// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <mutex>
#include <set>
#include <string>

#include "middleware/node.h"

namespace tandem {

// Which robots have a stand-in in the network that heeds faults: a node "emaros_plant" that hears
// /tandem/faults.
class StandInWatch {
 public:
  explicit StandInWatch(Node& node) : node_(node) {}

  // Any thread.
  bool has(const std::string& robot) const {
    const std::lock_guard lock(mutex_);
    return robots_.contains(robot);
  }

  // Of the port's thread: the network may look different.
  void follow(const GraphView& graph) {
    constexpr std::string_view ending = "_plant";
    const std::string topic = node_.resolve_topic("/tandem/faults");
    std::set<std::string> robots;
    for (const EndpointInfo& endpoint : graph.endpoints) {
      if (endpoint.is_publisher || endpoint.topic != topic || !endpoint.node.ends_with(ending))
        continue;
      const std::string name = endpoint.node.substr(endpoint.node.rfind('/') + 1);
      robots.insert(name.substr(0, name.size() - ending.size()));
    }
    const std::lock_guard lock(mutex_);
    robots_ = std::move(robots);
  }

 private:
  Node& node_;
  mutable std::mutex mutex_;
  std::set<std::string> robots_;
};

}  // namespace tandem
