// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <deque>
#include <memory>
#include <mutex>
#include <optional>
#include <string>

#include "calibration/camera_calibration.h"
#include "messages/sensor_msgs.h"
#include "middleware/node.h"
#include "ports/mixing/mixed_view.h"
#include "simulation/frame.h"

namespace tandem {

// A camera that stands in the room.
struct MixedCameraConfig {
  std::string real_topic = "/overhead/image_raw";
  std::string topic = "/overhead/mixed/image_raw";
  LensConfig lens;
  Pose world_from_camera;
  Tone tone = Tone::srgb;
  double rate_hz = 5;        // at most
  int most_width_px = 1000;  // larger pictures are halved until they are not
};

// Publishes the pictures of a real camera with the virtual things of the world in them, and how
// that camera sees. Works only while somebody listens; each picture is drawn as the world was when
// it was taken.
class MixedCamera final : public Sink {
 public:
  MixedCamera(const MixedCameraConfig& config, NodeOptions options);
  ~MixedCamera() override;

  void publish(std::shared_ptr<const Frame> frame) override;

 private:
  void follow_interest();
  void hear(const sensor_msgs::msg::Image& message);
  std::optional<MixMoment> moment_of(SimTime time);
  void complain(const std::string& why);

  const MixedCameraConfig config_;
  std::mutex mutex_;
  std::deque<MixMoment> moments_;  // by time
  Node node_;
  // Of the node's thread.
  struct Optics {
    int width, height, channels;  // of the real pictures
    LensConfig lens;              // of the mixed ones
    int mixed_width, mixed_height;
    MixedView view;
  };
  std::optional<Optics> optics_;
  std::optional<SimTime> last_;
  std::string complained_;
  Publisher<sensor_msgs::msg::Image> pictures_;
  Publisher<sensor_msgs::msg::CameraInfo> infos_;
  Timer interest_;
  Subscription real_;
};

}  // namespace tandem
