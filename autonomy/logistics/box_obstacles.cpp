// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#include "autonomy/logistics/box_obstacles.h"

#include <cmath>
#include <cstring>
#include <numbers>

namespace tandem {

sensor_msgs::msg::PointCloud2 cloud_of(const std::vector<Vec2>& boxes, double box_size_m,
                                       const std::string& frame) {
  using sensor_msgs::msg::PointField;
  constexpr int points_per_box = 24;  // nearer to each other than cells of a costmap are large
  // with its corners, for nobody knows how it is turned; and its place is some centimetres off
  const double radius_m = box_size_m * std::numbers::sqrt2 / 2;
  sensor_msgs::msg::PointCloud2 cloud;
  cloud.header.frame_id = frame;
  cloud.height = 1;
  cloud.point_step = 3 * sizeof(float);
  std::uint32_t offset = 0;
  for (const std::string name : {"x", "y", "z"}) {
    cloud.fields.push_back(
        {.name = name, .offset = offset, .datatype = PointField::FLOAT32, .count = 1});
    offset += sizeof(float);
  }
  const auto add = [&](double value) {
    const auto number = static_cast<float>(value);
    std::uint8_t bytes[sizeof number];
    std::memcpy(bytes, &number, sizeof number);
    cloud.data.insert(cloud.data.end(), bytes, bytes + sizeof number);
  };
  for (const Vec2 box : boxes)
    for (int i = 0; i < points_per_box; ++i) {
      const double direction = i * 2 * std::numbers::pi / points_per_box;
      add(box.x + radius_m * std::cos(direction));
      add(box.y + radius_m * std::sin(direction));
      add(0);
      ++cloud.width;
    }
  cloud.row_step = cloud.width * cloud.point_step;
  cloud.is_dense = true;
  return cloud;
}

}  // namespace tandem
