// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#include "autonomy/farming/way_guard.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>

namespace tandem {

namespace {

constexpr std::array range_topics{"range/front", "range/front_left", "range/front_right"};

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

std::vector<Vec2> places_in_cone(const sensor_msgs::msg::Range& range,
                                 const Pose2& base_from_sensor) {
  constexpr double floor_m = 0.19;  // farther away a sensor near the floor may see the floor
  if (!(range.range <= floor_m)) return {};
  // what is too near to be measured is at the nearest that can be
  const double away_m = std::max(range.range, range.min_range);
  std::vector<Vec2> places;
  for (const double share : {-0.5, 0.0, 0.5}) {
    const double angle = share * range.field_of_view;
    places.push_back(base_from_sensor * Vec2{away_m * std::cos(angle), away_m * std::sin(angle)});
  }
  return places;
}

WayGuard::WayGuard(Node& node, const Whereabouts& whereabouts)
    : node_(node),
      whereabouts_(whereabouts),
      scans_(node.subscribe<sensor_msgs::msg::LaserScan>(
          "scan", qos::sensor, [this](const sensor_msgs::msg::LaserScan& scan) { hear(scan); })) {
  for (std::size_t i = 0; i < ranges_.size(); ++i)
    ranges_[i] = node.subscribe<sensor_msgs::msg::Range>(
        range_topics[i], qos::sensor,
        [this, i](const sensor_msgs::msg::Range& range) { hear(range, near_floor_[i]); });
}

bool WayGuard::is_clear(std::span<const Vec2> outline, const Twist2& twist) const {
  constexpr Duration silence_limit = 1s;
  if (heard_ && node_.now() - *heard_ > silence_limit) return false;
  if (!is_way_clear(points_in_base_, outline, twist)) return false;
  if (twist.linear <= 0) return true;  // it drives onto nothing that is before it
  constexpr Duration counts_for = 500ms;
  constexpr double tool_m = 0.1;  // an outline that reaches so far before a sensor has a tool there
  double reach = 0;
  for (const Vec2 corner : outline) reach = std::max(reach, corner.x);
  return std::ranges::all_of(near_floor_, [&](const NearFloor& it) {
    return node_.now() - it.heard_at > counts_for || reach > it.sensor_in_base.x + tool_m ||
           is_way_clear(it.places_in_base, outline, twist);
  });
}

void WayGuard::hear(const sensor_msgs::msg::Range& range, NearFloor& heard) const {
  const std::string& base_frame = whereabouts_.base_frame();
  if (base_frame.empty()) return;
  const auto found = whereabouts_.transforms().latest(base_frame, range.header.frame_id);
  if (!found) return;
  const Pose& pose = found->pose;
  const Pose2 base_from_sensor{{pose.translation.x, pose.translation.y}, pose.rotation.yaw()};
  heard = {base_from_sensor.translation, places_in_cone(range, base_from_sensor), node_.now()};
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
