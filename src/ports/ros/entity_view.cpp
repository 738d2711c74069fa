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

const Pose& world_from_body(const Frame& frame, BodyId body) {
  return frame.world_from_body[static_cast<std::size_t>(body)];
}

Pose world_from(const Frame& frame, const EntityLink& link) {
  return world_from_body(frame, link.body) * link.body_from_link;
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

// Calls with each shape that collides and where it is.
template <class Use>
void for_each_part(const Frame& frame, const Entity& entity, Use&& use) {
  for (std::size_t i = 0; i < entity.links.size(); ++i)
    for (const Collision& collision : entity.model->links[i].collisions)
      use(collision.shape, world_from(frame, entity.links[i]) * collision.link_from_collision);
}

double distance(const Bounds& box, const Vec3& point) {
  const auto outside = [](double low, double high, double value) {
    return std::max({low - value, 0.0, value - high});
  };
  return length(Vec3{outside(box.low.x, box.high.x, point.x),
                     outside(box.low.y, box.high.y, point.y),
                     outside(box.low.z, box.high.z, point.z)});
}

bool overlap(const Bounds& a, const Bounds& b) {
  return a.low.x <= b.high.x && b.low.x <= a.high.x && a.low.y <= b.high.y && b.low.y <= a.high.y &&
         a.low.z <= b.high.z && b.low.z <= a.high.z;
}

// The region of a filter: a box with an axis-aligned extent, or a sphere.
struct Region {
  Bounds box;
  std::optional<double> radius;

  Vec3 center() const { return box.center(); }
  double half_extent(const Vec3& direction) const {
    const Vec3 half = 0.5 * box.size();
    return std::abs(direction.x) * half.x + std::abs(direction.y) * half.y +
           std::abs(direction.z) * half.z;
  }
  bool touches(const Shape& shape, const Pose& world_from_shape) const {
    if (const auto* plane = std::get_if<Plane>(&shape)) {
      // everything below a plane is inside of it
      const Vec3 up = world_from_shape.rotation * normalized(plane->normal);
      const double height = dot(up, center() - world_from_shape.translation);
      return height <= radius.value_or(half_extent(up));
    }
    const Bounds part = bounds_of(shape, world_from_shape);
    if (radius) return distance(part, center()) <= *radius;
    return overlap(part, box);
  }
};

// Nothing where there is no bound; the result says what is wrong with one.
ServiceResult read_region(const msg::Bounds& bounds, std::optional<Region>& region) {
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
  region.emplace();
  region->box.add(first);
  if (is_sphere) {
    if (second.x < 0)
      return failed(fmt::format("a sphere's radius is 0 or more, not {}", second.x));
    region->radius = second.x;
  } else {
    region->box.add(second);
  }
  return ok();
}

}  // namespace

Pose world_from(const Frame& frame, const Entity& entity) {
  if (entity.links.empty()) return entity.world_from_start;
  return world_from(frame, entity.links.front()) *
         inverse(entity.model->links.front().model_from_link);
}

Twist velocity_of(const Frame& frame, const Entity& entity) {
  if (entity.links.empty()) return {};
  const BodyId body = entity.links.front().body;
  const Twist& velocity = frame.body_velocity[static_cast<std::size_t>(body)];
  const Vec3 arm = world_from(frame, entity).translation - world_from_body(frame, body).translation;
  return {velocity.linear + cross(velocity.angular, arm), velocity.angular};
}

std::optional<Pose> world_from_frame(const Frame& frame, std::string_view name) {
  if (name.empty() || name == "world" || name == "map") return Pose{};
  if (const Entity* entity = frame.entities->find(name)) return world_from(frame, *entity);
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
  msg::EntityState state;
  state.header = make_header(frame.time, "map");
  state.pose = to_message(world_from(frame, entity));
  state.twist = to_message(velocity_of(frame, entity));
  return state;
}

msg::EntityInfo to_message(const EntityInfo& info) {
  return {{to_message(info.category)}, info.description, info.tags};
}

std::optional<EntityInfo> from_message(const msg::EntityInfo& info) {
  for (const EntityCategory category : all_categories)
    if (to_message(category) == info.category.category)
      return EntityInfo{category, info.description, info.tags};
  return std::nullopt;
}

msg::Bounds entity_bounds(const Frame& frame, const Entity& entity) {
  const Pose entity_from_world = inverse(world_from(frame, entity));
  Bounds box;
  bool is_endless = false;
  for_each_part(frame, entity, [&](const Shape& shape, const Pose& world_from_shape) {
    is_endless |= std::holds_alternative<Plane>(shape);
    box.add(bounds_of(shape, entity_from_world * world_from_shape));
  });
  if (box.is_empty() || is_endless) return {};
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
  Selection selection{ok(), {}};
  std::optional<Pattern> name;
  if (!filters.filter.empty()) {
    Result<Pattern> pattern = Pattern::compile(filters.filter, Pattern::Syntax::posix);
    if (!pattern) return {failed(pattern.error()), {}};
    name = *std::move(pattern);
  }
  std::optional<Region> region;
  selection.result = read_region(filters.bounds, region);
  if (!is_ok(selection.result)) return selection;

  for (const Entity& entity : *frame.entities) {
    if (name && !name->is_in(entity.name)) continue;
    const msg::EntityCategory category{to_message(entity.info.category)};
    if (!filters.categories.empty() && std::ranges::count(filters.categories, category) == 0)
      continue;
    if (!fits(filters.tags, entity.info.tags)) continue;
    bool is_inside = !region;
    if (region)
      for_each_part(frame, entity, [&](const Shape& shape, const Pose& world_from_shape) {
        is_inside = is_inside || region->touches(shape, world_from_shape);
      });
    if (is_inside) selection.entities.push_back(&entity);
  }
  return selection;
}

}  // namespace tandem
