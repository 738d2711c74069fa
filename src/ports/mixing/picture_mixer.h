// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <string>

#include "base/result.h"
#include "calibration/camera_calibration.h"
#include "messages/sensor_msgs.h"
#include "ports/mixing/mixed_view.h"

namespace tandem {

struct PictureMixerConfig {
  Tone tone = Tone::srgb;
  std::string carrier{};     // of the camera, which is real whatever else is; empty: none
  int most_width_px = 1000;  // larger pictures are halved until they are not
};

// A picture and how it is seen.
struct SeenPicture {
  sensor_msgs::msg::Image image;
  sensor_msgs::msg::CameraInfo info;
};

// Draws virtual things into messages with pictures. Belongs to one thread.
class PictureMixer {
 public:
  explicit PictureMixer(PictureMixerConfig config) : config_(std::move(config)) {}

  // With the header of the real one. An error says why it cannot be.
  Result<SeenPicture> mix(const sensor_msgs::msg::Image& real, const LensConfig& lens,
                          const MixMoment& moment, const Pose& world_from_camera);

 private:
  struct Optics {
    LensConfig real_lens;
    int real_width, real_height;
    LensConfig lens;  // of the mixed pictures
    int width, height;
    MixedView view;
  };
  std::optional<Error> prepare(const LensConfig& lens, int width, int height);

  const PictureMixerConfig config_;
  std::optional<Optics> optics_;
};

// What is wrong with a picture's format; nothing where it can be drawn into.
std::optional<Error> mistake_in_picture(const sensor_msgs::msg::Image& picture);

}  // namespace tandem
