// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#include "simulation/entity_queries.h"

#include <algorithm>

namespace tandem {

namespace {

const Pose& world_from(const Frame& frame, BodyId body) {
  return frame.world_from_body[static_cast<std::size_t>(body)];
}

Pose world_from(const Frame& frame, const EntityLink& link) {
  return world_from(frame, link.body) * link.body_from_link;
}

bool is_one_of(EntityCategory category, const std::vector<EntityCategory>& categories) {
  return categories.empty() || std::ranges::find(categories, category) != categories.end();
}

bool has_tags(const Entity& entity, const EntityFilter& filter) {
  if (filter.tags.empty()) return true;
  const auto has = [&](const std::string& tag) {
    return std::ranges::find(entity.info.tags, tag) != entity.info.tags.end();
  };
  return filter.needs_all_tags ? std::ranges::all_of(filter.tags, has)
                               : std::ranges::any_of(filter.tags, has);
}

bool touch(const Bounds& a, const Bounds& b) {
  return a.low.x <= b.high.x && b.low.x <= a.high.x && a.low.y <= b.high.y && b.low.y <= a.high.y &&
         a.low.z <= b.high.z && b.low.z <= a.high.z;
}

bool touch(const Bounds& bounds, const Ball& ball) {
  const Vec3 nearest{std::clamp(ball.center.x, bounds.low.x, bounds.high.x),
                     std::clamp(ball.center.y, bounds.low.y, bounds.high.y),
                     std::clamp(ball.center.z, bounds.low.z, bounds.high.z)};
  return length(nearest - ball.center) <= ball.radius_m;
}

// Part by part: a room's walls are not in the middle of the room.
bool is_in(const Frame& frame, const Entity& entity, const EntityFilter& filter) {
  if (std::holds_alternative<std::monostate>(filter.region)) return true;
  for (std::size_t i = 0; i < entity.links.size(); ++i)
    for (const Collision& collision : entity.model->links[i].collisions) {
      const Bounds part = bounds_of(
          collision.shape, world_from(frame, entity.links[i]) * collision.link_from_collision);
      if (part.is_empty()) continue;
      const auto* box = std::get_if<Bounds>(&filter.region);
      const bool is_touching =
          box ? !box->is_empty() && touch(part, *box) : touch(part, std::get<Ball>(filter.region));
      if (is_touching) return true;
    }
  return false;
}

}  // namespace

EntityState state_of(const Frame& frame, const Entity& entity) {
  if (entity.links.empty()) return {entity.world_from_start, {}};
  const EntityLink& link = entity.links.front();
  EntityState state;
  state.world_from_entity =
      world_from(frame, link) * inverse(entity.model->links.front().model_from_link);
  const Twist& body = frame.body_velocity[static_cast<std::size_t>(link.body)];
  const Vec3 arm = state.world_from_entity.translation - world_from(frame, link.body).translation;
  state.velocity = {body.linear + cross(body.angular, arm), body.angular};
  return state;
}

Bounds bounds_of(const Frame& frame, const Entity& entity) {
  Bounds bounds;
  for (std::size_t i = 0; i < entity.links.size(); ++i) {
    const Pose world_from_link = world_from(frame, entity.links[i]);
    for (const Collision& collision : entity.model->links[i].collisions)
      bounds.add(bounds_of(collision.shape, world_from_link * collision.link_from_collision));
  }
  return bounds;
}

std::vector<const Entity*> find_entities(const Frame& frame, const EntityFilter& filter) {
  std::vector<const Entity*> found;
  for (const Entity& entity : *frame.entities)
    if ((!filter.name || filter.name->is_in(entity.name)) &&
        is_one_of(entity.info.category, filter.categories) && has_tags(entity, filter) &&
        is_in(frame, entity, filter))
      found.push_back(&entity);
  return found;
}

std::vector<NamedPose> named_poses(const Frame& frame) {
  std::vector<NamedPose> poses;
  // of the world, which may be on a link of somebody
  for (const NamedFrame& named : frame.scenario->world.frames) {
    if (named.link.empty()) {
      poses.push_back({named.name, "", named.link_from_frame});
      continue;
    }
    const std::size_t split = named.link.find("::");
    const Entity* entity = frame.entities->find(named.link.substr(0, split));
    if (!entity || split == std::string::npos) continue;
    const std::string link = named.link.substr(split + 2);
    for (std::size_t i = 0; i < entity->links.size(); ++i)
      if (entity->model->links[i].name == link)
        poses.push_back({named.name, entity->name,
                         world_from(frame, entity->links[i]) * named.link_from_frame});
  }
  // of things
  for (const Entity& entity : *frame.entities)
    for (const NamedFrame& named : entity.model->frames)
      for (std::size_t i = 0; i < entity.links.size(); ++i)
        if (entity.model->links[i].name == named.link)
          poses.push_back({entity.name + "::" + named.name, entity.name,
                           world_from(frame, entity.links[i]) * named.link_from_frame});
  return poses;
}

}  // namespace tandem
