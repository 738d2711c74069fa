// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#include "plane_tracking/plane_target.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "calibration/plane_pose.h"

namespace tandem {

namespace {

constexpr double tolerance = 0.03;  // of the sides, for tape measures

}  // namespace

Result<PlaneTarget> plane_of_corners(GreyImage picture, const std::array<Vec3, 4>& corners) {
  if (picture.width < 64 || picture.height < 64)
    return Error{fmt::format("a picture of {} x {} pixels is too small to be recognised",
                             picture.width, picture.height)};
  const Vec3 top = corners[1] - corners[0], bottom = corners[2] - corners[3];
  const Vec3 left = corners[3] - corners[0], right = corners[2] - corners[1];
  const double width = 0.5 * (length(top) + length(bottom));
  const double height = 0.5 * (length(left) + length(right));
  if (!(width > 0.01) || !(height > 0.01)) return Error{"two corners are at one place"};
  const double size = std::max(width, height);
  // of a rectangle opposite sides are the same, and stand upright on each other
  if (length(top - bottom) > tolerance * size || length(left - right) > tolerance * size)
    return Error{
        fmt::format("the corners are not those of a rectangle: opposite sides differ by {:.0f} mm",
                    1e3 * std::max(length(top - bottom), length(left - right)))};
  const Vec3 x = normalized(top + bottom), down = normalized(left + right);
  if (std::abs(dot(x, down)) > tolerance)
    return Error{
        fmt::format("the corners are not those of a rectangle: its sides meet at {:.0f} degrees",
                    std::acos(dot(x, down)) * 57.29578)};
  const double shape = width / height, drawn = double(picture.width) / picture.height;
  if (std::abs(shape / drawn - 1) > 2 * tolerance)
    return Error{
        fmt::format("the picture is {:.3f} times as wide as it is high, its corners {:.3f} times",
                    drawn, shape)};
  Vec3 middle;
  for (const Vec3& corner : corners) middle += 0.25 * corner;
  return PlaneTarget{std::move(picture), width, height, Pose{middle, turn_to(x, down)}};
}

}  // namespace tandem
