// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <BulletCollision/NarrowPhaseCollision/btPersistentManifold.h>

#include "physics/body.h"
#include "physics/tuning.h"

// What freezing and thawing ask of contacts.
namespace tandem {

inline constexpr btScalar waking_speed_mps = 0.08f;
// Kinematic bodies push with any force and carry along however slowly they move.
inline constexpr btScalar waking_kinematic_speed_mps = 1e-6f;

inline bool counts(const btManifoldPoint& point) { return point.getDistance() < contact_reach_m; }

// What the first body of a manifold gets from the second at a point, N s.
inline btVector3 impulse_on_first(const btManifoldPoint& point) {
  return point.m_appliedImpulse * point.m_normalWorldOnB +
         point.m_appliedImpulseLateral1 * point.m_lateralFrictionDir1 +
         point.m_appliedImpulseLateral2 * point.m_lateralFrictionDir2;
}

// How fast the places move where a clump touches another; what slides along counts less.
btScalar fastest_point(const Clump& clump, const btPersistentManifold& manifold);

inline bool is_solid_pair(const Clump& a, const Clump& b) {
  return a.rigid->hasContactResponse() && b.rigid->hasContactResponse();
}

}  // namespace tandem
