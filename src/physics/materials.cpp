// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#include "physics/materials.h"

#include <BulletCollision/CollisionDispatch/btManifoldResult.h>

#include <algorithm>
#include <mutex>

#include "physics/body.h"
#include "physics/bullet_types.h"

namespace tandem {

namespace {

btScalar smaller_friction(const btCollisionObject* a, const btCollisionObject* b) {
  return std::min(a->getFriction(), b->getFriction());
}
btScalar larger_restitution(const btCollisionObject* a, const btCollisionObject* b) {
  return std::max(a->getRestitution(), b->getRestitution());
}
btScalar larger_spinning(const btCollisionObject* a, const btCollisionObject* b) {
  return std::max(a->getSpinningFriction(), b->getSpinningFriction());
}
// Bullet looks at spinning only where there is some rolling friction.
btScalar rolling_beside(btScalar rolling, btScalar spinning) {
  constexpr btScalar hardly_any_m = 1e-9f;
  return spinning > 0 ? std::max(rolling, hardly_any_m) : rolling;
}
btScalar larger_rolling(const btCollisionObject* a, const btCollisionObject* b) {
  return rolling_beside(std::max(a->getRollingFriction(), b->getRollingFriction()),
                        larger_spinning(a, b));
}

// Which child of the compound a contact came from. Triangles are wrapped once more, inside.
int child_index(const btCollisionObjectWrapper* wrapper) {
  for (; wrapper->m_parent; wrapper = wrapper->m_parent)
    if (wrapper->m_parent->getCollisionShape()->isCompound()) return wrapper->m_index;
  return 0;
}

// Called for each new contact of a clump whose parts matter. Notes the parts in the point, where
// Bullet kept triangle numbers that nobody needs, and gives it their surfaces.
bool note_parts(btManifoldPoint& point, const btCollisionObjectWrapper* first, int, int,
                const btCollisionObjectWrapper* second, int, int) {
  point.m_index0 = child_index(first);
  point.m_index1 = child_index(second);
  const Surface& a = clump_of(*first->getCollisionObject())
                         .parts[static_cast<std::size_t>(point.m_index0)]
                         .surface;
  const Surface& b = clump_of(*second->getCollisionObject())
                         .parts[static_cast<std::size_t>(point.m_index1)]
                         .surface;
  point.m_combinedFriction = to_bt(std::min(a.friction, b.friction));
  point.m_combinedRestitution = to_bt(std::max(a.restitution, b.restitution));
  point.m_combinedSpinningFriction = to_bt(std::max(a.spinning_friction, b.spinning_friction));
  point.m_combinedRollingFriction = rolling_beside(
      to_bt(std::max(a.rolling_friction, b.rolling_friction)), point.m_combinedSpinningFriction);
  return true;
}

}  // namespace

void install_materials() {
  // Bullet knows one set of rules per process. Worlds that step elsewhere read them, so they are
  // written only when somebody else's are in place.
  static std::mutex mutex;
  const std::lock_guard lock(mutex);
  const auto set = [](auto& rule, auto ours) {
    if (rule != ours) rule = ours;
  };
  set(gCalculateCombinedFrictionCallback, smaller_friction);
  set(gCalculateCombinedRestitutionCallback, larger_restitution);
  set(gCalculateCombinedRollingFrictionCallback, larger_rolling);
  set(gCalculateCombinedSpinningFrictionCallback, larger_spinning);
  set(gContactAddedCallback, note_parts);
}

const Part& part_at(const Clump& clump, const btManifoldPoint& point, bool is_first) {
  if (!clump.tells_parts()) return clump.parts[0];
  const int index = is_first ? point.m_index0 : point.m_index1;
  return clump.parts[static_cast<std::size_t>(index)];
}

}  // namespace tandem
