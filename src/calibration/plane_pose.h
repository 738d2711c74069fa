// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <optional>
#include <span>

#include "calibration/homography.h"
#include "geometry/pose.h"

namespace tandem {

// A turn by a vector whose direction is the axis and whose length is the angle.
Quat turn_by(const Vec3& v);

// The turn of a frame whose x and y lie nearly along two directions; both give way by half of what
// is missing to a right angle.
Quat turn_to(const Vec3& x, const Vec3& y);

// The pose whose plane z = 0 a camera sees by a homography to directions (x, y, 1); the nearest one
// where none fits exactly. Nothing where the plane's middle would be behind the camera.
std::optional<Pose> pose_of_plane(const Homography& ray_from_plane);

}  // namespace tandem
