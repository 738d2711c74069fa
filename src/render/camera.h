// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstdint>
#include <memory>
#include <optional>
#include <vector>

#include "base/result.h"
#include "geometry/pose.h"
#include "render/vec3f.h"
#include "world/entity.h"

namespace tandem {

enum class Lens {
  pinhole,
  plumb_bob,  // coefficients k1 k2 p1 p2 k3, as in ROS and OpenCV
  fisheye,    // k1 k2 k3 k4 of theta_d = theta (1 + k1 theta^2 + ...): "equidistant" in ROS
};

// How a camera maps directions to pixels, in the optical frame of ROS: x right, y down, z forward.
// The middle of the top left pixel has the coordinates (0, 0), as in ROS and OpenCV.
struct Intrinsics {
  int width = 640;
  int height = 480;
  double fx = 0, fy = 0;
  double cx = 0, cy = 0;
  Lens lens = Lens::pinhole;
  std::array<double, 5> distortion{};
};

// Square pixels and the principal point in the middle. The field of view is that of the pinhole,
// from the left edge of the image to the right one; for a fisheye that of the lens, without
// distortion.
Intrinsics intrinsics_from_fov(int width, int height, double horizontal_fov,
                               Lens lens = Lens::pinhole, std::array<double, 5> distortion = {});

// Where a point in the optical frame appears. Nothing for points that the lens cannot see.
std::optional<std::array<double, 2>> project(const Intrinsics& intrinsics, const Vec3& in_camera);

// The direction in which each pixel looks, worked out once per camera. Pixels that see nothing,
// such as the corners of a fisheye, have the direction (0, 0, 0) and stay black.
class RayTable {
 public:
  // An error names what is wrong with the numbers.
  static Result<RayTable> make(const Intrinsics& intrinsics);

  const Intrinsics& intrinsics() const { return intrinsics_; }
  int width() const { return intrinsics_.width; }
  int height() const { return intrinsics_.height; }
  // Row by row; length 1.
  const std::vector<Vec3f>& directions() const { return directions_; }
  Vec3f direction(int x, int y) const {
    return directions_[static_cast<std::size_t>(y) * static_cast<std::size_t>(width()) +
                       static_cast<std::size_t>(x)];
  }

 private:
  explicit RayTable(const Intrinsics& intrinsics) : intrinsics_(intrinsics) {}
  Intrinsics intrinsics_;
  std::vector<Vec3f> directions_;
};

// What one picture is to show and from where.
struct CameraView {
  Pose world_from_camera;  // optical frame
  std::shared_ptr<const RayTable> rays;
  double near_m = 0.01;  // along the optical axis, or the ray with a fisheye
  double far_m = 1000;   // what is farther is not drawn
  bool has_color = true;
  bool has_depth = false;
  bool has_labels = false;     // classes: semantic segmentation
  bool has_instances = false;  // entities: instance segmentation
  bool has_shadows = true;
  bool is_antialiased = true;
  double exposure = 1;              // multiplies light
  std::optional<EntityId> ignored;  // not drawn
};

// A picture, row by row from the top. What was not asked for is empty.
struct CameraImage {
  int width = 0;
  int height = 0;
  std::vector<std::uint8_t> rgb;  // sRGB, three a pixel
  // In metres along the optical axis, or along the ray with a fisheye. Infinity: nothing there.
  std::vector<float> depth_m;
  std::vector<std::uint8_t> labels;      // 0: nothing there
  std::vector<std::uint32_t> instances;  // instance_id(); 0: nothing there
};

}  // namespace tandem
