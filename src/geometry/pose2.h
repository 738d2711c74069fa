// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cmath>

namespace tandem {

struct Vec2 {
  double x = 0;
  double y = 0;
};

constexpr Vec2 operator+(Vec2 a, Vec2 b) { return {a.x + b.x, a.y + b.y}; }
constexpr Vec2 operator-(Vec2 a, Vec2 b) { return {a.x - b.x, a.y - b.y}; }
constexpr Vec2 operator*(double s, Vec2 v) { return {s * v.x, s * v.y}; }
constexpr double dot(Vec2 a, Vec2 b) { return a.x * b.x + a.y * b.y; }

// A place on the floor and a heading.
struct Pose2 {
  Vec2 translation;
  double yaw = 0;  // rad, counter-clockwise
};

inline Vec2 operator*(const Pose2& a_from_b, Vec2 in_b) {
  const double c = std::cos(a_from_b.yaw), s = std::sin(a_from_b.yaw);
  return a_from_b.translation + Vec2{c * in_b.x - s * in_b.y, s * in_b.x + c * in_b.y};
}

inline Pose2 operator*(const Pose2& a_from_b, const Pose2& b_from_c) {
  return {a_from_b * b_from_c.translation, a_from_b.yaw + b_from_c.yaw};
}

inline Pose2 inverse(const Pose2& a_from_b) {
  const Pose2 turned_back{{}, -a_from_b.yaw};
  return {turned_back * (-1 * a_from_b.translation), -a_from_b.yaw};
}

// How a mobile robot moves, in its own frame.
struct Twist2 {
  double linear = 0;   // m/s, forward
  double angular = 0;  // rad/s, counter-clockwise
};

}  // namespace tandem
