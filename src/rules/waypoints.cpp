// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#include "rules/waypoints.h"

#include <fmt/format.h>

namespace tandem {

namespace {

constexpr NumberRange place_range{-1e5, 1e5};
constexpr std::size_t most_points = 1000;

const Section point_section{"point", {"x", "y", "wait", "at"}};

std::optional<Waypoint> read_waypoint(const YamlNode& node, std::string_view key,
                                      Findings& findings) {
  const int errors_before = findings.error_count();
  Waypoint point;
  if (node.is_list() && node.items.size() == 2) {
    point.at.x = to_number(node.items[0], key, place_range, findings).value_or(0);
    point.at.y = to_number(node.items[1], key, place_range, findings).value_or(0);
  } else if (node.is_map()) {
    const Fields fields(node, point_section, findings);
    fields.require("x");
    fields.require("y");
    fields.read("x", point.at.x, place_range);
    fields.read("y", point.at.y, place_range);
    Duration time{};
    if (fields.read("wait", time, 0s, 24h)) point.wait = time;
    if (fields.read("at", time, 0s, 24h)) point.leave_at = time;
  } else {
    findings.error(node.place, fmt::format("a point of '{}' is [x, y] or a map with x and y, is {}",
                                           key, describe(node)));
  }
  if (findings.error_count() > errors_before) return std::nullopt;
  return point;
}

}  // namespace

std::vector<Waypoint> read_waypoints(const Fields& fields, std::string_view key,
                                     std::size_t least) {
  std::vector<Waypoint> points;
  const YamlNode* node = fields.find(key);
  if (!node) return points;
  Findings& findings = fields.findings();
  if (!node->is_list() || node->items.size() < least || node->items.size() > most_points) {
    findings.error(node->place, fmt::format("'{}' expects a list of {} to {} points, is {}", key,
                                            least, most_points, describe(*node)));
    return points;
  }
  for (const YamlNode& item : node->items)
    if (const auto point = read_waypoint(item, key, findings)) points.push_back(*point);
  return points;
}

void Tour::advance() {
  if (points_ < 2) return;
  if (!turns_back_) {
    index_ = (index_ + 1) % points_;
    return;
  }
  if (index_ + 1 == points_) is_backward_ = true;
  if (index_ == 0) is_backward_ = false;
  index_ = is_backward_ ? index_ - 1 : index_ + 1;
}

}  // namespace tandem
