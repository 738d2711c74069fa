// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

// Numbers that go through the same arithmetic at once, as wide as the file that includes this says:
// TANDEM_LANES is 4, 8 or 16 and TANDEM_SIMD the namespace for it. Files of different widths are
// compiled for different machines, so nothing here may be shared between them: everything is
// inline, in the namespace of its width, and nothing of the standard library is used.

#if !defined(TANDEM_LANES) || !defined(TANDEM_SIMD)
#error "include this from a kernel file only"
#endif

#if defined(__x86_64__)
#include <immintrin.h>
#endif

#define TANDEM_INLINE inline __attribute__((always_inline))

namespace tandem::TANDEM_SIMD {

constexpr int lane_count = TANDEM_LANES;

using Float = float __attribute__((vector_size(4 * TANDEM_LANES)));
using Int = int __attribute__((vector_size(4 * TANDEM_LANES)));

#if TANDEM_LANES == 16 && defined(__AVX512F__)
// One bit a lane.
struct Mask {
  __mmask16 bits;
};
TANDEM_INLINE Mask operator&(Mask a, Mask b) { return {static_cast<__mmask16>(a.bits & b.bits)}; }
TANDEM_INLINE Mask operator|(Mask a, Mask b) { return {static_cast<__mmask16>(a.bits | b.bits)}; }
TANDEM_INLINE Mask operator~(Mask a) { return {static_cast<__mmask16>(~a.bits)}; }
TANDEM_INLINE bool any(Mask a) { return a.bits != 0; }
TANDEM_INLINE unsigned bits(Mask a) { return a.bits; }
TANDEM_INLINE Mask mask_from_bits(unsigned value) { return {static_cast<__mmask16>(value)}; }

TANDEM_INLINE Mask less(Float a, Float b) { return {_mm512_cmp_ps_mask(a, b, _CMP_LT_OQ)}; }
TANDEM_INLINE Mask less_equal(Float a, Float b) { return {_mm512_cmp_ps_mask(a, b, _CMP_LE_OQ)}; }
TANDEM_INLINE Mask equal(Float a, Float b) { return {_mm512_cmp_ps_mask(a, b, _CMP_EQ_OQ)}; }
TANDEM_INLINE Mask equal(Int a, Int b) { return {_mm512_cmpeq_epi32_mask((__m512i)a, (__m512i)b)}; }
TANDEM_INLINE Mask less(Int a, Int b) { return {_mm512_cmplt_epi32_mask((__m512i)a, (__m512i)b)}; }
TANDEM_INLINE Float select(Mask m, Float a, Float b) { return _mm512_mask_blend_ps(m.bits, b, a); }
TANDEM_INLINE Int select(Mask m, Int a, Int b) {
  return (Int)_mm512_mask_blend_epi32(m.bits, (__m512i)b, (__m512i)a);
}
TANDEM_INLINE Int as_lanes(Mask m) { return (Int)_mm512_maskz_set1_epi32(m.bits, -1); }
TANDEM_INLINE Mask mask_from_lanes(const int* valid) {
  return {_mm512_cmp_epi32_mask(_mm512_loadu_si512(valid), _mm512_setzero_si512(), _MM_CMPINT_NE)};
}
TANDEM_INLINE Float min(Float a, Float b) { return _mm512_min_ps(a, b); }
TANDEM_INLINE Float max(Float a, Float b) { return _mm512_max_ps(a, b); }
TANDEM_INLINE Float sqrt(Float a) { return _mm512_sqrt_ps(a); }
TANDEM_INLINE Float floor(Float a) {
  return _mm512_roundscale_ps(a, _MM_FROUND_TO_NEG_INF | _MM_FROUND_NO_EXC);
}
TANDEM_INLINE Int truncate(Float a) { return (Int)_mm512_cvttps_epi32(a); }
TANDEM_INLINE Float to_float(Int a) { return _mm512_cvtepi32_ps((__m512i)a); }
TANDEM_INLINE Float gather(const float* base, Int index) {
  return _mm512_i32gather_ps((__m512i)index, base, 4);
}
TANDEM_INLINE Int gather(const int* base, Int index) {
  return (Int)_mm512_i32gather_epi32((__m512i)index, base, 4);
}
// a quick 1 / sqrt with one step of Newton: good to 22 bits
TANDEM_INLINE Float inverse_sqrt(Float a) {
  const Float guess = _mm512_rsqrt14_ps(a);
  return guess * (1.5f - 0.5f * a * guess * guess);
}
TANDEM_INLINE Float reciprocal(Float a) {
  const Float guess = _mm512_rcp14_ps(a);
  return guess * (2.0f - a * guess);
}
#else
// All bits of a lane, as the compiler's comparisons make them.
struct Mask {
  Int lanes;
};
TANDEM_INLINE Mask operator&(Mask a, Mask b) { return {a.lanes & b.lanes}; }
TANDEM_INLINE Mask operator|(Mask a, Mask b) { return {a.lanes | b.lanes}; }
TANDEM_INLINE Mask operator~(Mask a) { return {~a.lanes}; }
TANDEM_INLINE Mask less(Float a, Float b) { return {a < b}; }
TANDEM_INLINE Mask less_equal(Float a, Float b) { return {a <= b}; }
TANDEM_INLINE Mask equal(Float a, Float b) { return {a == b}; }
TANDEM_INLINE Mask equal(Int a, Int b) { return {a == b}; }
TANDEM_INLINE Mask less(Int a, Int b) { return {a < b}; }
TANDEM_INLINE Float select(Mask m, Float a, Float b) { return m.lanes ? a : b; }
TANDEM_INLINE Int select(Mask m, Int a, Int b) { return m.lanes ? a : b; }
TANDEM_INLINE Int as_lanes(Mask m) { return m.lanes; }
TANDEM_INLINE Float min(Float a, Float b) { return a < b ? a : b; }
TANDEM_INLINE Float max(Float a, Float b) { return a > b ? a : b; }
TANDEM_INLINE Int truncate(Float a) { return __builtin_convertvector(a, Int); }
TANDEM_INLINE Float to_float(Int a) { return __builtin_convertvector(a, Float); }

#if TANDEM_LANES == 8 && defined(__AVX2__)
TANDEM_INLINE unsigned bits(Mask a) {
  return static_cast<unsigned>(_mm256_movemask_ps((__m256)a.lanes));
}
TANDEM_INLINE Float sqrt(Float a) { return _mm256_sqrt_ps(a); }
TANDEM_INLINE Float floor(Float a) { return _mm256_floor_ps(a); }
TANDEM_INLINE Float gather(const float* base, Int index) {
  return _mm256_i32gather_ps(base, (__m256i)index, 4);
}
TANDEM_INLINE Int gather(const int* base, Int index) {
  return (Int)_mm256_i32gather_epi32(base, (__m256i)index, 4);
}
TANDEM_INLINE Float inverse_sqrt(Float a) {
  const Float guess = _mm256_rsqrt_ps(a);
  return guess * (1.5f - 0.5f * a * guess * guess);
}
TANDEM_INLINE Float reciprocal(Float a) {
  const Float guess = _mm256_rcp_ps(a);
  return guess * (2.0f - a * guess);
}
#else
TANDEM_INLINE unsigned bits(Mask a) {
  unsigned all = 0;
#if defined(__SSE2__) && TANDEM_LANES == 4
  all = static_cast<unsigned>(_mm_movemask_ps((__m128)a.lanes));
#else
  for (int i = 0; i < lane_count; ++i) all |= (a.lanes[i] != 0 ? 1u : 0u) << i;
#endif
  return all;
}
TANDEM_INLINE Float sqrt(Float a) {
#if defined(__SSE2__) && TANDEM_LANES == 4
  return _mm_sqrt_ps(a);
#else
  Float root{};
  for (int i = 0; i < lane_count; ++i) root[i] = __builtin_sqrtf(a[i]);
  return root;
#endif
}
TANDEM_INLINE Float floor(Float a) {
  const Float cut = to_float(truncate(a));
  return cut > a ? cut - 1.0f : cut;
}
TANDEM_INLINE Float gather(const float* base, Int index) {
  Float all{};
  for (int i = 0; i < lane_count; ++i) all[i] = base[index[i]];
  return all;
}
TANDEM_INLINE Int gather(const int* base, Int index) {
  Int all{};
  for (int i = 0; i < lane_count; ++i) all[i] = base[index[i]];
  return all;
}
TANDEM_INLINE Float inverse_sqrt(Float a) { return 1.0f / sqrt(a); }
TANDEM_INLINE Float reciprocal(Float a) { return 1.0f / a; }
#endif

TANDEM_INLINE bool any(Mask a) { return bits(a) != 0; }
TANDEM_INLINE Int lane_bits() {
  Int bit{};
  for (int i = 0; i < lane_count; ++i) bit[i] = 1 << i;
  return bit;
}
TANDEM_INLINE Mask mask_from_bits(unsigned value) {
  return {(lane_bits() & static_cast<int>(value)) != 0};
}
TANDEM_INLINE Mask mask_from_lanes(const int* valid) {
  Int lanes;
  __builtin_memcpy(&lanes, valid, sizeof lanes);
  return {lanes != 0};
}
#endif

TANDEM_INLINE Float all(float value) { return Float{} + value; }
TANDEM_INLINE Int all(int value) { return Int{} + value; }
TANDEM_INLINE Mask no_lanes() { return mask_from_bits(0); }
TANDEM_INLINE Float abs(Float a) { return max(a, -a); }
TANDEM_INLINE Float load(const float* from) {
  Float lanes;
  __builtin_memcpy(&lanes, from, sizeof lanes);
  return lanes;
}
TANDEM_INLINE Int load(const int* from) {
  Int lanes;
  __builtin_memcpy(&lanes, from, sizeof lanes);
  return lanes;
}
TANDEM_INLINE void store(float* to, Float lanes) { __builtin_memcpy(to, &lanes, sizeof lanes); }
TANDEM_INLINE void store(int* to, Int lanes) { __builtin_memcpy(to, &lanes, sizeof lanes); }

TANDEM_INLINE Int bits_of(Float a) { return (Int)a; }
TANDEM_INLINE Float float_of(Int a) { return (Float)a; }
TANDEM_INLINE Float clamp(Float a, float low, float high) {
  return min(max(a, all(low)), all(high));
}
TANDEM_INLINE Float clamp01(Float a) { return clamp(a, 0, 1); }
TANDEM_INLINE Float mix(Float a, Float b, Float share) { return a + share * (b - a); }
TANDEM_INLINE Int min(Int a, Int b) { return select(less(a, b), a, b); }
TANDEM_INLINE Int max(Int a, Int b) { return select(less(a, b), b, a); }

// For positive numbers; off by 0.01 at most.
TANDEM_INLINE Float log2(Float a) {
  const Int bits = bits_of(a);
  const Float exponent = to_float((bits >> 23) - 127);
  const Float m = float_of((bits & 0x7fffff) | 0x3f800000) - 1.0f;
  return exponent + m * (1.4249f + m * (-0.5897f + m * 0.1648f));
}

// To three parts in 100,000, from 2^-126 to 2^126.
TANDEM_INLINE Float exp2(Float a) {
  const Float limited = clamp(a, -126, 126);
  const Float whole = floor(limited), m = limited - whole;
  const Float mantissa =
      1.0f + m * (0.6931472f + m * (0.2401597f + m * (0.0558171f + m * 0.0108760f)));
  return float_of(bits_of(mantissa) + (truncate(whole) << 23));
}

struct Vec {
  Float x, y, z;
};
TANDEM_INLINE Vec operator+(const Vec& a, const Vec& b) {
  return {a.x + b.x, a.y + b.y, a.z + b.z};
}
TANDEM_INLINE Vec operator-(const Vec& a, const Vec& b) {
  return {a.x - b.x, a.y - b.y, a.z - b.z};
}
TANDEM_INLINE Vec operator*(Float s, const Vec& a) { return {s * a.x, s * a.y, s * a.z}; }
TANDEM_INLINE Float dot(const Vec& a, const Vec& b) { return a.x * b.x + a.y * b.y + a.z * b.z; }
TANDEM_INLINE Vec cross(const Vec& a, const Vec& b) {
  return {a.y * b.z - a.z * b.y, a.z * b.x - a.x * b.z, a.x * b.y - a.y * b.x};
}
TANDEM_INLINE Vec select(Mask m, const Vec& a, const Vec& b) {
  return {select(m, a.x, b.x), select(m, a.y, b.y), select(m, a.z, b.z)};
}
TANDEM_INLINE Vec all(float x, float y, float z) { return {all(x), all(y), all(z)}; }
TANDEM_INLINE Vec all(const float* v) { return {all(v[0]), all(v[1]), all(v[2])}; }
TANDEM_INLINE Vec times(const Vec& a, const Vec& b) { return {a.x * b.x, a.y * b.y, a.z * b.z}; }
TANDEM_INLINE Vec mix(const Vec& a, const Vec& b, Float share) {
  return {mix(a.x, b.x, share), mix(a.y, b.y, share), mix(a.z, b.z, share)};
}
// Rows times v, and columns times v: the rotation and the way back.
TANDEM_INLINE Vec rotate(const float* m, const Vec& v) {
  return {m[0] * v.x + m[1] * v.y + m[2] * v.z, m[3] * v.x + m[4] * v.y + m[5] * v.z,
          m[6] * v.x + m[7] * v.y + m[8] * v.z};
}
TANDEM_INLINE Vec rotate_back(const float* m, const Vec& v) {
  return {m[0] * v.x + m[3] * v.y + m[6] * v.z, m[1] * v.x + m[4] * v.y + m[7] * v.z,
          m[2] * v.x + m[5] * v.y + m[8] * v.z};
}
// Quick, and of length 1 to seven digits; the zero vector becomes something finite.
TANDEM_INLINE Vec unit(const Vec& v) { return inverse_sqrt(max(dot(v, v), all(1e-30f))) * v; }

}  // namespace tandem::TANDEM_SIMD
