// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "scenario/scenario.h"
#include "world/world.h"

namespace tandem {

// Where and how a robot holds a load, in numbers.

// The mount of that name, null when the robot has none.
const MountPoint* find_mount(const RobotConfig& robot, std::string_view name);

// A mount as it is on one body of a robot that stands in the world. Without a mount it is the
// robot's origin.
struct Holder {
  BodyId body{};
  Pose body_from_mount;
};
Holder holder_of(const RobotConfig& robot, const Entity& entity, const MountPoint* mount);

// Where a thing comes to lie when a mount takes it. One with a frame "hitch" is held by that;
// others stand upright before the mount, whose x axis points away from the robot: their nearest
// side at the mount, in the middle, their bottom as high as the mount, turned as little as it
// takes.
Pose mount_from_load(const Model& load, const Pose& mount_from_load_now);

// How far a point is from the box around a thing that stands somewhere; 0 inside.
double distance_to(const Model& thing, const Pose& world_from_thing, const Vec3& point);

// Bodies that a thing would overlap if it stood there by more than it may, seen as the box around
// it. `ignored` do not count.
std::vector<BodyId> in_the_way(const Model& thing, const Pose& world_from_thing,
                               const PhysicsWorld& physics, const std::vector<BodyId>& ignored);

// How far a load that is let go has to be moved along a direction until it is clear of who carried
// it; 0 mostly, nothing when it is inside wherever one looks.
std::optional<double> way_out(const Model& load, const Pose& world_from_load,
                              const Vec3& unit_direction, const PhysicsWorld& physics,
                              const std::vector<BodyId>& carrier);

}  // namespace tandem
