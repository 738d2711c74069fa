// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "geometry/pose.h"
#include "geometry/shape.h"
#include "render/scene_material.h"
#include "render/texture.h"
#include "scenario/model.h"
#include "world/entity_list.h"
#include "world/labels.h"
#include "world/paint_image.h"
#include "world/shared_table.h"

namespace tandem {

// One visual of one entity.
struct SceneInstance {
  const Shape* shape = nullptr;  // of a model that the scene keeps alive
  Pose body_from_instance;
  Pose world_from_instance;
  BodyId body{};
  EntityId entity{};
  std::uint8_t label = 0;
  // Where its parts begin in RenderScene::part_materials(). A mesh with materials of its own has a
  // part for each of its submeshes, everything else one.
  std::uint32_t first_part = 0;
  bool has_own_materials = false;
  bool casts_shadows = true;
  bool is_still = false;       // of a static model: never moves
  bool is_real = false;        // a real thing that the world has a model of
  std::uint64_t moved_at = 0;  // the scene's revision when it last moved
};

// What sensors look at: the visuals of everything that stands in the world, as of one frame. Fed
// with frames by show(), read by RayWorld and the renderers, which notice by the revisions what is
// new. A copy is a scene of its own, for a camera that draws behind the simulation.
class RenderScene {
 public:
  // Lights, sky and fog; things come with show().
  explicit RenderScene(const WorldDescription& world);

  // Takes over what stands where. Only what differs from the last time costs.
  void show(const std::shared_ptr<const EntityList>& entities, const PoseTable& world_from_body,
            const std::shared_ptr<const PaintImage>& paint = nullptr);

  const std::vector<SceneInstance>& instances() const { return instances_; }
  // The material of each part, and the materials.
  const std::vector<std::uint32_t>& part_materials() const { return part_materials_; }
  const std::vector<SceneMaterial>& materials() const { return materials_; }
  const Texture& texture(TextureId id) const { return *textures_[static_cast<std::size_t>(id)]; }
  const std::shared_ptr<const Texture>& shared_texture(TextureId id) const {
    return textures_[static_cast<std::size_t>(id)];
  }
  std::size_t texture_count() const { return textures_.size(); }
  const std::vector<Light>& lights() const { return lights_; }
  const Atmosphere& atmosphere() const { return atmosphere_; }
  // What is painted on the floor, null without such a floor, and whose upward sides that is.
  const std::shared_ptr<const PaintImage>& paint() const { return paint_; }
  std::optional<EntityId> painted_entity() const { return painted_entity_; }

  // What a reader compares to see what is new. No two moments of any scene have the same revision;
  // equal values below mean the same instances, and the same still ones, also in copies.
  std::uint64_t revision() const { return revision_; }
  std::uint64_t instances_changed_at() const { return instances_changed_at_; }
  std::uint64_t still_changed_at() const { return still_changed_at_; }
  // Which instances moved is a question to one scene only: copies go their own ways.
  std::uint64_t id() const { return id_.value; }

 private:
  // What all entities of one model have in common.
  struct Look {
    std::shared_ptr<const Model> model;
    struct Part {
      std::size_t link;
      const Visual* visual;
      std::uint32_t first_part;
      bool has_own_materials;
    };
    std::vector<Part> parts;
    std::uint8_t label = 0;  // by labels_
  };

  // A copy is another one.
  struct Id {
    Id();
    Id(const Id&) : Id() {}
    Id& operator=(const Id&) {
      value = Id().value;
      return *this;
    }
    std::uint64_t value;
  };

  const Look& look_of(const std::shared_ptr<const Model>& model);
  std::uint32_t add_material(const Material& material);
  TextureId add_texture(const std::string& file, TextureUse use);
  void take_entities(const EntityList& entities);
  void forget_looks(const EntityList& entities);
  void take_poses(const PoseTable& world_from_body);

  Id id_;
  std::vector<Light> lights_;
  Atmosphere atmosphere_;
  std::shared_ptr<const Labels> labels_;  // that looks have
  std::vector<SceneInstance> instances_;
  std::vector<std::uint32_t> part_materials_;
  std::vector<SceneMaterial> materials_;
  std::vector<std::shared_ptr<const Texture>> textures_;

  std::map<std::string, std::uint32_t> known_materials_;
  std::map<std::pair<std::string, TextureUse>, TextureId> known_textures_;
  std::map<const Model*, Look> looks_;
  std::shared_ptr<const EntityList> entities_;
  PoseTable world_from_body_;
  std::shared_ptr<const PaintImage> paint_;
  std::optional<EntityId> painted_entity_;
  // the instances of body b: those from first_of_body_[b] to first_of_body_[b + 1] in by_body_
  std::vector<std::uint32_t> first_of_body_;
  std::vector<std::uint32_t> by_body_;
  std::uint64_t revision_ = 0;
  std::uint64_t instances_changed_at_ = 0;
  std::uint64_t still_changed_at_ = 0;
};

}  // namespace tandem
