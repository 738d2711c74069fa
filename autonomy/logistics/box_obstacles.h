// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

#include "geometry/pose2.h"
#include "messages/sensor_msgs.h"
#include "middleware/node.h"

namespace tandem {

// The outlines of boxes as a cloud of points on the floor.
sensor_msgs::msg::PointCloud2 cloud_of(const std::vector<Vec2>& boxes, double box_size_m,
                                       const std::string& frame);

// Tells the navigator where boxes are. They are lower than lidars look, and before a load no camera
// and no other sensor sees them.
class BoxObstacles {
 public:
  explicit BoxObstacles(Node& node)
      : topic_(node.publisher<sensor_msgs::msg::PointCloud2>("perceived_obstacles")) {}

  void tell(const std::vector<Vec2>& boxes, double box_size_m, const std::string& frame) {
    topic_.publish(cloud_of(boxes, box_size_m, frame));
  }

 private:
  Publisher<sensor_msgs::msg::PointCloud2> topic_;
};

}  // namespace tandem
