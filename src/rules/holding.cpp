// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#include "rules/holding.h"

#include <algorithm>
#include <cmath>
#include <numbers>

#include "scenario/bounds.h"

namespace tandem {

namespace {

constexpr double slack_m = 0.01;      // that things may be closer than their boxes say
constexpr double smallest_m = 0.001;  // side of a box that is looked around with
constexpr std::string_view hitch = "hitch";

std::size_t link_index(const Model& model, const std::string& name) {
  const auto found = std::ranges::find(model.links, name, &Link::name);
  return found == model.links.end() ? 0 : static_cast<std::size_t>(found - model.links.begin());
}

std::optional<Pose> model_from_hitch(const Model& model) {
  for (const NamedFrame& frame : model.frames)
    if (frame.name == hitch)
      return model.links[link_index(model, frame.link)].model_from_link * frame.link_from_frame;
  for (const Link& link : model.links)
    if (link.name == hitch) return link.model_from_link;
  return std::nullopt;
}

double shrunk(double size) { return std::max(size - 2 * slack_m, smallest_m); }

bool is_convex(const Shape& shape) {
  return !std::holds_alternative<Plane>(shape) && !std::holds_alternative<MeshShape>(shape) &&
         !std::holds_alternative<HeightfieldShape>(shape);
}

bool overlaps(const Model& thing, const Pose& world_from_thing, const PhysicsWorld& physics,
              const std::vector<BodyId>& bodies) {
  const auto touches = [&](const Shape& shape, const Pose& world_from_shape) {
    const std::vector<BodyId> found = physics.overlapping(shape, world_from_shape);
    return std::ranges::any_of(found,
                               [&](BodyId body) { return std::ranges::count(bodies, body) > 0; });
  };
  for (const Link& link : thing.links)
    for (const Collision& collision : link.collisions) {
      const Pose thing_from_shape = link.model_from_link * collision.link_from_collision;
      if (is_convex(collision.shape)) {
        if (touches(collision.shape, world_from_thing * thing_from_shape)) return true;
      } else if (const Bounds box = bounds_of(collision.shape, thing_from_shape); !box.is_empty()) {
        if (touches(Box{box.size()}, world_from_thing * Pose{box.center(), {}})) return true;
      }
    }
  return false;
}

}  // namespace

const MountPoint* find_mount(const RobotConfig& robot, std::string_view name) {
  const auto found = std::ranges::find(robot.mounts, name, &MountPoint::name);
  return found == robot.mounts.end() ? nullptr : &*found;
}

Holder holder_of(const RobotConfig& robot, const Entity& entity, const MountPoint* mount) {
  const Model& model = *robot.model;
  if (!mount) {
    const EntityLink& base = entity.links.front();
    return {base.body, base.body_from_link * inverse(model.links.front().model_from_link)};
  }
  std::string link = mount->link;
  Pose link_from_mount = mount->link_from_load;
  if (const auto frame = std::ranges::find(model.frames, link, &NamedFrame::name);
      frame != model.frames.end()) {
    link = frame->link;
    link_from_mount = frame->link_from_frame * link_from_mount;
  }
  const EntityLink& held_by = entity.links[link_index(model, link)];
  return {held_by.body, held_by.body_from_link * link_from_mount};
}

Pose mount_from_load(const Model& load, const Pose& mount_from_load_now) {
  if (const auto load_from_hitch = model_from_hitch(load)) return inverse(*load_from_hitch);
  // by quarters of a turn: the side that faces the robot now is the one that it takes
  constexpr double quarter = std::numbers::pi / 2;
  const double yaw = quarter * std::round(mount_from_load_now.rotation.yaw() / quarter);
  const Quat turned = Quat::from_axis_angle({0, 0, 1}, yaw);
  const Bounds box = bounds_of(load, {{}, turned});
  if (box.is_empty()) return {{}, turned};
  return {{-box.low.x, -box.center().y, -box.low.z}, turned};
}

double distance_to(const Model& thing, const Pose& world_from_thing, const Vec3& point) {
  const Vec3 seen = inverse(world_from_thing) * point;
  const Bounds box = bounds_of(thing, {});
  if (box.is_empty()) return length(seen);
  const Vec3 nearest{std::clamp(seen.x, box.low.x, box.high.x),
                     std::clamp(seen.y, box.low.y, box.high.y),
                     std::clamp(seen.z, box.low.z, box.high.z)};
  return length(seen - nearest);
}

std::vector<BodyId> in_the_way(const Model& thing, const Pose& world_from_thing,
                               const PhysicsWorld& physics, const std::vector<BodyId>& ignored) {
  const Bounds box = bounds_of(thing, {});
  if (box.is_empty()) return {};
  const Vec3 size = box.size();
  return physics.overlapping(Box{{shrunk(size.x), shrunk(size.y), shrunk(size.z)}},
                             world_from_thing * Pose{box.center(), {}}, {.ignored = ignored});
}

std::optional<double> way_out(const Model& load, const Pose& world_from_load,
                              const Vec3& unit_direction, const PhysicsWorld& physics,
                              const std::vector<BodyId>& carrier) {
  constexpr double stride_m = 0.005;
  constexpr int most = 200;
  for (int i = 0; i <= most; ++i) {
    const double way = i * stride_m;
    const Pose moved{world_from_load.translation + way * unit_direction, world_from_load.rotation};
    if (!overlaps(load, moved, physics, carrier)) return way;
  }
  return std::nullopt;
}

}  // namespace tandem
