// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <optional>

#include "base/result.h"
#include "calibration/camera_calibration.h"
#include "calibration/plane_view.h"
#include "geometry/pose.h"
#include "geometry/pose2.h"
#include "tracking/marker_finder.h"

namespace tandem {

struct MarkerPlace {
  double size_m = 0.1;    // of the black square's side
  double height_m = 0;    // above the floor of the room
  double max_off_px = 2;  // of the corners from those of the pose, as root mean square
};

// Where a marker is. Its x is to the right of the marker as it is drawn, its y up, its z towards
// who looks at it.
struct MarkerPose {
  Pose2 room_from_marker;  // in the level plane at its height
  Pose2 in_pixels;         // as PlaneView takes it: from x (right) towards y (down)
  // Where it is if the robot tilts; only of a camera whose place and lens are known.
  std::optional<Pose> room_from_marker_6d;
  double off_px = 0;       // how far corners are from where the level pose would have them
  double seen_size_m = 0;  // of its side, measured
};

// Tells where a marker of known size and height is from where its corners are seen.
class MarkerPoseEstimator {
 public:
  // An error is a sentence about what the calibration lacks.
  static Result<MarkerPoseEstimator> make(const CameraCalibration& calibration,
                                          const MarkerPlace& place);

  // An error says why these are not the corners of this marker: another size, not level.
  Result<MarkerPose> estimate(const std::array<Vec2, 4>& corners_px) const;

 private:
  MarkerPoseEstimator(PlaneView view, const MarkerPlace& place) : view_(view), place_(place) {}

  PlaneView view_;
  MarkerPlace place_;
  std::optional<LensConfig> lens_;
  std::optional<Pose> camera_from_room_;
};

}  // namespace tandem
