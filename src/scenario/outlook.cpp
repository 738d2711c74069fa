// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#include "scenario/outlook.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <numbers>
#include <utility>

#include "base/pattern.h"
#include "scenario/fields.h"
#include "scenario/robot_file.h"
#include "scenario/suggest.h"
#include "scenario/utf8_text.h"

namespace tandem {

// Topics as ROS names them; a wrong one would only show when nothing arrives.
void check_topic(const Fields& fields, std::string_view key) {
  const YamlNode* node = fields.find(key);
  if (!node || !node->is_text()) return;
  for (const char c : node->text)
    if (!std::isalnum(static_cast<unsigned char>(c)) && c != '_' && c != '/' && c != '~') {
      fields.findings().error(node->place,
                              fmt::format("'{}' is no topic name: {}", key, describe(*node)));
      return;
    }
}

Area read_area(const YamlNode& node, Findings& findings) {
  const Fields fields(node, schema::area, findings);
  Area area;
  double yaw_deg = 0;
  fields.read("x", area.world_from_center.translation.x);
  fields.read("y", area.world_from_center.translation.y);
  if (fields.read("yaw_deg", yaw_deg, {-360, 360}))
    area.world_from_center.yaw = yaw_deg * std::numbers::pi / 180;
  fields.require("size_x_m");
  fields.require("size_y_m");
  fields.read("size_x_m", area.size_x_m, {1e-3, 1e5});
  fields.read("size_y_m", area.size_y_m, {1e-3, 1e5});
  return area;
}

GeodeticOrigin read_origin(const YamlNode& node, Findings& findings) {
  const Fields fields(node, schema::origin, findings);
  GeodeticOrigin origin;
  fields.require("latitude_deg");
  fields.require("longitude_deg");
  fields.read("latitude_deg", origin.latitude_deg, {-90, 90});
  fields.read("longitude_deg", origin.longitude_deg, {-180, 180});
  fields.read("elevation_m", origin.elevation_m, {-12'000, 100'000});
  fields.read("heading_deg", origin.heading_deg, {-360, 360});
  return origin;
}

std::optional<ProjectionConfig> read_projection(const YamlNode& node, Findings& findings) {
  const Fields fields(node, schema::projection, findings);
  ProjectionConfig projection;
  const YamlNode* area = fields.require("area");
  if (!area) return std::nullopt;
  projection.floor = read_area(*area, findings);
  fields.read("width_px", projection.width_px, 1, 16384);
  fields.read("height_px", projection.height_px, 1, 16384);
  return projection;
}

namespace {

// In whose namespace a topic is, the innermost.
std::string robot_with_topic(const std::vector<RobotConfig>& robots, std::string_view topic) {
  std::string found;
  std::size_t longest = 0;
  for (const RobotConfig& robot : robots) {
    const std::string ns = namespace_of(robot);
    if (ns.size() <= longest || !(topic.starts_with(ns + "/") || topic.starts_with("/" + ns + "/")))
      continue;
    found = robot.name;
    longest = ns.size();
  }
  return found;
}

// None is less than the one before.
Limits read_limits(const Fields& fields) {
  Limits limits;
  const std::array<std::pair<std::string_view, std::optional<double>*>, 4> ascending{
      {{"error_below", &limits.error_below},
       {"warn_below", &limits.warn_below},
       {"warn_above", &limits.warn_above},
       {"error_above", &limits.error_above}}};
  std::string_view lower_key;
  double lower = 0;
  for (const auto& [key, limit] : ascending) {
    double value = 0;
    if (!fields.read(key, value)) continue;
    *limit = value;
    if (!lower_key.empty() && value < lower)
      fields.findings().error(
          fields.place_of(key),
          fmt::format("'{}' is {}, which is less than '{}', {}", key, value, lower_key, lower));
    lower_key = key;
    lower = value;
  }
  return limits;
}

}  // namespace

std::vector<ObserveConfig> read_observe(const YamlNode& node,
                                        const std::vector<RobotConfig>& robots,
                                        Findings& findings) {
  std::vector<ObserveConfig> observed;
  if (!node.is_list()) {
    findings.error(node.place, fmt::format("'observe' expects a list, is {}", describe(node)));
    return observed;
  }
  std::vector<std::string> names;
  for (const RobotConfig& robot : robots) names.push_back(robot.name);
  for (const YamlNode& item : node.items) {
    const Fields fields(item, schema::observe, findings);
    ObserveConfig observe;
    observe.place = item.place;
    if (!fields.require("topic") || !fields.read("topic", observe.topic)) continue;
    check_topic(fields, "topic");
    fields.read("type", observe.type);
    fields.read("field", observe.field);
    fields.read("label", observe.label);
    fields.read("unit", observe.unit);
    if (fields.read("pattern", observe.pattern))
      if (const auto compiled = Pattern::compile(observe.pattern); !compiled)
        findings.error(fields.place_of("pattern"), compiled.error());
    observe.limits = read_limits(fields);
    if (!fields.read("robot", observe.robot))
      observe.robot = robot_with_topic(robots, observe.topic);
    else if (std::ranges::find(names, observe.robot) == names.end())
      findings.error(fields.place_of("robot"),
                     fmt::format("there is no robot '{}'{}", printable(observe.robot),
                                 suggestion(observe.robot, names)));
    constexpr std::array<std::string_view, 2> modes{"virtual", "twin"};
    if (const auto mode = fields.read_choice("mode", modes)) {
      observe.mode = static_cast<RobotMode>(*mode);
      if (observe.robot.empty())
        findings.error(fields.place_of("mode"),
                       "'mode' is that of a robot; 'robot' says of which one");
    }
    observed.push_back(std::move(observe));
  }
  return observed;
}

}  // namespace tandem
