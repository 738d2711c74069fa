// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>

#include "calibration/camera_calibration.h"
#include "geometry/pose2.h"

namespace tandem {

// Where a camera sees the direction (x, y, 1) of its optical frame, in pixels.
Vec2 project(const LensConfig& lens, Vec2 direction);

// The direction that a pixel looks in, as (x, y, 1); nothing where the lens bends it behind itself.
std::optional<Vec2> direction_of(const LensConfig& lens, Vec2 pixel);

}  // namespace tandem
