// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <vector>

#include "physics/physics_world.h"

// Bodies that many tests need.
namespace tandem {

inline constexpr Duration step_8ms = 8ms;

inline BodyConfig fixed_body(const Shape& shape, const Vec3& at = {}) {
  BodyConfig config;
  config.motion = Motion::fixed;
  config.world_from_body.translation = at;
  config.colliders = {{shape, {}, {}}};
  return config;
}

inline BodyConfig kinematic_body(const Shape& shape, const Vec3& at) {
  BodyConfig config = fixed_body(shape, at);
  config.motion = Motion::kinematic;
  return config;
}

inline BodyConfig dynamic_body(const Shape& shape, const Vec3& at, double mass_kg = 1) {
  BodyConfig config = fixed_body(shape, at);
  config.motion = Motion::dynamic;
  config.mass = solid(shape, mass_kg);
  return config;
}

inline Box cube(double side) { return {{side, side, side}}; }

inline void run(PhysicsWorld& world, Duration duration, Duration step = step_8ms) {
  for (Duration t{}; t < duration; t += step) world.step(step);
}

inline Vec3 position(const PhysicsWorld& world, BodyId body) {
  return world.world_from(body).translation;
}

inline double speed(const PhysicsWorld& world, BodyId body) {
  return length(world.velocity(body).linear);
}

}  // namespace tandem
