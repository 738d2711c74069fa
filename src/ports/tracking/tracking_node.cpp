// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#include "ports/tracking/tracking_node.h"

#include <fmt/format.h>

#include <cmath>
#include <stdexcept>
#include <utility>

#include "messages/time.h"
#include "ports/streams/silence_watch.h"
#include "ports/tracking/image_message.h"
#include "tracking/annotation.h"

namespace tandem {

namespace {

using diagnostic_msgs::msg::DiagnosticStatus;
using geometry_msgs::msg::PoseStamped;
using sensor_msgs::msg::CompressedImage;
using sensor_msgs::msg::Image;

// Without pictures for so long, that is told instead of what was seen last.
constexpr Duration silence_after = 500ms;

PoseStamped level_message(const Pose2& pose, double height, SimTime stamp,
                          const std::string& frame_id) {
  return {.header = {.stamp = to_message_time(stamp), .frame_id = frame_id},
          .pose = {.position = {.x = pose.translation.x, .y = pose.translation.y, .z = height},
                   .orientation = {.z = std::sin(pose.yaw / 2), .w = std::cos(pose.yaw / 2)}}};
}

PoseStamped spatial_message(const Pose& pose, SimTime stamp, const std::string& frame_id) {
  const auto& [t, q] = pose;
  return {.header = {.stamp = to_message_time(stamp), .frame_id = frame_id},
          .pose = {.position = {.x = t.x, .y = t.y, .z = t.z},
                   .orientation = {.x = q.x, .y = q.y, .z = q.z, .w = q.w}}};
}

ReportedState state_of(const MarkerSight& sight) {
  switch (sight.state) {
    case MarkerState::seen:
      return {.name = "seen", .text = "its marker is seen", .level = DiagnosticStatus::OK};
    case MarkerState::doubled:
      return {.name = "doubled",
              .text = fmt::format("marker {} is there twice, which one is the robot's?", sight.id),
              .level = DiagnosticStatus::ERROR};
    case MarkerState::implausible:
      return {.name = "implausible",
              .text = fmt::format("marker {}: {}", sight.id, sight.why),
              .level = DiagnosticStatus::ERROR};
    case MarkerState::unseen:
      break;
  }
  return {.name = "unseen",
          .text = fmt::format("marker {} is not seen", sight.id),
          .level = DiagnosticStatus::ERROR};
}

// The file was read by who made this of it, and its tracker was tried.
MarkerTracker tracker_of(const TrackingSetup& config) {
  auto tracker = MarkerTracker::make(tracker_config(config));
  if (!tracker) throw std::invalid_argument(tracker.error());
  return *std::move(tracker);
}

}  // namespace

TrackingNode::TrackingNode(const TrackingSetup& config, NodeOptions options)
    : config_(config), node_("tracker", waiting(std::move(options))), tracker_(tracker_of(config)) {
  for (const TrackedRobot& robot : config_.robots) {
    const auto poses = [&](const std::string& suffix) {
      return node_.publisher<PoseStamped>(robot.topic + suffix, qos::sensor);
    };
    outputs_.push_back(std::make_unique<Outputs>(
        Outputs{.pose = poses(""),
                .pixels = poses("/pixels"),
                .spatial = poses("/spatial"),
                .report = StateReport(node_, "tracker", robot.name, robot.topic + "/status")}));
  }
  debug_ = node_.publisher<CompressedImage>(config_.debug_topic, qos::image);
  if (!config_.source.topic.empty()) {
    if (config_.source.is_compressed)
      pictures_ = node_.subscribe<CompressedImage>(config_.source.topic, qos::image,
                                                   [this](const CompressedImage& m) { hear(m); });
    else
      pictures_ = node_.subscribe<Image>(config_.source.topic, qos::image,
                                         [this](const Image& m) { hear(m); });
  }
  silence_ = node_.timer(silence_after, [this] { watch(); });
  node_.start();
}

TrackingNode::~TrackingNode() {
  silence_.close();
  pictures_.close();
}

void TrackingNode::hear(const Image& message) {
  auto grey = grey_of(message);
  if (!grey) return refuse(grey.error());
  look(*grey, to_time(message.header.stamp), message.header.frame_id);
}

void TrackingNode::hear(const CompressedImage& message) {
  auto image = decoder_.decode_grey(message.data);
  if (!image) return refuse(image.error());
  auto [width, height, pixels] = *std::move(image);
  look({width, height, std::move(pixels)}, to_time(message.header.stamp), message.header.frame_id);
}

void TrackingNode::refuse(const std::string& why) {
  const std::lock_guard lock(mutex_);
  if (refusals_.add_unusable(why, node_.now()))
    node_.log(LogLevel::warning, "a picture cannot be used: " + why);
}

bool TrackingNode::look(const GreyImage& image, SimTime stamp, const std::string& frame_id) {
  if (const std::string why = why_another_size(*config_.camera, image.width, image.height);
      !why.empty())
    return refuse(why), false;
  const std::lock_guard lock(mutex_);
  // a camera without a clock: as old as its message
  if (stamp == SimTime{}) stamp = node_.now();
  if (last_stamp_ && refusals_.is_old(stamp, *last_stamp_, node_.now())) return false;
  if (last_stamp_ && stamp < *last_stamp_) recent_.clear();  // its clock was set
  last_stamp_ = stamp;
  refusals_.forget();
  recent_.push_back(stamp);
  while (stamp - recent_.front() > 1s) recent_.pop_front();

  const std::vector<MarkerSight>& sights = tracker_.look(image, stamp);
  last_looked_ = node_.now();
  for (std::size_t i = 0; i < sights.size(); ++i) {
    publish(*outputs_[i], sights[i], stamp, frame_id);
    report(i, sights[i], stamp);
  }
  draw(image, stamp, frame_id);
  return true;
}

void TrackingNode::publish(Outputs& outputs, const MarkerSight& sight, SimTime stamp,
                           const std::string& frame_id) {
  if (!sight.pose) return;
  const MarkerPose& pose = *sight.pose;
  ++outputs.poses;
  const double height = pose.room_from_marker_6d ? pose.room_from_marker_6d->translation.z : 0;
  outputs.pose.publish(level_message(pose.room_from_marker, height, stamp, config_.frame_id));
  outputs.pixels.publish(level_message(pose.in_pixels, 0, stamp, frame_id));
  if (pose.room_from_marker_6d)
    outputs.spatial.publish(spatial_message(*pose.room_from_marker_6d, stamp, config_.frame_id));
}

double TrackingNode::rate_hz() const {
  if (recent_.size() < 2) return 0;
  return static_cast<double>(recent_.size() - 1) / seconds(recent_.back() - recent_.front());
}

void TrackingNode::report(std::size_t index, const MarkerSight& sight, SimTime stamp) {
  Outputs& outputs = *outputs_[index];
  ReportedState state = state_of(sight);
  const SimTime now = node_.now();
  if (!outputs.report.is_due(state.name, now)) return;
  state.values = {{"rate_hz", fmt::format("{:.1f}", rate_hz())},
                  {"latency_ms", fmt::format("{:.1f}", 1e3 * seconds(now - stamp))},
                  {"poses", fmt::to_string(outputs.poses)},
                  {"pictures", fmt::to_string(tracker_.counts().pictures)},
                  {"unusable", fmt::to_string(refusals_.unusable())},
                  {"old", fmt::to_string(refusals_.old())}};
  if (sight.pose) {
    state.values.push_back({"reprojection_px", fmt::format("{:.2f}", sight.pose->off_px)});
    state.values.push_back({"seen_size_mm", fmt::format("{:.1f}", 1e3 * sight.pose->seen_size_m)});
  }
  outputs.report.tell(state, now);
}

void TrackingNode::draw(const GreyImage& image, SimTime stamp, const std::string& frame_id) {
  const Duration period = std::chrono::duration_cast<Duration>(
      std::chrono::duration<double>(1 / config_.debug_rate_hz));
  if (last_drawn_ && stamp >= *last_drawn_ && stamp - *last_drawn_ < period) return;
  if (debug_.subscriber_count() == 0) return;
  last_drawn_ = stamp;
  const RgbImage picture = annotated(image, tracker_.sights());
  auto jpeg = encoder_.encode(picture.rgb, picture.width, picture.height, 80);
  if (!jpeg) return;
  debug_.publish({.header = {.stamp = to_message_time(stamp), .frame_id = frame_id},
                  .format = "jpeg",
                  .data = *std::move(jpeg)});
}

void TrackingNode::watch() {
  const std::lock_guard lock(mutex_);
  const SimTime now = node_.now();
  if (last_looked_ && now - *last_looked_ < silence_after) return;
  for (const auto& outputs : outputs_) {
    const ReportedState silent{.name = "no_pictures",
                               .text = refusals_.text(now),
                               .level = DiagnosticStatus::ERROR,
                               .values = {{"unusable", fmt::to_string(refusals_.unusable())},
                                          {"old", fmt::to_string(refusals_.old())}}};
    if (outputs->report.is_due(silent.name, now)) outputs->report.tell(silent, now);
  }
}

}  // namespace tandem
