// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <optional>
#include <string>

#include "geometry/pose.h"

namespace tandem {

enum class LensType { plumb_bob, fisheye };

// What a camera's lens does to directions, as ROS describes it in CameraInfo.
struct LensConfig {
  LensType type = LensType::plumb_bob;
  double fx_px = 1;
  double fy_px = 1;
  double cx_px = 0;
  double cy_px = 0;
  // plumb_bob: k1 k2 p1 p2 k3; fisheye: k1 k2 k3 k4
  std::array<double, 5> distortion{};
};

// What an overhead camera's pixels mean in the room. One of the two ways to say it is there.
struct CameraCalibration {
  std::optional<LensConfig> lens;
  std::optional<Pose> room_from_camera;  // the optical frame: x right, y down, z forward
  // A homography by rows, from pixels freed of distortion to metres on a level plane of the room.
  std::optional<std::array<double, 9>> room_from_pixels;
  double homography_height_m = 0;  // of that plane above the floor
  // Of the pictures that it was measured by; 0: nobody has said.
  int width_px = 0;
  int height_px = 0;
};

// Why a picture of this size is none of the camera's, as a sentence: its pixels are others when it
// is cut or scaled. Empty when it may be one.
std::string why_another_size(const CameraCalibration& camera, int width_px, int height_px);

}  // namespace tandem
