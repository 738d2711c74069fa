// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cmath>
#if defined(__SSE__)
#include <xmmintrin.h>
#endif

namespace tandem {

// Four numbers that go through the same arithmetic at once. It is the width that every x86-64 has,
// so all machines round alike.
constexpr int lane_count = 4;
using Lanes = float __attribute__((vector_size(4 * lane_count)));

inline Lanes all(float value) { return Lanes{value, value, value, value}; }
inline Lanes min(Lanes a, Lanes b) { return a < b ? a : b; }
inline Lanes max(Lanes a, Lanes b) { return a > b ? a : b; }

inline Lanes sqrt(Lanes a) {
#if defined(__SSE__)
  return _mm_sqrt_ps(a);
#else
  return Lanes{std::sqrt(a[0]), std::sqrt(a[1]), std::sqrt(a[2]), std::sqrt(a[3])};
#endif
}

// 1 / a, and 0 where a is 0: a lane without a contact moves nothing.
inline Lanes inverse_or_zero(Lanes a) { return a > 0.0F ? 1.0F / (a > 0.0F ? a : all(1)) : all(0); }

struct Vec3Lanes {
  Lanes x, y, z;
};

inline Vec3Lanes operator+(const Vec3Lanes& a, const Vec3Lanes& b) {
  return {a.x + b.x, a.y + b.y, a.z + b.z};
}
inline Vec3Lanes operator-(const Vec3Lanes& a, const Vec3Lanes& b) {
  return {a.x - b.x, a.y - b.y, a.z - b.z};
}
inline Vec3Lanes operator*(const Vec3Lanes& a, Lanes s) { return {a.x * s, a.y * s, a.z * s}; }
inline Vec3Lanes each_times(const Vec3Lanes& a, const Vec3Lanes& b) {
  return {a.x * b.x, a.y * b.y, a.z * b.z};
}
inline Lanes dot(const Vec3Lanes& a, const Vec3Lanes& b) {
  return a.x * b.x + a.y * b.y + a.z * b.z;
}
inline Vec3Lanes cross(const Vec3Lanes& a, const Vec3Lanes& b) {
  return {a.y * b.z - a.z * b.y, a.z * b.x - a.x * b.z, a.x * b.y - a.y * b.x};
}

struct Mat3Lanes {
  Vec3Lanes rows[3];
};

inline Vec3Lanes operator*(const Mat3Lanes& m, const Vec3Lanes& v) {
  return {dot(m.rows[0], v), dot(m.rows[1], v), dot(m.rows[2], v)};
}

// Four aligned vectors of four floats, one a lane; their fourth components are left out.
inline Vec3Lanes gather(const float* a, const float* b, const float* c, const float* d) {
  using Index = int __attribute__((vector_size(16)));
  const auto& va = *reinterpret_cast<const Lanes*>(a);
  const auto& vb = *reinterpret_cast<const Lanes*>(b);
  const auto& vc = *reinterpret_cast<const Lanes*>(c);
  const auto& vd = *reinterpret_cast<const Lanes*>(d);
  const Lanes ab_low = __builtin_shuffle(va, vb, Index{0, 4, 1, 5});
  const Lanes cd_low = __builtin_shuffle(vc, vd, Index{0, 4, 1, 5});
  const Lanes ab_high = __builtin_shuffle(va, vb, Index{2, 6, 3, 7});
  const Lanes cd_high = __builtin_shuffle(vc, vd, Index{2, 6, 3, 7});
  return {__builtin_shuffle(ab_low, cd_low, Index{0, 1, 4, 5}),
          __builtin_shuffle(ab_low, cd_low, Index{2, 3, 6, 7}),
          __builtin_shuffle(ab_high, cd_high, Index{0, 1, 4, 5})};
}

// The way back; the fourth components become 0.
inline void scatter(const Vec3Lanes& v, float* a, float* b, float* c, float* d) {
  using Index = int __attribute__((vector_size(16)));
  const Lanes zero = all(0);
  const Lanes xy_low = __builtin_shuffle(v.x, v.y, Index{0, 4, 1, 5});
  const Lanes xy_high = __builtin_shuffle(v.x, v.y, Index{2, 6, 3, 7});
  const Lanes z_low = __builtin_shuffle(v.z, zero, Index{0, 4, 1, 5});
  const Lanes z_high = __builtin_shuffle(v.z, zero, Index{2, 6, 3, 7});
  *reinterpret_cast<Lanes*>(a) = __builtin_shuffle(xy_low, z_low, Index{0, 1, 4, 5});
  *reinterpret_cast<Lanes*>(b) = __builtin_shuffle(xy_low, z_low, Index{2, 3, 6, 7});
  *reinterpret_cast<Lanes*>(c) = __builtin_shuffle(xy_high, z_high, Index{0, 1, 4, 5});
  *reinterpret_cast<Lanes*>(d) = __builtin_shuffle(xy_high, z_high, Index{2, 3, 6, 7});
}

}  // namespace tandem
