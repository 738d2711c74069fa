// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <string>
#include <variant>
#include <vector>

#include "base/pattern.h"
#include "scenario/bounds.h"
#include "simulation/frame.h"

namespace tandem {

// Questions about the entities of a frame, from any thread.

// Where an entity is and how it moves, by its model's origin.
struct EntityState {
  Pose world_from_entity;
  Twist velocity;
};
EntityState state_of(const Frame& frame, const Entity& entity);

// Around all that it collides with, along the world's axes. Empty for what has no shape or, like a
// plane, no end.
Bounds bounds_of(const Frame& frame, const Entity& entity);

struct Ball {
  Vec3 center;
  double radius_m = 0;
};

// Which entities are meant; all conditions must hold.
struct EntityFilter {
  std::optional<Pattern> name;             // found anywhere in the name
  std::vector<EntityCategory> categories;  // one of these; empty: any
  std::vector<std::string> tags;           // one of these; empty: any
  bool needs_all_tags = false;
  std::variant<std::monostate, Bounds, Ball> region;  // the bounds of some part of it touch this
};
std::vector<const Entity*> find_entities(const Frame& frame, const EntityFilter& filter);

// A place that the world or a model has a name for: "dock", or "shelf::slot_1" of the entity
// "shelf".
struct NamedPose {
  std::string name;
  std::string entity;  // that it moves with; empty: none
  Pose world_from_this;
};
std::vector<NamedPose> named_poses(const Frame& frame);

}  // namespace tandem
