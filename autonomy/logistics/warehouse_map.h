// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>
#include <optional>

#include "autonomy/behavior/spiral.h"
#include "messages/nav_msgs.h"
#include "middleware/node.h"

namespace tandem {

// The map, if there is one.
class WarehouseMap {
 public:
  explicit WarehouseMap(Node& node)
      : maps_(node.subscribe<nav_msgs::msg::OccupancyGrid>(
            "/map", qos::latched,
            [this](const nav_msgs::msg::OccupancyGrid& map) { map_ = map; })) {}

  // Whether a circle on it is free; nothing without a map.
  std::function<bool(Vec2, double)> room() const {
    if (!map_) return {};
    return [this](Vec2 middle, double radius_m) { return is_free(*map_, middle, radius_m); };
  }

 private:
  std::optional<nav_msgs::msg::OccupancyGrid> map_;
  Subscription maps_;
};

}  // namespace tandem
