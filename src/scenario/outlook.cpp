// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#include "scenario/outlook.h"

#include <fmt/format.h>

#include <charconv>
#include <cmath>
#include <numbers>

#include "base/pattern.h"
#include "scenario/fields.h"
#include "scenario/robot_file.h"
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

std::vector<RuleDescription> read_rules(const YamlNode& node, Findings& findings) {
  std::vector<RuleDescription> rules;
  if (!node.is_map()) {
    findings.error(node.place,
                   fmt::format("'rules' expects a map from names to rules, is {}", describe(node)));
    return rules;
  }
  for (const YamlEntry& entry : node.entries) {
    RuleDescription rule;
    rule.name = entry.key;
    rule.place = entry.place;
    Section section{schema::rule.name, schema::rule.keys};
    for (const YamlEntry& setting : entry.value.entries) section.keys.push_back(setting.key);
    const Fields fields(entry.value, section, findings);
    if (!fields.require("type") || !fields.read("type", rule.type)) continue;
    for (const YamlEntry& setting : entry.value.entries) {
      if (setting.key == "type") continue;
      const std::optional<std::string> text = to_text(setting.value, setting.key, findings);
      if (!text) continue;
      double number = 0;
      const auto [end, error] = std::from_chars(text->data(), text->data() + text->size(), number);
      if (error == std::errc{} && end == text->data() + text->size() && std::isfinite(number)) {
        rule.settings.emplace(setting.key, number);
      } else {
        rule.settings.emplace(setting.key, *text);
      }
    }
    findings.warn(entry.place, fmt::format("rule '{}' of type '{}' does nothing in this version",
                                           printable(rule.name), printable(rule.type)));
    rules.push_back(std::move(rule));
  }
  return rules;
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

std::vector<ObserveConfig> read_observe(const YamlNode& node, Findings& findings) {
  std::vector<ObserveConfig> observed;
  if (!node.is_list()) {
    findings.error(node.place, fmt::format("'observe' expects a list, is {}", describe(node)));
    return observed;
  }
  for (const YamlNode& item : node.items) {
    const Fields fields(item, schema::observe, findings);
    ObserveConfig observe;
    observe.place = item.place;
    if (!fields.require("topic") || !fields.read("topic", observe.topic)) continue;
    check_topic(fields, "topic");
    fields.read("type", observe.type);
    fields.read("label", observe.label);
    if (fields.read("pattern", observe.pattern))
      if (const auto compiled = Pattern::compile(observe.pattern); !compiled)
        findings.error(fields.place_of("pattern"), compiled.error());
    observed.push_back(std::move(observe));
  }
  if (!observed.empty())
    findings.warn(node.place, "'observe' is read but nothing shows it in this version");
  return observed;
}

}  // namespace tandem
