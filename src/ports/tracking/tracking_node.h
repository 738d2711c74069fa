// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <deque>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <vector>

#include "imaging/jpeg.h"
#include "messages/geometry_msgs.h"
#include "messages/sensor_msgs.h"
#include "middleware/node.h"
#include "ports/streams/state_report.h"
#include "ports/tracking/picture_refusals.h"
#include "ports/tracking/tracking_file.h"
#include "tracking/marker_tracker.h"

namespace tandem {

// Looks at the pictures of a camera above robots and tells where these are. Of each robot:
//   TOPIC          its marker in metres of the room, for the twin
//   TOPIC/pixels   the same in pixels
//   TOPIC/spatial  with tilt and height, where the camera's place is known
//   TOPIC/status   how well it is seen, also in /diagnostics
// A marker that is not clearly seen is not told of: nobody is better than somebody else.
class TrackingNode {
 public:
  TrackingNode(const TrackingSetup& config, NodeOptions options);
  ~TrackingNode();

  // A picture that does not come by a topic, from any thread. False: it was left out.
  bool look(const GreyImage& image, SimTime stamp, const std::string& frame_id);
  // The same, of one that cannot be used.
  void refuse(const std::string& why);

 private:
  using PoseStamped = geometry_msgs::msg::PoseStamped;
  struct Outputs {
    Publisher<PoseStamped> pose, pixels, spatial;
    StateReport report;
    std::uint64_t poses = 0;
  };

  void hear(const sensor_msgs::msg::Image& message);
  void hear(const sensor_msgs::msg::CompressedImage& message);
  void publish(Outputs& outputs, const MarkerSight& sight, SimTime stamp,
               const std::string& frame_id);
  void report(std::size_t index, const MarkerSight& sight, SimTime stamp);
  void draw(const GreyImage& image, SimTime stamp, const std::string& frame_id);
  double rate_hz() const;
  void watch();

  const TrackingSetup config_;
  Node node_;
  std::mutex mutex_;
  MarkerTracker tracker_;
  JpegDecoder decoder_;
  JpegEncoder encoder_;
  std::vector<std::unique_ptr<Outputs>> outputs_;
  Publisher<sensor_msgs::msg::CompressedImage> debug_;
  std::optional<SimTime> last_stamp_, last_drawn_, last_looked_;
  std::deque<SimTime> recent_;  // stamps of the last second
  PictureRefusals refusals_;
  Subscription pictures_;
  Timer silence_;
};

}  // namespace tandem
