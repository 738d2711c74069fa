// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#include "scenario/spawn_file.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>

#include "scenario/fields.h"
#include "scenario/object_catalog.h"
#include "scenario/outlook.h"
#include "scenario/robot_file.h"
#include "scenario/spawn_object.h"

namespace tandem {

namespace {

constexpr int max_count = 200'000;
constexpr double max_cells = 1e6;  // of a grid; more would take seconds to fill

// The farthest corner of a model's bounds from its origin.
double reach_of(const Bounds& bounds) {
  const auto farther = [](double low, double high) {
    return std::max(std::abs(low), std::abs(high));
  };
  return length({farther(bounds.low.x, bounds.high.x), farther(bounds.low.y, bounds.high.y),
                 farther(bounds.low.z, bounds.high.z)});
}

// A type of the catalog or a model by its name, or an object that is described on the spot.
std::shared_ptr<const Model> read_object(const YamlNode& node, const std::string& name,
                                         const Scenario& scenario, LoadContext& context) {
  if (node.is_text()) return find_object_type(node.text, node.place, scenario, context);
  return read_spawned_object(node, name, context);
}

// "objects": types in a list, all alike, or in a map to how often each is drawn.
std::vector<SpawnKind> read_kinds(const YamlNode& node, const Scenario& scenario,
                                  LoadContext& context) {
  std::vector<SpawnKind> kinds;
  Findings& findings = context.findings();
  const auto add = [&](const std::string& type, const Place& place, double weight) {
    if (auto model = find_object_type(type, place, scenario, context))
      kinds.push_back({std::move(model), weight});
  };
  if (node.kind == YamlNode::Kind::list) {
    for (const YamlNode& item : node.items)
      if (const auto type = to_text(item, "objects", findings)) add(*type, item.place, 1);
  } else if (node.is_map()) {
    for (const YamlEntry& entry : node.entries)
      if (const auto weight = to_number(entry.value, entry.key, {0, 1e6, false}, findings))
        add(entry.key, entry.place, *weight);
  }
  if (node.items.empty() && node.entries.empty())
    findings.error(node.place,
                   fmt::format("'objects' expects a list of types, or a map from types to how "
                               "often each is drawn, is {}",
                               describe(node)));
  return kinds;
}

std::optional<SpawnEntry> read_entry(const YamlEntry& written, const Scenario& scenario,
                                     LoadContext& context) {
  Findings& findings = context.findings();
  const int errors_before = findings.error_count();
  SpawnEntry entry;
  entry.name = written.key;
  entry.place = written.place;
  if (!is_plain_name(entry.name))
    findings.error(written.place,
                   "a spawn's name has letters, digits and underscores, a letter first");
  const Fields fields(written.value, schema::spawn, findings);
  fields.read("count", entry.count, 0, max_count);
  if (const YamlNode* area = fields.require("area")) entry.area = read_area(*area, findings);
  if (const YamlNode* objects = fields.find("objects")) {
    entry.kinds = read_kinds(*objects, scenario, context);
    if (fields.find("object"))
      findings.error(fields.place_of("object"), "'object' cannot be given beside 'objects'");
  } else if (const YamlNode* object = fields.require("object")) {
    if (auto model = read_object(*object, entry.name, scenario, context))
      entry.kinds.push_back({std::move(model)});
  }
  constexpr std::array<std::string_view, 2> arrangements{"grid", "scattered"};
  if (const auto choice = fields.read_choice("arrangement", arrangements))
    entry.arrangement = static_cast<Arrangement>(*choice);
  fields.read("spacing_m", entry.spacing_m, {0, 1000});
  fields.read("layers", entry.layers, 1, most_layers);
  fields.read("height_m", entry.height_m, {0, 1000});
  fields.read("keep_clear_m", entry.keep_clear_m, {0, 1000});
  const YamlNode* yaw = fields.find("yaw");
  if (yaw && yaw->is_text() && yaw->text == "random") {
    entry.has_random_yaw = true;
  } else if (yaw) {
    findings.error(yaw->place, fmt::format("'yaw' can only be random, is {}; turn the area with "
                                           "its 'yaw_deg'",
                                           describe(*yaw)));
  }
  const YamlNode* tilt = fields.find("tilt");
  if (tilt && tilt->is_text() && tilt->text == "random") {
    entry.has_random_tilt = true;
  } else if (tilt) {
    findings.error(tilt->place, fmt::format("'tilt' can only be random, is {}", describe(*tilt)));
  }
  if (entry.kinds.empty() || findings.error_count() > errors_before) return std::nullopt;
  for (const SpawnKind& kind : entry.kinds) {
    const Bounds bounds = bounds_of(*kind.model, {});
    if (bounds.is_empty()) {
      findings.error(entry.place, "the object has no collision shape, so it has no size");
      return std::nullopt;
    }
    entry.bounds.add(bounds);
    entry.kind_height_m = std::max(entry.kind_height_m, bounds.size().z);
    entry.radius_m = std::max(
        entry.radius_m, entry.has_random_tilt ? reach_of(bounds) : footprint_radius(*kind.model));
  }
  const SpawnGrid grid = grid_of(entry);
  if (entry.arrangement == Arrangement::grid && grid.columns * grid.rows > max_cells) {
    findings.error(entry.place,
                   fmt::format("a grid of {} by {} cells is too fine; make the area smaller, or "
                               "scatter the objects",
                               grid.columns, grid.rows));
    return std::nullopt;
  }
  return entry;
}

}  // namespace

std::shared_ptr<const SpawnPlan> read_spawn_plan(const YamlNode& node, const Scenario& scenario,
                                                 LoadContext& context) {
  if (!node.is_map()) {
    context.findings().error(
        node.place,
        fmt::format("'spawn' expects a map from names to things to spawn, is {}", describe(node)));
    return nullptr;
  }
  auto plan = std::make_shared<SpawnPlan>();
  for (const YamlEntry& written : node.entries)
    if (auto entry = read_entry(written, scenario, context))
      plan->entries.push_back(std::move(*entry));
  return plan;
}

}  // namespace tandem
