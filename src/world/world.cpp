// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#include "world/world.h"

#include <fmt/format.h>

#include <algorithm>
#include <cassert>

#include "base/hash.h"
#include "scenario/rigid_groups.h"

namespace tandem {

namespace {

std::vector<std::string> wheel_links(const Model& model, const WheelPlacement& wheels) {
  std::vector<std::string> links;
  for (const Joint& joint : model.joints)
    if (std::ranges::find(wheels.joints, joint.name) != wheels.joints.end())
      links.push_back(joint.child);
  return links;
}

// A cylinder rolls over its facets and edges; an ellipsoid of the same radius and width touches
// the ground in one point that stays under the axle.
Collider wheel_collider(Collider collider, bool slides) {
  if (const auto* cylinder = std::get_if<Cylinder>(&collider.shape))
    collider.shape = Ellipsoid{{cylinder->radius_m, cylinder->radius_m, cylinder->length_m / 2}};
  if (slides) collider.surface.friction = 0;
  return collider;
}

Motion motion_of(const Model& model, const RigidGroup& group) {
  if (model.is_static || group.is_fixed_to_world) return Motion::fixed;
  const bool is_kinematic = std::ranges::any_of(
      group.links, [&](std::size_t link) { return model.links[link].is_kinematic; });
  return is_kinematic ? Motion::kinematic : Motion::dynamic;
}

// One body of everything that the links of a group bring along.
BodyConfig body_config(const Model& model, const RigidGroup& group, const Pose& world_from_model,
                       const EntityOptions& options) {
  const std::vector<std::string> wheels = wheel_links(model, options.wheels);
  const Link& lead = model.links[group.links.front()];
  const Pose lead_from_model = inverse(lead.model_from_link);

  BodyConfig config;
  config.motion = options.is_kinematic ? Motion::kinematic : motion_of(model, group);
  config.world_from_body = world_from_model * lead.model_from_link;
  config.linear_drag = lead.linear_drag;
  config.angular_drag = lead.angular_drag;
  config.reports_contacts = options.reports_contacts;
  double heavy_kg = 0;  // of links that gravity pulls at
  for (const std::size_t index : group.links) {
    const Link& link = model.links[index];
    const Pose lead_from_link = lead_from_model * link.model_from_link;
    if (link.mass.mass_kg > 0) config.mass = config.mass + transformed(lead_from_link, link.mass);
    if (link.has_gravity) heavy_kg += link.mass.mass_kg;

    const bool rolls = std::ranges::find(wheels, link.name) != wheels.end();
    for (const Collision& collision : link.collisions) {
      Collider collider{collision.shape, lead_from_link * collision.link_from_collision,
                        collision.surface};
      config.colliders.push_back(
          rolls ? wheel_collider(std::move(collider), options.wheels.are_welded)
                : std::move(collider));
    }
  }
  if (config.mass.mass_kg > 0) config.gravity_share = heavy_kg / config.mass.mass_kg;
  return config;
}

JointType joint_type(ModelJointType type) {
  return type == ModelJointType::prismatic ? JointType::slider : JointType::hinge;
}

using Tags = std::vector<std::string>;

EntityCategory category_of(const Model& model, const EntityOptions& options) {
  if (options.is_robot) return EntityCategory::robot;
  return model.is_static ? EntityCategory::static_object : EntityCategory::dynamic_object;
}

std::uint64_t digest_of(const Entity& entity) {
  Hash hash;
  hash.add(std::uint64_t{static_cast<std::uint32_t>(entity.id)});
  hash.add(entity.name);
  hash.add(static_cast<std::uint64_t>(entity.info.category));
  hash.add(entity.info.description);
  for (const std::string& tag : entity.info.tags) hash.add(tag);
  return hash.value();
}

}  // namespace

bool is_real(const Entity& entity) {
  return std::ranges::find(entity.info.tags, real_tag) != entity.info.tags.end();
}

World::World(const PhysicsConfig& config) : physics_(config) {}

const Entity& World::add(const ModelInstance& instance, const EntityOptions& options) {
  assert(!find(instance.name));
  const Model& model = *instance.model;
  Entity entity{.id = EntityId{books_.entity_count++},
                .name = instance.name,
                .model = instance.model,
                .links = {},
                .joints = {},
                .bodies = {},
                .world_from_start = instance.world_from_model,
                .info = {.category = category_of(model, options),
                         .description = {},
                         .tags = options.is_real ? Tags{std::string(real_tag)} : Tags{}},
                .is_spawned = options.is_spawned};

  // links that hold together become one body; those of an unmoving model are all one
  std::vector<std::string> welded;
  if (options.wheels.are_welded) welded = options.wheels.joints;
  if (options.is_kinematic)
    for (const Joint& joint : model.joints) welded.push_back(joint.name);
  RigidGroups parts = rigid_groups(model, welded);
  const int group = model.self_collides || parts.groups.size() == 1 ? 0 : ++books_.group_count;
  for (const RigidGroup& part : parts.groups) {
    BodyConfig config = body_config(model, part, instance.world_from_model, options);
    config.no_collision_group = group;
    // a frame that nothing holds has no matter to fall with
    if (config.motion == Motion::dynamic && config.mass.mass_kg <= 0) config.motion = Motion::fixed;
    entity.bodies.push_back(physics_.add_body(config));
  }
  std::vector<std::size_t> first_colliders(model.links.size());
  for (const RigidGroup& part : parts.groups) {
    std::size_t count = 0;
    for (const std::size_t link : part.links) {
      first_colliders[link] = count;
      count += model.links[link].collisions.size();
    }
  }
  for (std::size_t i = 0; i < model.links.size(); ++i) {
    const std::size_t part = parts.group_of_link[i];
    const Link& lead = model.links[parts.groups[part].links.front()];
    entity.links.push_back({entity.bodies[part],
                            inverse(lead.model_from_link) * model.links[i].model_from_link,
                            first_colliders[i]});
  }

  const auto index = links_by_name(model);
  for (const Joint& joint : model.joints) {
    entity.joints.emplace_back();
    const auto child = index.find(joint.child), parent = index.find(joint.parent);
    if (child == index.end() || model.is_static) continue;
    const EntityLink& child_link = entity.links[child->second];
    const BodyId parent_body = parent != index.end() ? entity.links[parent->second].body : ground();
    if (joint.type == ModelJointType::fixed || parent_body == child_link.body) continue;

    const Pose world_from_joint = instance.world_from_model * joint.model_from_joint;
    const auto body_from_joint = [&](BodyId body) {
      return inverse(physics_.world_from(body)) * world_from_joint;
    };
    const bool is_limited = joint.type != ModelJointType::continuous;
    entity.joints.back() = physics_.add_joint({.type = joint_type(joint.type),
                                               .parent = parent_body,
                                               .child = child_link.body,
                                               .parent_from_joint = body_from_joint(parent_body),
                                               .child_from_joint = body_from_joint(child_link.body),
                                               .axis = joint.axis,
                                               .lower = is_limited ? joint.lower : std::nullopt,
                                               .upper = is_limited ? joint.upper : std::nullopt,
                                               .damping = joint.damping,
                                               .friction = joint.friction,
                                               .bodies_collide = model.self_collides});
  }

  books_.by_name.emplace(entity.name, entity.id);
  books_.entity_digest += digest_of(entity);
  if (books_.unlabelled.empty() || books_.unlabelled.back() != entity.model)
    books_.unlabelled.push_back(entity.model);
  return own_entities().add(std::move(entity));
}

void World::remove(EntityId id) {
  const Entity* entity = books_.entities->find(id);
  assert(entity);
  for (const BodyId body : entity->bodies) physics_.remove_body(body);
  books_.entity_digest -= digest_of(*entity);
  books_.by_name.erase(entity->name);
  own_entities().remove(id);
}

std::string World::free_name(const std::string& name) {
  if (!find(name)) return name;
  int& suffix = books_.next_suffix.try_emplace(name, 2).first->second;
  std::string free = fmt::format("{}_{}", name, suffix++);
  while (find(free)) free = fmt::format("{}_{}", name, suffix++);
  return free;
}

// Readers keep what they have; the next of them get another.
EntityList& World::own_entities() {
  if (books_.are_entities_shared) books_.entities = std::make_shared<EntityList>(*books_.entities);
  books_.are_entities_shared = false;
  return *books_.entities;
}

std::shared_ptr<const EntityList> World::share_entities() {
  // all newcomers at once, so that labels of files win over names wherever they stand
  if (!books_.unlabelled.empty()) {
    std::vector<const Model*> models;
    for (const auto& model : books_.unlabelled) models.push_back(model.get());
    auto labels = std::make_shared<Labels>(*books_.entities->labels());
    labels->add(models);
    if (labels->all() != books_.entities->labels()->all())
      own_entities().set_labels(std::move(labels));
    books_.unlabelled.clear();
  }
  books_.are_entities_shared = true;
  return books_.entities;
}

const Entity* World::find(std::string_view name) const {
  const auto found = books_.by_name.find(name);
  return found == books_.by_name.end() ? nullptr : books_.entities->find(found->second);
}

Pose World::world_from(const Entity& entity) const {
  if (entity.links.empty()) return entity.world_from_start;
  return world_from(entity.links.front()) * inverse(entity.model->links.front().model_from_link);
}

void World::place(const Entity& entity, const Pose& world_from_entity) {
  const Pose then_from_now = world_from_entity * inverse(world_from(entity));
  std::vector<Pose> poses;  // before the first of them moves what it carries
  for (const BodyId body : entity.bodies)
    poses.push_back(then_from_now * physics_.world_from(body));
  for (std::size_t i = 0; i < poses.size(); ++i)
    physics_.place(entity.bodies[i], {poses[i].translation, normalized(poses[i].rotation)});
}

void World::set_velocity(const Entity& entity, const Twist& velocity) {
  const Vec3 origin = world_from(entity).translation;
  for (const BodyId body : entity.bodies) {
    const Vec3 arm = physics_.world_from(body).translation - origin;
    physics_.set_velocity(body, {velocity.linear + cross(velocity.angular, arm), velocity.angular});
  }
}

void World::set_info(EntityId id, EntityInfo info) {
  Entity entity = *books_.entities->find(id);
  books_.entity_digest -= digest_of(entity);
  entity.info = std::move(info);
  books_.entity_digest += digest_of(entity);
  own_entities().replace(std::move(entity));
}

bool World::is_jointed_to_world(const Entity& entity) const {
  const auto links = links_by_name(*entity.model);
  for (std::size_t i = 0; i < entity.joints.size(); ++i)
    if (entity.joints[i] && !links.contains(entity.model->joints[i].parent)) return true;
  return false;
}

bool World::can_move(const Entity& entity) const {
  return std::ranges::any_of(entity.bodies,
                             [&](BodyId body) { return physics_.motion(body) == Motion::dynamic; });
}

std::uint64_t World::state_hash() const {
  Hash hash;
  hash.add(books_.entity_digest);
  hash.add(physics_.state_hash());
  return hash.value();
}

Pose World::world_from(const EntityLink& link) const {
  return physics_.world_from(link.body) * link.body_from_link;
}

BodyId World::ground() {
  if (!books_.ground)
    books_.ground = physics_.add_body(
        {.motion = Motion::fixed, .world_from_body = {}, .colliders = {}, .mass = {}});
  return *books_.ground;
}

std::shared_ptr<const World::Checkpoint> World::checkpoint(const Checkpoint* before) {
  share_entities();  // so that this list stays as it is
  auto checkpoint = std::make_shared<Checkpoint>();
  checkpoint->physics_ = physics_.checkpoint(before ? before->physics_.get() : nullptr);
  checkpoint->books_ = books_;
  return checkpoint;
}

void World::put_back(const Checkpoint& checkpoint) {
  physics_.put_back(*checkpoint.physics_);
  books_ = checkpoint.books_;
}

}  // namespace tandem
