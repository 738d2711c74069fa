// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <deque>
#include <mutex>
#include <optional>
#include <string>

#include "imaging/jpeg.h"
#include "messages/geometry_msgs.h"
#include "messages/nav_msgs.h"
#include "messages/sensor_msgs.h"
#include "middleware/node.h"
#include "plane_tracking/drift_correction.h"
#include "plane_tracking/plane_tracker.h"
#include "ports/streams/state_report.h"
#include "ports/tracking/picture_refusals.h"
#include "ports/tracking/plane_file.h"

namespace tandem {

// Looks through a robot's own camera at a plane whose place is known, and tells where the robot is:
//   TOPIC         its middle in metres of the room, for the twin: at each sight, or with odometry
//                 at each word of the wheels, whose drift is made good by sights, until the last
//                 of those is too long ago
//   TOPIC/camera  the camera with tilt and height, at each sight
//   TOPIC/status  how well the plane is seen and how far the wheels had drifted
class PlaneNode {
 public:
  PlaneNode(const PlaneSetup& config, NodeOptions options);
  ~PlaneNode();

  // A picture that does not come by a topic, from any thread.
  bool look(const GreyImage& image, SimTime stamp, const std::string& frame_id);
  // The same, of one that cannot be used.
  void refuse(const std::string& why);

 private:
  void hear(const nav_msgs::msg::Odometry& message);
  void publish(const Pose2& room_from_robot, SimTime stamp);
  bool may_believe_wheels() const;
  void report(SimTime stamp);
  void draw(const GreyImage& image, SimTime stamp, const std::string& frame_id);
  void watch();

  const PlaneSetup config_;
  Node node_;
  std::mutex mutex_;
  PlaneTracker tracker_;
  DriftCorrection drift_;
  JpegDecoder decoder_;
  JpegEncoder encoder_;
  Publisher<geometry_msgs::msg::PoseStamped> poses_, cameras_;
  Publisher<sensor_msgs::msg::CompressedImage> debug_;
  StateReport report_;
  std::optional<SimTime> last_stamp_, last_drawn_, last_looked_;
  std::deque<SimTime> recent_;  // stamps of the last second
  PictureRefusals refusals_;
  std::uint64_t pictures_ = 0, told_ = 0, sights_ = 0;
  std::optional<SimTime> last_sight_;  // that the wheels' drift was measured by
  Subscription images_, wheels_;
  Timer silence_;
};

}  // namespace tandem
