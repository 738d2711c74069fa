// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#include "ports/ros/entity_view.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "base/pattern.h"
#include "ports/ros/convert.h"
#include "ports/ros/robot_interface.h"
#include "ports/ros/service_result.h"

namespace tandem {

namespace {

namespace msg = simulation_interfaces::msg;

Pose world_from(const Frame& frame, const EntityLink& link) {
  return frame.world_from_body[static_cast<std::size_t>(link.body)] * link.body_from_link;
}

std::uint8_t to_message(EntityCategory category) {
  switch (category) {
    case EntityCategory::object:
      return msg::EntityCategory::CATEGORY_OBJECT;
    case EntityCategory::robot:
      return msg::EntityCategory::CATEGORY_ROBOT;
    case EntityCategory::human:
      return msg::EntityCategory::CATEGORY_HUMAN;
    case EntityCategory::dynamic_object:
      return msg::EntityCategory::CATEGORY_DYNAMIC_OBJECT;
    case EntityCategory::static_object:
      return msg::EntityCategory::CATEGORY_STATIC_OBJECT;
  }
  return msg::EntityCategory::CATEGORY_OBJECT;
}

constexpr EntityCategory all_categories[] = {EntityCategory::object, EntityCategory::robot,
                                             EntityCategory::human, EntityCategory::dynamic_object,
                                             EntityCategory::static_object};

std::optional<EntityCategory> category_of(std::uint8_t number) {
  for (const EntityCategory category : all_categories)
    if (to_message(category) == number) return category;
  return std::nullopt;
}

// The result says what is wrong with the bounds.
ServiceResult read_region(const msg::Bounds& bounds, EntityFilter& filter) {
  if (bounds.type == msg::Bounds::TYPE_EMPTY) return ok();
  if (bounds.type == msg::Bounds::TYPE_CONVEX_HULL)
    return failed(ServiceResult::RESULT_FEATURE_UNSUPPORTED,
                  "entities can be found by a box or a sphere, not by a convex hull");
  const bool is_sphere = bounds.type == msg::Bounds::TYPE_SPHERE;
  if (!is_sphere && bounds.type != msg::Bounds::TYPE_BOX)
    return failed(fmt::format("{} is no type of bounds", bounds.type));
  if (bounds.points.size() != 2)
    return failed(fmt::format("bounds of {} have 2 points, not {}",
                              is_sphere ? "a sphere" : "a box", bounds.points.size()));
  const Vec3 first = from_message(bounds.points[0]), second = from_message(bounds.points[1]);
  if (!is_finite(first) || !is_finite(second)) return failed("the bounds must be finite numbers");
  if (is_sphere) {
    if (second.x < 0)
      return failed(fmt::format("a sphere's radius is 0 or more, not {}", second.x));
    filter.region = Ball{first, second.x};
  } else {
    Bounds box;
    box.add(first);
    box.add(second);
    filter.region = box;
  }
  return ok();
}

}  // namespace

std::optional<Pose> world_from_frame(const Frame& frame, std::string_view name) {
  if (name.empty() || name == "world" || name == "map") return Pose{};
  if (const Entity* entity = frame.entities->find(name))
    return state_of(frame, *entity).world_from_entity;
  for (const RobotState& robot : frame.robots) {
    const std::string prefix = robot_interface(*robot.config, *frame.scenario).frame_prefix;
    if (!name.starts_with(prefix)) continue;
    const Entity* entity = frame.entities->find(robot.entity);
    if (!entity) continue;
    const auto& links = entity->model->links;
    const auto link = std::ranges::find(links, name.substr(prefix.size()), &Link::name);
    if (link == links.end()) continue;
    return world_from(frame, entity->links[static_cast<std::size_t>(link - links.begin())]);
  }
  for (const NamedPose& named : named_poses(frame))
    if (named.name == name) return named.world_from_this;
  return std::nullopt;
}

std::string unknown_frame(std::string_view name) {
  return fmt::format(
      "there is no frame '{}': frames are the world, entities by their names and links of robots",
      name);
}

std::optional<Pose> read_pose(const geometry_msgs::msg::Pose& pose) {
  const Pose read = from_message(pose);
  const Quat& q = read.rotation;
  const double norm = std::sqrt(q.w * q.w + q.x * q.x + q.y * q.y + q.z * q.z);
  if (!is_finite(read.translation) || !(std::abs(norm - 1) < 1e-3)) return std::nullopt;
  return Pose{read.translation, normalized(q)};
}

msg::EntityState entity_state(const Frame& frame, const Entity& entity) {
  const EntityState state = state_of(frame, entity);
  return {.header = make_header(frame.time, "map"),
          .pose = to_message(state.world_from_entity),
          .twist = to_message(state.velocity)};
}

msg::EntityInfo to_message(const EntityInfo& info) {
  return {{to_message(info.category)}, info.description, info.tags};
}

std::optional<EntityInfo> from_message(const msg::EntityInfo& info) {
  const std::optional<EntityCategory> category = category_of(info.category.category);
  if (!category) return std::nullopt;
  return EntityInfo{*category, info.description, info.tags};
}

msg::Bounds entity_bounds(const Frame& frame, const Entity& entity) {
  const Pose entity_from_world = inverse(state_of(frame, entity).world_from_entity);
  Bounds box;
  for (std::size_t i = 0; i < entity.links.size(); ++i)
    for (const Collision& collision : entity.model->links[i].collisions) {
      if (std::holds_alternative<Plane>(collision.shape)) return {};
      box.add(bounds_of(collision.shape, entity_from_world * world_from(frame, entity.links[i]) *
                                             collision.link_from_collision));
    }
  if (box.is_empty()) return {};
  return {msg::Bounds::TYPE_BOX, {to_vector(box.high), to_vector(box.low)}};
}

bool fits(const msg::TagsFilter& filter, const std::vector<std::string>& tags) {
  if (filter.tags.empty()) return true;
  const auto has = [&](const std::string& tag) { return std::ranges::count(tags, tag) > 0; };
  return filter.filter_mode == msg::TagsFilter::FILTER_MODE_ALL
             ? std::ranges::all_of(filter.tags, has)
             : std::ranges::any_of(filter.tags, has);
}

Selection select_entities(const Frame& frame, const msg::EntityFilters& filters) {
  EntityFilter filter{
      .tags = filters.tags.tags,
      .needs_all_tags = filters.tags.filter_mode == msg::TagsFilter::FILTER_MODE_ALL};
  if (!filters.filter.empty()) {
    Result<Pattern> pattern = Pattern::compile(filters.filter, Pattern::Syntax::posix);
    if (!pattern) return {failed(pattern.error()), {}};
    filter.name = *std::move(pattern);
  }
  for (const msg::EntityCategory& wanted : filters.categories) {
    const std::optional<EntityCategory> category = category_of(wanted.category);
    if (!category)
      return {failed(fmt::format("{} is no category of an entity", wanted.category)), {}};
    filter.categories.push_back(*category);
  }
  ServiceResult result = read_region(filters.bounds, filter);
  if (!is_ok(result)) return {std::move(result), {}};
  return {std::move(result), find_entities(frame, filter)};
}

}  // namespace tandem
