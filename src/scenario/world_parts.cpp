// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#include "scenario/world_parts.h"

#include <filesystem>

#include "scenario/scenario.h"

namespace tandem {

void add_part(Link& link, const std::string& name, const Shape& shape, const Pose& link_from_part,
              const Material& material, const Surface& surface) {
  link.visuals.push_back({name, link_from_part, shape, material, true});
  link.collisions.push_back({name, link_from_part, shape, surface});
}

Material matte(Color color, float roughness) {
  Material material;
  material.base_color = color;
  material.roughness = roughness;
  return material;
}

namespace {

// Empty when it did not come with Tandem.
std::string texture_file(const std::string& name) {
  for (const std::filesystem::path& folder : scenario_folders()) {
    const std::filesystem::path file = folder / "textures" / (name + ".jpg");
    std::error_code ignored;
    if (std::filesystem::is_regular_file(file, ignored)) return file.string();
  }
  return {};
}

}  // namespace

Material textured(const std::string& texture, Color tint, Color without, float roughness) {
  const std::string file = texture_file(texture);
  Material material = matte(file.empty() ? without : tint, roughness);
  material.base_color_texture = file;
  material.normal_texture = texture_file(texture + "_normal");
  return material;
}

Model static_model(const std::string& name) {
  Model model;
  model.name = name;
  model.is_static = true;
  model.links.emplace_back().name = "link";
  return model;
}

Model solid_model(const std::string& name, const Shape& shape, double mass_kg,
                  const Material& material, const Surface& surface) {
  Model model;
  model.name = name;
  Link& link = model.links.emplace_back();
  link.name = "link";
  link.mass = solid(shape, mass_kg);
  add_part(link, "body", shape, {}, material, surface);
  return model;
}

Light sun(const Vec3& direction, Color color) {
  Light light;
  light.name = "sun";
  light.type = LightType::directional;
  light.world_from_light.translation = {0, 0, 10};
  light.direction = normalized(direction);
  light.diffuse = color;
  return light;
}

}  // namespace tandem
