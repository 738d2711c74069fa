// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "autonomy/logistics/logistics_config.h"
#include "messages/geometry_msgs.h"
#include "middleware/node.h"

namespace tandem {

// The floor that a robot covers with a box before it, in its own frame: round behind, and around
// the box in front.
geometry_msgs::msg::Polygon footprint_with_load(const LogisticsConfig& config);

// Tells the navigator whether the robot carries something.
class LoadFootprint {
 public:
  LoadFootprint(Node& node, const LogisticsConfig& config)
      : loaded_(footprint_with_load(config)),
        topic_(node.publisher<geometry_msgs::msg::Polygon>("local_costmap/footprint")) {}

  // An empty one is that of the robot alone.
  void tell(bool is_loaded) { topic_.publish(is_loaded ? loaded_ : geometry_msgs::msg::Polygon{}); }

 private:
  const geometry_msgs::msg::Polygon loaded_;
  Publisher<geometry_msgs::msg::Polygon> topic_;
};

}  // namespace tandem
