// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <LinearMath/btTransform.h>

#include "geometry/pose.h"

// Between our doubles and Bullet's floats. Only files of this module may include it.
namespace tandem {

inline btScalar to_bt(double value) { return static_cast<btScalar>(value); }
inline btVector3 to_bt(const Vec3& v) { return {to_bt(v.x), to_bt(v.y), to_bt(v.z)}; }
inline btQuaternion to_bt(const Quat& q) {
  return {to_bt(q.x), to_bt(q.y), to_bt(q.z), to_bt(q.w)};
}
inline btTransform to_bt(const Pose& pose) {
  return btTransform(to_bt(pose.rotation), to_bt(pose.translation));
}

inline Vec3 from_bt(const btVector3& v) { return {double{v.x()}, double{v.y()}, double{v.z()}}; }
inline Quat from_bt(const btQuaternion& q) {
  return normalized(Quat{double{q.w()}, double{q.x()}, double{q.y()}, double{q.z()}});
}
inline Pose from_bt(const btTransform& transform) {
  return {from_bt(transform.getOrigin()), from_bt(transform.getRotation())};
}

inline bool is_finite(const btVector3& v) {
  return std::isfinite(v.x()) && std::isfinite(v.y()) && std::isfinite(v.z());
}
inline bool is_finite(const btTransform& transform) {
  return is_finite(transform.getOrigin()) && is_finite(transform.getBasis()[0]) &&
         is_finite(transform.getBasis()[1]) && is_finite(transform.getBasis()[2]);
}
inline bool is_finite(const Pose& pose) {
  const Quat& q = pose.rotation;
  return is_finite(pose.translation) && std::isfinite(q.w) && std::isfinite(q.x) &&
         std::isfinite(q.y) && std::isfinite(q.z);
}

}  // namespace tandem
