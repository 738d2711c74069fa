// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#include "render/shade_tables.h"

#include <algorithm>
#include <cmath>

#include "render/prims.h"
#include "render/ray_world.h"
#include "render/srgb_table.h"

namespace tandem {

namespace {

void set(float* to, const Vec3& v) {
  to[0] = static_cast<float>(v.x);
  to[1] = static_cast<float>(v.y);
  to[2] = static_cast<float>(v.z);
}

void set(float* to, const Vec3f& v) {
  to[0] = v.x;
  to[1] = v.y;
  to[2] = v.z;
}

// A colour that is meant to be seen.
Vec3 shown(const Color& color) {
  return {linear_from_srgb(color.r), linear_from_srgb(color.g), linear_from_srgb(color.b)};
}

// An amount of light.
Vec3 amount(const Color& color) { return {color.r, color.g, color.b}; }

std::int32_t number(TextureId id) { return id == no_texture ? -1 : static_cast<std::int32_t>(id); }

ShadeKind kind_of(const Shape& shape) {
  constexpr ShadeKind kinds[] = {ShadeKind::box,     ShadeKind::ellipsoid,  ShadeKind::cylinder,
                                 ShadeKind::capsule, ShadeKind::ellipsoid,  ShadeKind::rectangle,
                                 ShadeKind::mesh,    ShadeKind::heightfield};
  static_assert(std::variant_size_v<Shape> == std::size(kinds));
  return kinds[shape.index()];
}

void place(const SceneInstance& source, ShadeInstance& instance) {
  Prim prim{};
  place_prim(source, prim);
  std::copy_n(prim.position, 3, instance.position);
  std::copy_n(prim.world_from_prim, 9, instance.world_from_instance);
}

}  // namespace

ShadeSky make_sky(const Atmosphere& atmosphere) {
  ShadeSky sky{};
  const Vec3 background = shown(atmosphere.background);
  set(sky.horizon, background);
  set(sky.zenith, background);
  set(sky.ground, background);
  if (atmosphere.has_sky) {
    // paler at the horizon, deeper overhead, earthy below
    set(sky.horizon, 0.45 * background + Vec3{0.5, 0.52, 0.55});
    set(sky.zenith, Vec3{0.55 * background.x, 0.7 * background.y, 0.9 * background.z});
    set(sky.ground, 0.3 * background + Vec3{0.12, 0.11, 0.1});
  }
  const Vec3 ambient = amount(atmosphere.ambient);
  set(sky.ambient, ambient);
  set(sky.mirrored_up, 0.5 * (background + ambient));
  set(sky.mirrored_down, 0.35 * ambient);

  const Atmosphere::Fog& fog = atmosphere.fog;
  sky.fog = fog.type == "linear" ? 1 : fog.type == "quadratic" ? 2 : 0;
  set(sky.fog_color, shown(fog.color));
  sky.fog_start = static_cast<float>(fog.start_m);
  sky.fog_end = static_cast<float>(std::max(fog.end_m, fog.start_m + 1e-3));
  sky.fog_density = static_cast<float>(sky.fog == 1 ? std::min(fog.density, 1.0) : fog.density);
  return sky;
}

std::vector<ShadeLight> make_lights(const RenderScene& scene) {
  std::vector<ShadeLight> lights;
  for (const Light& source : scene.lights()) {
    if (source.intensity <= 0) continue;
    ShadeLight& light = lights.emplace_back();
    light.kind = source.type == LightType::directional ? ShadeLight::directional
                 : source.type == LightType::point     ? ShadeLight::point
                                                       : ShadeLight::spot;
    set(light.position, source.world_from_light.translation);
    set(light.direction, normalized(source.world_from_light.rotation * source.direction));
    set(light.color, source.intensity * amount(source.diffuse));
    light.range = static_cast<float>(source.range_m);
    light.attenuation[0] = static_cast<float>(source.attenuation_constant);
    light.attenuation[1] = static_cast<float>(source.attenuation_linear);
    light.attenuation[2] = static_cast<float>(source.attenuation_quadratic);
    light.cos_inner = static_cast<float>(std::cos(source.spot_inner_angle / 2));
    light.cos_outer = static_cast<float>(std::cos(source.spot_outer_angle / 2));
    light.falloff = static_cast<float>(source.spot_falloff);
    light.casts_shadows = source.casts_shadows && scene.atmosphere().has_shadows;
  }
  return lights;
}

void ShadeTables::take_materials(const RenderScene& scene) {
  part_materials_ = scene.part_materials();
  // textures are only ever added to a scene, so those in front are mostly known
  if (packed_.size() > scene.texture_count()) packed_.clear();
  textures_.clear();
  for (std::uint32_t i = 0; i < scene.texture_count(); ++i) {
    const std::shared_ptr<const Texture>& source = scene.shared_texture(TextureId{i});
    if (i == packed_.size())
      packed_.push_back({source, PackedTexture(*source)});
    else if (packed_[i].source != source)
      packed_[i] = {source, PackedTexture(*source)};
    textures_.push_back(packed_[i].texture.view());
  }
  materials_.clear();
  for (const SceneMaterial& source : scene.materials()) {
    ShadeMaterial& material = materials_.emplace_back();
    set(material.base_color, source.base_color);
    set(material.emissive, source.emissive);
    material.opacity = source.opacity;
    material.metalness = source.metalness;
    material.roughness = source.roughness;
    material.base_color_texture = number(source.base_color_texture);
    material.normal_texture = number(source.normal_texture);
    material.roughness_texture = number(source.roughness_texture);
    material.metalness_texture = number(source.metalness_texture);
    material.emissive_texture = number(source.emissive_texture);
  }
}

void ShadeTables::take_instances(const RenderScene& scene) {
  instances_.clear();
  first_indices_.clear();
  for (const SceneInstance& source : scene.instances()) {
    ShadeInstance& instance = instances_.emplace_back();
    instance.kind = kind_of(*source.shape);
    instance.instance_id = instance_id(source.entity);
    instance.first_part = source.first_part;
    instance.label = source.label;
    instance.has_own_materials = source.has_own_materials;
    set_size(*source.shape, instance.size);
    if (const auto* shape = std::get_if<MeshShape>(source.shape)) {
      const Mesh& mesh = *shape->mesh;
      auto& [kept, first] = first_indices_[&mesh];
      if (kept == nullptr) {
        kept = shape->mesh;
        for (const Submesh& submesh : mesh.submeshes) first.push_back(submesh.first_index);
        if (first.empty()) first.push_back(0);
      }
      instance.mesh.first_index = first.data();
      instance.mesh.indices = mesh.indices.data();
      instance.mesh.positions = mesh.positions.front().data();
      instance.mesh.normals = mesh.normals.front().data();
      if (!mesh.texture_coordinates.empty())
        instance.mesh.texture_coordinates = mesh.texture_coordinates.front().data();
    }
    if (const auto* terrain = std::get_if<HeightfieldShape>(source.shape)) {
      const Heightfield& field = *terrain->field;
      instance.field = {field.heights_m.data(), field.columns, field.rows,
                        static_cast<float>(field.size_x_m), static_cast<float>(field.size_y_m)};
    }
    place(source, instance);
  }
}

void ShadeTables::update(const RenderScene& scene) {
  if (scene.revision() == revision_) return;
  const bool is_other_scene = scene.id() != scene_id_;
  if (is_other_scene || scene.instances_changed_at() != instances_changed_at_) {
    take_materials(scene);
    take_instances(scene);
    lights_ = make_lights(scene);
    sky_ = make_sky(scene.atmosphere());
  } else {
    for (std::size_t i = 0; i < instances_.size(); ++i)
      if (scene.instances()[i].moved_at > revision_) place(scene.instances()[i], instances_[i]);
  }
  paint_.show(scene.paint());
  painted_id_ = scene.painted_entity() ? instance_id(*scene.painted_entity()) : 0;
  scene_id_ = scene.id();
  revision_ = scene.revision();
  instances_changed_at_ = scene.instances_changed_at();
}

DrawScene ShadeTables::scene() const {
  DrawScene scene;
  scene.instances = instances_.data();
  scene.part_materials = part_materials_.data();
  scene.materials = materials_.data();
  scene.textures = textures_.data();
  scene.lights = lights_.data();
  scene.light_count = static_cast<int>(lights_.size());
  scene.sky = sky_;
  scene.paint = paint_.view();
  scene.paint.instance_id = painted_id_;
  if (painted_id_ == 0) scene.paint.level_count = 0;
  scene.srgb_table = srgb_table();
  return scene;
}

}  // namespace tandem
