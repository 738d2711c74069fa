// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#include "autonomy/line_following/way_ahead.h"

#include <algorithm>

namespace tandem {

namespace {

constexpr const char* topics[] = {"range/front", "range/front_left", "range/front_right"};
constexpr Duration counts_for = 500ms;

}  // namespace

WayAhead::WayAhead(Node& node) : node_(node) {
  for (std::size_t i = 0; i < ranges_.size(); ++i)
    ranges_[i] = node.subscribe<sensor_msgs::msg::Range>(
        topics[i], qos::sensor, [this, i](const sensor_msgs::msg::Range& message) {
          readings_[i] = {message.range, node_.now()};
        });
}

bool WayAhead::is_blocked(SimTime now, double nearer_than_m) const {
  return std::ranges::any_of(readings_, [&](const Reading& it) {
    return now - it.stamp <= counts_for && it.distance_m < nearer_than_m;
  });
}

}  // namespace tandem
