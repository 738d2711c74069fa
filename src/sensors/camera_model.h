// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <mutex>
#include <string>
#include <vector>

#include "base/noise.h"
#include "render/camera.h"
#include "sensors/sensor.h"
#include "sensors/settings.h"

namespace tandem {

struct CameraConfig {
  Intrinsics intrinsics;
  double near_m = 0.02;
  double far_m = 1000;
  double noise = 0;  // deviation of a channel of full scale 1
  double exposure = 1;
  bool has_shadows = true;
  bool is_antialiased = true;
  bool is_optical = true;  // z looks forward and y down, else x looks forward and z up
};

// What all cameras have in common, in both dialects.
CameraConfig read_camera(SettingsReader& settings);

constexpr int max_camera_side_px = 8192;
constexpr int max_camera_px = 4096 * 4096;

// From the sensor's frame to that of its pictures.
Pose sensor_from_optical(const CameraConfig& config);

// The directions of a camera's pixels, worked out when the first picture is taken. Equal cameras
// share them. For any thread.
class PixelDirections {
 public:
  explicit PixelDirections(const Intrinsics& intrinsics) : intrinsics_(intrinsics) {}
  std::shared_ptr<const RayTable> table() const;

 private:
  Intrinsics intrinsics_;
  mutable std::once_flag is_made_;
  mutable std::shared_ptr<const RayTable> table_;
};

// What a chip adds to each channel: normally distributed, of this deviation of full scale 1.
class ChannelNoise {
 public:
  explicit ChannelNoise(double deviation);
  void add_to(std::vector<std::uint8_t>& rgb, const Noise::Samples& samples,
              ThreadPool* pool) const;

 private:
  // Deviations in 16ths of a level, at the middles of equal shares of the distribution, shuffled.
  // Blocks of channels take theirs from random places in it. Empty: none.
  std::vector<std::int16_t> strip_;
};

// What to draw for one camera.
CameraView camera_view(const CameraConfig& config, std::shared_ptr<const RayTable> rays,
                       const Pose& world_from_optical, Streams wanted);

// The topics of a camera, all below `base`.
std::vector<SensorTopic> camera_topics(const std::string& base);

}  // namespace tandem
