// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <optional>
#include <span>

#include "base/result.h"
#include "geometry/pose2.h"

namespace tandem {

// A map from plane to plane that keeps straight lines straight, by rows: a camera's or projector's.
using Homography = std::array<double, 9>;

constexpr Homography identity_homography{1, 0, 0, 0, 1, 0, 0, 0, 1};

Homography operator*(const Homography& a, const Homography& b);

// Nothing for one that maps everything onto a line.
std::optional<Homography> inverse(const Homography& m);

// Nothing for points whose last coordinate is not positive: they lie behind, or at the horizon.
std::optional<Vec2> map(const Homography& m, Vec2 point);

// The one that maps four corners, in their order around, to four others. What lies between the
// corners has a positive last coordinate. An error says what is wrong with which corner.
using Corners = std::array<Vec2, 4>;
Result<Homography> map_corners(const Corners& from, const Corners& to);

// The one that maps many points best, to all of whom it gives a positive last coordinate. An error
// says why there is none: too few points, or all of them on one line.
struct PointPair {
  Vec2 from;
  Vec2 to;
};
Result<Homography> fit_homography(std::span<const PointPair> pairs);

}  // namespace tandem
