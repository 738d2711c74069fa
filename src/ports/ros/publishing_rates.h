// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <deque>
#include <map>
#include <mutex>
#include <string>
#include <vector>

#include "middleware/node.h"
#include "ports/desk/network.h"
#include "ports/ros/cadence.h"

namespace tandem {

// How often a node's topics were published in the last seconds: those that left in that time, as
// topics without a listener are not published at all. Counted twice a second by what the endpoints
// count anyway.
class PublishingRates {
 public:
  static constexpr Duration window = 2s;

  explicit PublishingRates(const Node& node) : node_(node) {}

  // Any thread; by name.
  std::vector<TopicRate> rates() const;

  // Of the port's thread.
  void keep_up(Duration now);

 private:
  struct Count {
    Duration at{};
    std::map<std::string, std::uint64_t> sent;  // by topic
  };

  const Node& node_;
  Cadence counting_{500ms};
  std::deque<Count> counts_;  // oldest first
  mutable std::mutex mutex_;
  std::vector<TopicRate> rates_;
};

}  // namespace tandem
