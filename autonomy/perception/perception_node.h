// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "autonomy/perception/perception_parameters.h"
#include "autonomy/perception/processor.h"
#include "imaging/jpeg.h"
#include "messages/diagnostic_msgs.h"
#include "messages/sensor_msgs.h"
#include "messages/tandem_msgs.h"
#include "middleware/node.h"
#include "middleware/transform_listener.h"

namespace tandem {

// The eyes of a robot: runs the one processor that a mission asks for on each picture of a camera,
// and publishes what it saw. While none is asked for it does not even hear the camera.
class PerceptionNode {
 public:
  // Throws std::invalid_argument when the options cannot be.
  explicit PerceptionNode(NodeOptions options);

 private:
  using SelectProcessor = tandem_msgs::srv::SelectProcessor;

  struct Selection {
    std::string processor;  // empty: none
    std::vector<std::string> labels;
  };

  SelectProcessor::Response select(const Selection& wanted);
  void remake();  // with the parameters as they are now
  void listen();
  void hear_info(const sensor_msgs::msg::CameraInfo& info);
  void see(const std_msgs::msg::Header& header, Result<RgbImage> image);
  std::optional<FloorCamera> camera_of(const std_msgs::msg::Header& header, const RgbImage& image);
  void show(const Annotation& annotation, const std_msgs::msg::Header& header, RgbImage image);
  void report();
  std::string base_frame(const std::string& camera_frame) const;
  bool is_silent() const;
  std::string topic() const;
  // Each sentence once, for the log is no counter.
  void say_once(const std::string& sentence);

  Node node_;
  Parameter<std::string> image_topic_, transport_, info_topic_, base_frame_;
  Parameter<double> floor_z_m_, silence_s_;
  PerceptionParameters parameters_;
  Selection selection_;
  std::unique_ptr<Processor> processor_;
  std::optional<CameraLens> lens_;
  TransformBuffer transforms_;
  TransformListener transform_listener_;
  JpegDecoder decoder_;
  JpegEncoder encoder_;

  std::uint64_t pictures_ = 0;       // that were looked at
  std::uint64_t unreadable_ = 0;     // broken, empty or in an encoding that is not read
  std::uint64_t without_place_ = 0;  // looked at without knowing where the camera is
  SimTime last_heard_{};             // a picture, or the moment of the selection
  std::set<std::string> said_;

  Publisher<tandem_msgs::msg::Sight> sights_;
  Publisher<sensor_msgs::msg::Image> debug_;
  Publisher<sensor_msgs::msg::CompressedImage> debug_compressed_;
  Publisher<diagnostic_msgs::msg::DiagnosticArray> diagnostics_;
  Subscription infos_;
  Subscription pictures_topic_;  // only while there is a processor
  Server select_;
  Timer report_timer_;
};

}  // namespace tandem
