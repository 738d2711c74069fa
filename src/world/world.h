// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "physics/physics_world.h"
#include "scenario/model.h"

namespace tandem {

enum class EntityId : std::uint32_t {};

// Where a link is: rigidly on a body.
struct EntityLink {
  BodyId body{};
  Pose body_from_link;
};

// A model that stands in the world: the bodies and joints that physics made of it.
struct Entity {
  EntityId id{};
  std::string name;
  std::shared_ptr<const Model> model;
  std::vector<EntityLink> links;               // as in model->links
  std::vector<std::optional<JointId>> joints;  // as in model->joints; nothing for rigid ones
  std::vector<BodyId> bodies;
};

// What a drive knows about its wheels and a model file does not.
struct WheelPlacement {
  std::vector<std::string> joints;
  // A drive that pushes the base itself welds its wheels on and lets them slide.
  bool are_welded = false;
};

struct EntityOptions {
  WheelPlacement wheels;
  bool reports_contacts = false;
};

// Everything that stands in the world, by name.
class World {
 public:
  explicit World(const PhysicsConfig& config);

  const Entity& add(const ModelInstance& instance, const EntityOptions& options = {});

  // Null when there is none of that name.
  const Entity* find(std::string_view name) const;
  const std::vector<Entity>& entities() const { return *entities_; }
  // The entities as they are now, for readers on other threads: never changed once shared.
  std::shared_ptr<const std::vector<Entity>> share_entities();

  PhysicsWorld& physics() { return physics_; }
  const PhysicsWorld& physics() const { return physics_; }
  Pose world_from(const EntityLink& link) const;

 private:
  BodyId ground();

  PhysicsWorld physics_;
  std::shared_ptr<std::vector<Entity>> entities_;
  bool are_entities_shared_ = false;
  std::optional<BodyId> ground_;  // what joints to "world" hold on to
  int group_count_ = 0;
};

}  // namespace tandem
