// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <memory>
#include <mutex>
#include <optional>
#include <string>

#include "calibration/camera_calibration.h"
#include "messages/sensor_msgs.h"
#include "middleware/node.h"
#include "ports/mixing/moment_history.h"
#include "ports/mixing/picture_mixer.h"
#include "ports/streams/state_report.h"
#include "simulation/frame.h"

namespace tandem {

// A camera that stands in the room.
struct MixedCameraConfig {
  std::string real_topic = "/overhead/image_raw";
  std::string topic = "/overhead/mixed/image_raw";
  CameraCalibration camera;  // with a lens; where it is in the room is of no matter
  Pose world_from_camera;
  Tone tone = Tone::srgb;
  double rate_hz = 5;  // at most
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
  void refuse(const std::string& why);
  void report(const std::string& problem);

  const MixedCameraConfig config_;
  std::mutex mutex_;
  MomentHistory moments_;
  Node node_;
  // Of the node's thread.
  PictureMixer mixer_;
  std::optional<SimTime> last_;
  std::uint64_t mixed_ = 0, unmixed_ = 0;
  StateReport report_;
  Publisher<sensor_msgs::msg::Image> pictures_;
  Publisher<sensor_msgs::msg::CameraInfo> infos_;
  Timer interest_;
  Subscription real_;
};

}  // namespace tandem
