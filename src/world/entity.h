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

// Names an entity for as long as its world stands; ids of removed entities are not used again.
enum class EntityId : std::uint32_t {};

enum class EntityCategory { object, robot, human, dynamic_object, static_object };

// What people and programs know an entity as. Nothing in the simulation depends on it but what the
// tag "real" changes: see is_real().
struct EntityInfo {
  EntityCategory category = EntityCategory::object;
  std::string description;
  std::vector<std::string> tags;
};

// Where a link is: rigidly on a body.
struct EntityLink {
  BodyId body{};
  Pose body_from_link;
  std::size_t first_collider = 0;  // of its own among those of the body, in the model's order
};

// A model that stands in the world: the bodies and joints that physics made of it.
struct Entity {
  EntityId id{};
  std::string name;
  std::shared_ptr<const Model> model;
  std::vector<EntityLink> links;               // as in model->links
  std::vector<std::optional<JointId>> joints;  // as in model->joints; nothing for rigid ones
  std::vector<BodyId> bodies;
  Pose world_from_start;  // where its model's origin was when it came
  EntityInfo info;
  bool is_spawned = false;  // came while the world ran, so that a reset takes it away
};

// A real thing that the world has a model of: real sensors see it by themselves.
constexpr std::string_view real_tag = "real";
bool is_real(const Entity& entity);

}  // namespace tandem
