// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#include "render/render_scene.h"

#include <fmt/format.h>

#include <algorithm>
#include <atomic>
#include <set>

#include "base/log.h"

namespace tandem {

namespace {

// Unique in the process. Only compared for being equal or later, so the run does not depend on it.
std::uint64_t next_number() {
  static std::atomic<std::uint64_t> last{0};
  return ++last;
}

Vec3f linear(const Color& color) {
  return {linear_from_srgb(color.r), linear_from_srgb(color.g), linear_from_srgb(color.b)};
}

Vec3f times(const Vec3f& a, const Vec3f& b) { return {a.x * b.x, a.y * b.y, a.z * b.z}; }

float brightness(const Vec3f& color) {
  return 0.2126f * color.x + 0.7152f * color.y + 0.0722f * color.z;
}

// Two materials that look the same have the same text.
std::string text_of(const Material& m) {
  const auto color = [](const Color& c) { return fmt::format("{} {} {} {}", c.r, c.g, c.b, c.a); };
  return fmt::format("{}|{}|{} {}|{}|{}|{}|{}|{}", color(m.base_color), color(m.emissive),
                     m.metalness, m.roughness, m.base_color_texture, m.normal_texture,
                     m.roughness_texture, m.metalness_texture, m.emissive_texture);
}

bool is_same(const Entity& a, const Entity& b) {
  return a.id == b.id && a.model == b.model && is_real(a) == is_real(b) &&
         std::ranges::equal(a.links, b.links, [](const EntityLink& x, const EntityLink& y) {
           return x.body == y.body && x.body_from_link == y.body_from_link;
         });
}

}  // namespace

RenderScene::Id::Id() : value(next_number()) {}

RenderScene::RenderScene(const WorldDescription& world)
    : lights_(world.lights),
      atmosphere_(world.atmosphere),
      revision_(next_number()),
      instances_changed_at_(revision_),
      still_changed_at_(revision_) {}

void RenderScene::show(const std::shared_ptr<const EntityList>& entities,
                       const PoseTable& world_from_body,
                       const std::shared_ptr<const PaintImage>& paint) {
  revision_ = next_number();
  if (entities != entities_) {
    if (!entities_ || !std::ranges::equal(*entities, *entities_, is_same)) {
      take_entities(*entities);
      world_from_body_ = {};  // every instance is to get its place
    }
    entities_ = entities;
  }
  take_poses(world_from_body);

  paint_ = paint;
  painted_entity_.reset();
  if (const Entity* floor = paint ? entities->find(paint->placement().surface) : nullptr)
    painted_entity_ = floor->id;
}

// Models that come and go would add up. Parts are numbered anew, so this is only for when nearly
// all of them are gone.
void RenderScene::forget_looks(const EntityList& entities) {
  std::set<const Model*> used;
  for (const Entity& entity : entities) used.insert(entity.model.get());
  constexpr std::size_t few = 64;
  if (looks_.size() <= 2 * used.size() + few) return;
  looks_.clear();
  part_materials_.clear();
}

void RenderScene::take_entities(const EntityList& entities) {
  forget_looks(entities);
  if (labels_ != entities.labels()) {
    labels_ = entities.labels();
    for (auto& [model, look] : looks_) look.label = labels_->of(*model);
  }

  std::vector<SceneInstance> instances;
  std::size_t body_count = 0;
  for (const Entity& entity : entities) {
    const Look& look = look_of(entity.model);
    for (const Look::Part& part : look.parts) {
      SceneInstance& instance = instances.emplace_back();
      const EntityLink& link = entity.links[part.link];
      instance.shape = &part.visual->shape;
      instance.body = link.body;
      instance.body_from_instance = link.body_from_link * part.visual->link_from_visual;
      instance.entity = entity.id;
      instance.label = part.visual->label.value_or(look.label);
      instance.first_part = part.first_part;
      instance.has_own_materials = part.has_own_materials;
      instance.casts_shadows = part.visual->casts_shadows;
      instance.is_still = entity.model->is_static;
      instance.is_real = is_real(entity);
      body_count = std::max(body_count, static_cast<std::size_t>(link.body) + 1);
    }
  }

  // still ones need no work as long as all of them are the same as before
  const auto is_same_still = [](const SceneInstance& a, const SceneInstance& b) {
    return a.shape == b.shape && a.entity == b.entity && a.body == b.body &&
           a.body_from_instance == b.body_from_instance && a.is_still == b.is_still &&
           a.is_real == b.is_real;
  };
  const auto first_change = std::ranges::mismatch(instances_, instances, is_same_still);
  const auto is_still = [](const SceneInstance& instance) { return instance.is_still; };
  if (std::any_of(first_change.in1, instances_.end(), is_still) ||
      std::any_of(first_change.in2, instances.end(), is_still))
    still_changed_at_ = revision_;
  instances_changed_at_ = revision_;
  instances_ = std::move(instances);

  first_of_body_.assign(body_count + 1, 0);
  for (const SceneInstance& instance : instances_)
    ++first_of_body_[static_cast<std::size_t>(instance.body) + 1];
  for (std::size_t body = 0; body < body_count; ++body)
    first_of_body_[body + 1] += first_of_body_[body];
  std::vector<std::uint32_t> next(first_of_body_.begin(), first_of_body_.end() - 1);
  by_body_.resize(instances_.size());
  for (std::uint32_t i = 0; i < instances_.size(); ++i)
    by_body_[next[static_cast<std::size_t>(instances_[i].body)]++] = i;
}

void RenderScene::take_poses(const PoseTable& world_from_body) {
  world_from_body.for_each_difference(world_from_body_, [&](std::size_t body, const Pose& pose) {
    if (body + 1 >= first_of_body_.size()) return;
    for (std::uint32_t i = first_of_body_[body]; i < first_of_body_[body + 1]; ++i) {
      SceneInstance& instance = instances_[by_body_[i]];
      instance.world_from_instance = pose * instance.body_from_instance;
      instance.moved_at = revision_;
      // somebody put a static model elsewhere
      if (instance.is_still) still_changed_at_ = revision_;
    }
  });
  world_from_body_ = world_from_body;
}

const RenderScene::Look& RenderScene::look_of(const std::shared_ptr<const Model>& model) {
  const auto [found, is_new] = looks_.try_emplace(model.get());
  Look& look = found->second;
  if (!is_new) return look;

  look.model = model;
  look.label = labels_->of(*model);
  for (std::size_t link = 0; link < model->links.size(); ++link)
    for (const Visual& visual : model->links[link].visuals) {
      Look::Part part{link, &visual, static_cast<std::uint32_t>(part_materials_.size()), false};
      const auto* mesh = std::get_if<MeshShape>(&visual.shape);
      if (mesh != nullptr && mesh->mesh->indices.empty()) continue;
      if (mesh != nullptr && !visual.material && !mesh->mesh->submeshes.empty()) {
        part.has_own_materials = true;
        for (const Submesh& submesh : mesh->mesh->submeshes)
          part_materials_.push_back(add_material(mesh->mesh->materials[submesh.material]));
      } else {
        part_materials_.push_back(add_material(visual.material.value_or(Material{})));
      }
      look.parts.push_back(part);
    }
  return look;
}

std::uint32_t RenderScene::add_material(const Material& material) {
  const auto [found, is_new] = known_materials_.try_emplace(
      text_of(material), static_cast<std::uint32_t>(materials_.size()));
  if (!is_new) return found->second;

  SceneMaterial made;
  made.base_color = linear(material.base_color);
  made.opacity = std::clamp(material.base_color.a, 0.0f, 1.0f);
  made.emissive = linear(material.emissive);
  made.metalness = material.metalness;
  made.roughness = material.roughness;
  made.base_color_texture = add_texture(material.base_color_texture, TextureUse::color);
  made.normal_texture = add_texture(material.normal_texture, TextureUse::data);
  made.roughness_texture = add_texture(material.roughness_texture, TextureUse::data);
  made.metalness_texture = add_texture(material.metalness_texture, TextureUse::data);
  made.emissive_texture = add_texture(material.emissive_texture, TextureUse::color);
  made.reflectance =
      brightness(made.base_color_texture == no_texture
                     ? made.base_color
                     : times(made.base_color, texture(made.base_color_texture).mean()));
  materials_.push_back(made);
  return found->second;
}

TextureId RenderScene::add_texture(const std::string& file, TextureUse use) {
  if (file.empty()) return no_texture;
  const auto [found, is_new] = known_textures_.try_emplace({file, use}, no_texture);
  if (!is_new) return found->second;
  Result<Texture> texture = load_texture(file, use);
  if (!texture) {
    log(LogLevel::warning, fmt::format("texture '{}' {}; drawn without it", file, texture.error()));
    return no_texture;
  }
  found->second = TextureId{static_cast<std::uint32_t>(textures_.size())};
  textures_.push_back(std::make_shared<const Texture>(*std::move(texture)));
  return found->second;
}

}  // namespace tandem
