// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#include "rules/stage.h"

#include <fmt/format.h>

#include <algorithm>
#include <cassert>

namespace tandem {

const Robot* Stage::robot_of(EntityId entity) const {
  const auto found = std::ranges::find(robots_, entity, &Robot::entity);
  return found == robots_.end() ? nullptr : &*found;
}

Random Stage::random(std::string_view stream) const {
  return {scenario_.seed,
          fmt::format("rule/{}/{}/{}", rule_ ? rule_->name : "", stream, time_.episode)};
}

const Entity& Stage::add(const ModelInstance& thing, EntityCategory category) {
  ModelInstance named = thing;
  named.name = world_.free_name(thing.name);
  const Entity& entity =
      world_.add(named, {.is_spawned = true, .is_real = is_real_thing(scenario_, named.name)});
  const EntityId id = entity.id;
  if (entity.info.category != category) {
    EntityInfo info = entity.info;
    info.category = category;
    world_.set_info(id, std::move(info));
  }
  const Entity& added = *world_.entities().find(id);
  changes_.placed.insert(changes_.placed.end(), added.bodies.begin(), added.bodies.end());
  return added;
}

void Stage::remove(EntityId id) {
  assert(!robot_of(id));
  const Entity* entity = world_.entities().find(id);
  if (!entity) return;
  carrying_.forget(id);
  std::erase_if(changes_.placed,
                [&](BodyId body) { return std::ranges::count(entity->bodies, body) > 0; });
  changes_.removed.push_back(id);
  world_.remove(id);
}

void Stage::place(const Entity& entity, const Pose& world_from_entity) {
  world_.place(entity, world_from_entity);
  changes_.placed.insert(changes_.placed.end(), entity.bodies.begin(), entity.bodies.end());
}

void Stage::set_velocity(const Entity& entity, const Twist& velocity) {
  world_.set_velocity(entity, velocity);
  changes_.placed.insert(changes_.placed.end(), entity.bodies.begin(), entity.bodies.end());
}

void Stage::move_to(BodyId body, const Pose& world_from_body) {
  world_.physics().move_to(body, world_from_body);
}

void Stage::attach(BodyId carrier, BodyId load) { world_.physics().attach(carrier, load); }

void Stage::detach(BodyId load) { world_.physics().detach(load); }

}  // namespace tandem
