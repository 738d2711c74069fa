// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include "scenario/gazebo_materials.h"
#include "scenario/resource.h"
#include "scenario/sdf_reader.h"

namespace tandem {

namespace {

float read_share(const XmlValue& value, float fallback) {
  const double share = value.number(static_cast<double>(fallback));
  if (share >= 0 && share <= 1) return static_cast<float>(share);
  value.error(fmt::format("must be from 0 to 1, is {}", share));
  return fallback;
}

void read_pbr(const XmlElement& metal, const std::filesystem::path& file,
              const ModelSearchPath& search, Material& material) {
  const auto texture = [&](const char* name) {
    return find_texture(metal.value(name), file, search);
  };
  material.base_color_texture = texture("albedo_map");
  material.normal_texture = texture("normal_map");
  material.roughness_texture = texture("roughness_map");
  material.metalness_texture = texture("metalness_map");
  material.emissive_texture = texture("emissive_map");
  material.roughness = read_share(metal.value("roughness"), 0.5f);
  material.metalness = read_share(metal.value("metalness"), 0.5f);
}

}  // namespace

std::optional<Material> read_sdf_material(const XmlElement& element,
                                          const std::filesystem::path& file,
                                          const ModelSearchPath& search) {
  Material material;
  const XmlValue diffuse = element.value("diffuse");
  const XmlValue ambient = element.value("ambient");
  const XmlElement script = element.child("script");
  const std::string script_name = script.value("name").text();
  if (script) {
    const auto color = gazebo_material(script_name);
    if (color)
      material.base_color = *color;
    else
      script.warn(fmt::format("material script '{}' is not known{}", script_name,
                              diffuse.is_given() ? ": the colours are used" : ""));
    // where the script is does not matter: those that are known are built in
    for (const XmlElement& uri : script.children("uri")) uri.skip();
  }
  const XmlElement metal = element.child("pbr").child("metal");
  if (metal) {
    read_pbr(metal, file, search, material);
    if (!material.base_color_texture.empty()) material.base_color = {1, 1, 1, 1};
  }
  const Color ambient_color = ambient.color(material.base_color);
  if (diffuse.is_given()) {
    material.base_color = diffuse.color(material.base_color);
    if (ambient.is_given() && ambient_color != material.base_color)
      element.warn_with_others("<ambient> differs from <diffuse>: the latter counts in any light");
  } else if (ambient.is_given() && !metal) {
    material.base_color = ambient_color;
  }
  material.emissive = element.value("emissive").color(material.emissive);
  return material;
}

}  // namespace tandem
