// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#include "autonomy/farming/way_guard.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace tandem {

namespace {

// From a point to a polygon; below zero inside of it.
double distance_to(std::span<const Vec2> polygon, Vec2 point) {
  double least = std::numeric_limits<double>::infinity();
  bool is_inside = false;
  for (std::size_t i = 0; i < polygon.size(); ++i) {
    const Vec2 a = polygon[i], b = polygon[(i + 1) % polygon.size()];
    const Vec2 side = b - a, off = point - a;
    const double share = std::clamp(dot(side, off) / dot(side, side), 0.0, 1.0);
    const Vec2 away = off - share * side;
    least = std::min(least, std::hypot(away.x, away.y));
    if ((a.y > point.y) != (b.y > point.y) &&
        point.x < a.x + (point.y - a.y) / (b.y - a.y) * (b.x - a.x))
      is_inside = !is_inside;
  }
  return is_inside ? -least : least;
}

}  // namespace

bool is_way_clear(std::span<const Vec2> points_in_base, std::span<const Vec2> outline,
                  const Twist2& twist, double margin_m, double ahead_s) {
  constexpr int looks = 4;
  for (const Vec2 point : points_in_base) {
    const double now_m = distance_to(outline, point);
    if (now_m < 0) continue;
    for (int i = 1; i <= looks; ++i) {
      const double after_s = ahead_s * i / looks;
      const Pose2 base_from_later{{twist.linear * after_s, 0}, twist.angular * after_s};
      const double then_m = distance_to(outline, inverse(base_from_later) * point);
      // who is near to a thing already may go away from it
      if (then_m < margin_m && then_m < now_m - 1e-6) return false;
    }
  }
  return true;
}

WayGuard::WayGuard(Node& node, const Whereabouts& whereabouts)
    : node_(node),
      whereabouts_(whereabouts),
      scans_(node.subscribe<sensor_msgs::msg::LaserScan>(
          "scan", qos::sensor, [this](const sensor_msgs::msg::LaserScan& scan) { hear(scan); })) {}

bool WayGuard::is_clear(std::span<const Vec2> outline, const Twist2& twist) const {
  constexpr Duration silence_limit = 1s;
  if (heard_ && node_.now() - *heard_ > silence_limit) return false;
  return is_way_clear(points_in_base_, outline, twist);
}

void WayGuard::hear(const sensor_msgs::msg::LaserScan& scan) {
  const std::string& base_frame = whereabouts_.base_frame();
  if (base_frame.empty()) return;
  const auto base_from_lidar = whereabouts_.transforms().latest(base_frame, scan.header.frame_id);
  if (!base_from_lidar) return;
  heard_ = node_.now();
  constexpr double near_m = 1.0;  // farther away nothing is driven into within a second
  points_in_base_.clear();
  double angle = scan.angle_min;
  for (const float range : scan.ranges) {
    if (range >= scan.range_min && range <= near_m) {
      const Vec3 point =
          base_from_lidar->pose * Vec3{range * std::cos(angle), range * std::sin(angle), 0};
      points_in_base_.push_back({point.x, point.y});
    }
    angle += scan.angle_increment;
  }
}

}  // namespace tandem
