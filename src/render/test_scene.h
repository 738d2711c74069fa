// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <string>
#include <utility>

#include "render/render_scene.h"
#include "world/world.h"

namespace tandem {

// A world for tests, put together by hand, and the scene that shows it.
class TestScene {
 public:
  explicit TestScene(const WorldDescription& world = {}) : world_(PhysicsConfig{}), scene_(world) {}

  // One visual; the entity's name is its number.
  EntityId add(const Shape& shape, const Pose& pose, const Material& material = {},
               bool is_static = true, const std::string& name = "thing") {
    Model model;
    model.name = name;
    model.is_static = is_static;
    Link& link = model.links.emplace_back();
    link.name = "link";
    link.mass = is_static ? MassProperties{} : solid(Sphere{}, 1);
    link.visuals.push_back({"visual", {}, shape, material, true});
    return add(std::move(model), pose);
  }

  EntityId add(Model model, const Pose& pose) {
    const std::string name = std::to_string(world_.entities().size());
    const EntityId id =
        world_.add({name, std::make_shared<const Model>(std::move(model)), pose}).id;
    show();
    return id;
  }

  void remove(EntityId entity) {
    world_.remove(entity);
    show();
  }

  // Marks it as a real thing, or as none.
  void set_real(EntityId entity, bool is_real) {
    EntityInfo info = world_.entities().find(entity)->info;
    info.tags.clear();
    if (is_real) info.tags.emplace_back(real_tag);
    world_.set_info(entity, info);
    show();
  }

  void move(EntityId entity, const Pose& pose) {
    world_.place(*world_.entities().find(entity), pose);
    show();
  }

  void show_paint(std::shared_ptr<const PaintImage> paint) {
    paint_ = std::move(paint);
    show();
  }

  // What is shown now, and showing it once more when other things were shown since.
  struct Moment {
    std::shared_ptr<const EntityList> entities;
    PoseTable poses;
    std::shared_ptr<const PaintImage> paint;
  };
  const Moment& moment() const { return moment_; }
  void show(const Moment& moment) { scene_.show(moment.entities, moment.poses, moment.paint); }

  std::weak_ptr<const Model> model_of(EntityId entity) const {
    return world_.entities().find(entity)->model;
  }
  const RenderScene& scene() const { return scene_; }
  const std::string& name_of(EntityId entity) const { return world_.entities().find(entity)->name; }

 private:
  void show() {
    for (const Entity& entity : world_.entities())
      for (const BodyId body : entity.bodies)
        poses_.set(static_cast<std::size_t>(body), world_.physics().world_from(body));
    moment_ = {world_.share_entities(), poses_.share(), paint_};
    show(moment_);
  }

  World world_;
  PoseTable poses_;
  std::shared_ptr<const PaintImage> paint_;
  Moment moment_;
  RenderScene scene_;
};

}  // namespace tandem
