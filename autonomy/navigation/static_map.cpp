// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#include "autonomy/navigation/static_map.h"

#include <fmt/format.h>

#include <array>
#include <limits>

#include "geometry/quat.h"

namespace tandem {

std::uint8_t StaticMap::cost_at(Vec2 in_world) const {
  constexpr int occupied_percent = 65;  // the limit of ROS's map server and of Nav2
  const Cell cell = grid.cell_at(inverse(world_from_map) * in_world);
  if (!grid.contains(cell)) return cost::unknown;
  const int percent = occupancy[grid.index(cell)];
  if (percent < 0) return cost::unknown;
  return percent >= occupied_percent ? cost::lethal : cost::free;
}

Result<StaticMap> read_map(const nav_msgs::msg::OccupancyGrid& message) {
  constexpr std::uint32_t longest_side = 20'000;  // cells
  const nav_msgs::msg::MapMetaData& info = message.info;
  if (!(info.resolution > 0) || !std::isfinite(info.resolution))
    return Error{fmt::format("a map with a resolution of {} m", info.resolution)};
  if (info.width == 0 || info.height == 0 || info.width > longest_side ||
      info.height > longest_side)
    return Error{fmt::format("a map of {} by {} cells", info.width, info.height)};
  if (message.data.size() != std::size_t{info.width} * info.height)
    return Error{fmt::format("a map of {} by {} cells that has {} values", info.width, info.height,
                             message.data.size())};
  const auto& origin = info.origin;
  const Quat turned{origin.orientation.w, origin.orientation.x, origin.orientation.y,
                    origin.orientation.z};
  const Pose2 world_from_map{{origin.position.x, origin.position.y}, turned.yaw()};
  if (!std::isfinite(world_from_map.translation.x + world_from_map.translation.y +
                     world_from_map.yaw))
    return Error{"a map whose origin is no place"};
  return StaticMap{
      world_from_map,
      {{}, info.resolution, static_cast<int>(info.width), static_cast<int>(info.height)},
      message.data};
}

GridFrame frame_of(const StaticMap& map, double resolution_m) {
  const double length = map.grid.width * map.grid.resolution_m;
  const double breadth = map.grid.height * map.grid.resolution_m;
  Vec2 low{std::numeric_limits<double>::infinity(), std::numeric_limits<double>::infinity()};
  Vec2 high = -1 * low;
  for (const Vec2 corner : {Vec2{0, 0}, Vec2{length, 0}, Vec2{0, breadth}, Vec2{length, breadth}}) {
    const Vec2 in_world = map.world_from_map * corner;
    low = {std::min(low.x, in_world.x), std::min(low.y, in_world.y)};
    high = {std::max(high.x, in_world.x), std::max(high.y, in_world.y)};
  }
  const auto cells = [&](double size) {
    constexpr double rounding = 1e-6;  // of sizes that are whole cells
    return std::max(1, static_cast<int>(std::ceil(size / resolution_m - rounding)));
  };
  return {low, resolution_m, cells(high.x - low.x), cells(high.y - low.y)};
}

nav_msgs::msg::OccupancyGrid to_occupancy_grid(const Costmap& costmap) {
  static const std::array<std::int8_t, 256> percent = [] {
    std::array<std::int8_t, 256> all{};
    for (int i = 1; i < cost::inscribed; ++i)
      all[static_cast<std::size_t>(i)] = static_cast<std::int8_t>(1 + 97 * (i - 1) / 251);
    all[cost::inscribed] = 99;
    all[cost::lethal] = 100;
    all[cost::unknown] = -1;
    return all;
  }();
  nav_msgs::msg::OccupancyGrid message;
  const GridFrame& frame = costmap.frame();
  message.info.resolution = static_cast<float>(frame.resolution_m);
  message.info.width = static_cast<std::uint32_t>(frame.width);
  message.info.height = static_cast<std::uint32_t>(frame.height);
  message.info.origin.position = {.x = frame.corner.x, .y = frame.corner.y};
  message.data.reserve(costmap.costs().size());
  for (const std::uint8_t cell : costmap.costs()) message.data.push_back(percent[cell]);
  return message;
}

}  // namespace tandem
