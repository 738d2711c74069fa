// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <span>
#include <string>
#include <vector>

#include "base/result.h"
#include "calibration/camera_calibration.h"
#include "geometry/pose2.h"

namespace tandem {

// A place that was measured in the room, and where the camera sees it.
struct FloorPoint {
  std::string name;
  Vec2 in_room;
  double height_m = 0;
  Vec2 at_px;
};

struct FloorFit {
  CameraCalibration calibration;
  std::vector<double> off_mm;  // of each point, in the room
  double rms_mm = 0;
  double rms_px = 0;
  bool is_checked = true;  // false where as many points as numbers fit whatever they are
};

constexpr double max_floor_off_mm = 10;

// Where a camera stands above the floor, by points of it. With a lens its place in the room is
// found, and points may have heights; without, a homography of their plane. An error says what is
// wrong with which point.
Result<FloorFit> fit_floor(std::span<const FloorPoint> points,
                           const std::optional<LensConfig>& lens);

}  // namespace tandem
