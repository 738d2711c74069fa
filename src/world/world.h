// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "physics/physics_world.h"
#include "scenario/model.h"
#include "world/entity.h"
#include "world/entity_list.h"

namespace tandem {

// What a drive knows about its wheels and a model file does not.
struct WheelPlacement {
  std::vector<std::string> joints;
  // A drive that pushes the base itself welds its wheels on and lets them slide.
  bool are_welded = false;
};

struct EntityOptions {
  WheelPlacement wheels;
  bool reports_contacts = false;
  bool is_robot = false;
  bool is_kinematic = false;  // one body, joints and all, that goes where it is told
  bool is_spawned = false;
  bool is_real = false;
};

// Everything that stands in the world, by name.
class World {
 public:
  explicit World(const PhysicsConfig& config);

  // The name must be free. What is added stays where it is in memory until it is removed.
  const Entity& add(const ModelInstance& instance, const EntityOptions& options = {});
  void remove(EntityId id);
  // The name itself, or where it is taken the first free one of name_2, name_3, ...
  std::string free_name(const std::string& name);

  // Null when there is none of that name.
  const Entity* find(std::string_view name) const;
  const EntityList& entities() const { return *books_.entities; }
  // The entities as they are now, for readers on other threads: never changed once shared.
  std::shared_ptr<const EntityList> share_entities();

  // Of the model's origin, by the link that carries it.
  Pose world_from(const Entity& entity) const;
  Pose world_from(const EntityLink& link) const;

  // Puts all of it somewhere else, at rest, its joints as they stand.
  void place(const Entity& entity, const Pose& world_from_entity);
  // As one rigid body, whose origin moves like this. Only dynamic parts have a velocity.
  void set_velocity(const Entity& entity, const Twist& velocity);
  void set_info(EntityId id, EntityInfo info);

  // Whether a joint that can move holds some part of it to the world, so that it has one place.
  bool is_jointed_to_world(const Entity& entity) const;
  bool can_move(const Entity& entity) const;  // some part of it, by forces

  PhysicsWorld& physics() { return physics_; }
  const PhysicsWorld& physics() const { return physics_; }

  // A digest of who is there and of every body's pose and velocity.
  std::uint64_t state_hash() const;

  // As PhysicsWorld has them.
  class Checkpoint;
  std::shared_ptr<const Checkpoint> checkpoint(const Checkpoint* before);
  void put_back(const Checkpoint& checkpoint);

 private:
  BodyId ground();
  EntityList& own_entities();

  // All but the bodies.
  struct Books {
    std::shared_ptr<EntityList> entities = std::make_shared<EntityList>();
    bool are_entities_shared = false;
    std::map<std::string, EntityId, std::less<>> by_name;
    std::map<std::string, int> next_suffix;  // by the name that was asked for
    std::uint64_t entity_digest = 0;         // the sum of all entities' own
    std::uint32_t entity_count = 0;          // that there ever were
    std::optional<BodyId> ground;            // what joints to "world" hold on to
    int group_count = 0;
    std::vector<std::shared_ptr<const Model>> unlabelled;  // came since the last sharing
  };

  PhysicsWorld physics_;
  Books books_;
};

class World::Checkpoint {
 public:
  // What it takes beside another one, which may be null.
  std::size_t bytes_beside(const Checkpoint* other) const {
    return tandem::bytes_beside(*physics_, other ? other->physics_.get() : nullptr);
  }

 private:
  friend class World;
  std::shared_ptr<const PhysicsCheckpoint> physics_;
  Books books_;
};

}  // namespace tandem
