// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#include "scenario/spawn_object.h"

#include <fmt/format.h>

#include <array>

#include "scenario/fields.h"
#include "scenario/world_parts.h"

namespace tandem {

namespace {

constexpr NumberRange length_range{1e-3, 1000};
constexpr std::array<std::string_view, 4> shape_names{"box", "sphere", "cylinder", "capsule"};

// Which of the size keys each shape has; the others would say nothing.
constexpr std::array<std::array<bool, 3>, 4> has_size_radius_length{
    {{true, false, false}, {false, true, false}, {false, true, true}, {false, true, true}}};

std::optional<Shape> read_shape(const Fields& fields) {
  if (!fields.require("shape")) return std::nullopt;
  const std::optional<std::size_t> kind = fields.read_choice("shape", shape_names);
  if (!kind) return std::nullopt;

  constexpr std::array<std::string_view, 3> keys{"size_m", "radius_m", "length_m"};
  for (std::size_t i = 0; i < keys.size(); ++i) {
    if (has_size_radius_length[*kind][i]) {
      if (!fields.require(keys[i])) return std::nullopt;
    } else if (fields.find(keys[i])) {
      fields.findings().error(fields.place_of(keys[i]),
                              fmt::format("a {} has no '{}'", shape_names[*kind], keys[i]));
    }
  }
  Vec3 size;
  double radius = 0, length = 0;
  fields.read("size_m", size, length_range);
  fields.read("radius_m", radius, length_range);
  fields.read("length_m", length, length_range);
  switch (*kind) {
    case 0:
      return Box{size};
    case 1:
      return Sphere{radius};
    case 2:
      return Cylinder{radius, length};
    default:
      return Capsule{radius, length};
  }
}

}  // namespace

std::shared_ptr<const Model> read_spawned_object(const YamlNode& node, const std::string& name,
                                                 LoadContext& context) {
  Findings& findings = context.findings();
  const int errors_before = findings.error_count();
  const Fields fields(node, schema::spawned_object, findings);
  if (!fields.is_map()) return nullptr;

  if (fields.find("model")) {
    for (const YamlEntry& entry : node.entries)
      if (entry.key != "model")
        findings.error(entry.place, fmt::format("'{}' cannot be given beside 'model'; the model's "
                                                "file says it",
                                                entry.key));
    std::string model;
    if (!fields.read("model", model)) return nullptr;
    const auto file = context.find(NamedFile::robot, model, fields.place_of("model"));
    return file ? context.model(*file) : nullptr;
  }

  const std::optional<Shape> shape = read_shape(fields);
  double mass_kg = 0;
  fields.require("mass_kg");
  fields.read("mass_kg", mass_kg, {1e-4, 1e6});
  Material material;
  fields.read("color", material.base_color);
  Surface surface;
  fields.read("friction", surface.friction, {0, 10});
  fields.read("restitution", surface.restitution, {0, 1});
  fields.read("rolling_friction_m", surface.rolling_friction, {0, 10});
  double linear_drag = Link{}.linear_drag, angular_drag = Link{}.angular_drag;
  fields.read("linear_drag", linear_drag, {0, 1});
  fields.read("angular_drag", angular_drag, {0, 1});
  if (!shape || findings.error_count() > errors_before) return nullptr;

  Model model = solid_model(name, *shape, mass_kg, material, surface);
  model.place = node.place;
  model.links.front().linear_drag = linear_drag;
  model.links.front().angular_drag = angular_drag;
  return std::make_shared<const Model>(std::move(model));
}

}  // namespace tandem
