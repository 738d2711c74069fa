// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#include "ports/tracking/plane_node.h"

#include <fmt/format.h>

#include <cmath>

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

ReportedState state_of(const PlaneSight& sight) {
  switch (sight.state) {
    case PlaneState::tracked:
      return {.name = "seen", .text = "the plane is followed", .level = DiagnosticStatus::OK};
    case PlaneState::found:
      return {.name = "seen", .text = "the plane was found", .level = DiagnosticStatus::OK};
    case PlaneState::implausible:
      return {.name = "implausible", .text = sight.why, .level = DiagnosticStatus::ERROR};
    case PlaneState::unseen:
      break;
  }
  return {.name = "unseen", .text = "the plane is not seen", .level = DiagnosticStatus::WARN};
}

}  // namespace

PlaneNode::PlaneNode(const PlaneSetup& config, NodeOptions options)
    : config_(config),
      node_("plane_tracker", waiting(std::move(options))),
      tracker_(config.tracker),
      drift_(config.drift),
      poses_(node_.publisher<PoseStamped>(config.topic, qos::sensor)),
      cameras_(node_.publisher<PoseStamped>(config.topic + "/camera", qos::sensor)),
      debug_(node_.publisher<CompressedImage>(config.debug_topic, qos::image)),
      report_(node_, "tracker", config.robot, config.topic + "/status") {
  if (!config_.odometry_topic.empty())
    wheels_ = node_.subscribe<nav_msgs::msg::Odometry>(
        config_.odometry_topic, qos::sensor, [this](const nav_msgs::msg::Odometry& m) { hear(m); });
  if (config_.source.is_compressed)
    images_ = node_.subscribe<CompressedImage>(
        config_.source.topic, qos::image, [this](const CompressedImage& m) {
          auto grey = decoder_.decode_grey(m.data);
          if (!grey) return refuse(grey.error());
          auto [width, height, pixels] = *std::move(grey);
          look({width, height, std::move(pixels)}, to_time(m.header.stamp), m.header.frame_id);
        });
  else if (!config_.source.topic.empty())
    images_ = node_.subscribe<Image>(config_.source.topic, qos::image, [this](const Image& m) {
      auto grey = grey_of(m);
      if (!grey) return refuse(grey.error());
      look(*grey, to_time(m.header.stamp), m.header.frame_id);
    });
  silence_ = node_.timer(silence_after, [this] { watch(); });
  node_.start();
}

PlaneNode::~PlaneNode() {
  silence_.close();
  images_.close();
  wheels_.close();
}

void PlaneNode::refuse(const std::string& why) {
  const std::lock_guard lock(mutex_);
  if (refusals_.add_unusable(why, node_.now()))
    node_.log(LogLevel::warning, "a picture cannot be used: " + why);
}

void PlaneNode::publish(const Pose2& pose, SimTime stamp) {
  ++told_;
  poses_.publish(
      {.header = {.stamp = to_message_time(stamp), .frame_id = config_.frame_id},
       .pose = {.position = {.x = pose.translation.x, .y = pose.translation.y},
                .orientation = {.z = std::sin(pose.yaw / 2), .w = std::cos(pose.yaw / 2)}}});
}

// They drift, and a camera may be unplugged.
bool PlaneNode::may_believe_wheels() const {
  return last_sight_ && node_.now() - *last_sight_ <= config_.longest_unseen;
}

void PlaneNode::hear(const nav_msgs::msg::Odometry& message) {
  const std::lock_guard lock(mutex_);
  const auto& [position, q] = message.pose.pose;
  const double yaw = Quat{q.w, q.x, q.y, q.z}.yaw();
  if (!std::isfinite(position.x) || !std::isfinite(position.y) || !std::isfinite(yaw)) return;
  const SimTime stamp = to_time(message.header.stamp);
  drift_.hear_wheels(stamp, {{position.x, position.y}, yaw});
  if (const auto pose = drift_.room_from_robot(); pose && may_believe_wheels())
    publish(*pose, stamp);
}

bool PlaneNode::look(const GreyImage& image, SimTime stamp, const std::string& frame_id) {
  if (const std::string why = why_another_size(*config_.camera, image.width, image.height);
      !why.empty())
    return refuse(why), false;
  const std::lock_guard lock(mutex_);
  if (stamp == SimTime{}) stamp = node_.now();
  if (last_stamp_ && refusals_.is_old(stamp, *last_stamp_, node_.now())) return false;
  if (last_stamp_ && stamp < *last_stamp_) recent_.clear();  // its clock was set
  last_stamp_ = stamp;
  refusals_.forget();
  ++pictures_;
  recent_.push_back(stamp);
  while (stamp - recent_.front() > 1s) recent_.pop_front();
  const PlaneSight& sight = tracker_.look(image, stamp);
  last_looked_ = node_.now();
  if (sight.room_from_robot) {
    ++sights_;
    if (config_.odometry_topic.empty())
      publish(*sight.room_from_robot, stamp);
    else if (drift_.see(stamp, *sight.room_from_robot))
      last_sight_ = last_looked_;
    const auto& [t, q] = *sight.room_from_camera;
    cameras_.publish({.header = {.stamp = to_message_time(stamp), .frame_id = config_.frame_id},
                      .pose = {.position = {.x = t.x, .y = t.y, .z = t.z},
                               .orientation = {.x = q.x, .y = q.y, .z = q.z, .w = q.w}}});
  }
  report(stamp);
  draw(image, stamp, frame_id);
  return true;
}

void PlaneNode::report(SimTime stamp) {
  const PlaneSight& sight = tracker_.sight();
  ReportedState state = state_of(sight);
  const SimTime now = node_.now();
  if (state.name == "unseen" && last_sight_ && !may_believe_wheels()) {
    state.text = fmt::format(
        "the plane is not seen, for longer than the {:g} s that wheels are "
        "believed",
        seconds(config_.longest_unseen));
    state.level = DiagnosticStatus::ERROR;
  }
  if (!report_.is_due(state.name, now)) return;
  const double rate = recent_.size() < 2 ? 0
                                         : static_cast<double>(recent_.size() - 1) /
                                               seconds(recent_.back() - recent_.front());
  state.values = {{"rate_hz", fmt::format("{:.1f}", rate)},
                  {"latency_ms", fmt::format("{:.1f}", 1e3 * seconds(now - stamp))},
                  {"poses", fmt::to_string(told_)},
                  {"sights", fmt::to_string(sights_)},
                  {"pictures", fmt::to_string(pictures_)},
                  {"searches", fmt::to_string(tracker_.searches())},
                  {"unusable", fmt::to_string(refusals_.unusable())},
                  {"old", fmt::to_string(refusals_.old())}};
  if (sight.room_from_robot) {
    state.values.push_back({"reprojection_px", fmt::format("{:.2f}", sight.off_px)});
    state.values.push_back({"places", fmt::to_string(sight.places)});
  }
  if (!config_.odometry_topic.empty()) {
    state.values.push_back({"drift_mm", fmt::format("{:.1f}", 1e3 * drift_.drift_m())});
    state.values.push_back({"drift_deg", fmt::format("{:.2f}", drift_.drift_rad() * 57.29578)});
    state.values.push_back({"corrections", fmt::to_string(drift_.corrections())});
  }
  report_.tell(state, now);
}

void PlaneNode::draw(const GreyImage& image, SimTime stamp, const std::string& frame_id) {
  const Duration period = std::chrono::duration_cast<Duration>(
      std::chrono::duration<double>(1 / config_.debug_rate_hz));
  if (last_drawn_ && stamp >= *last_drawn_ && stamp - *last_drawn_ < period) return;
  if (debug_.subscriber_count() == 0) return;
  last_drawn_ = stamp;
  const PlaneSight& sight = tracker_.sight();
  std::vector<PictureOutline> outlines;
  if (sight.room_from_camera) {
    const auto& at = sight.room_from_robot;
    outlines.push_back({.corners_px = sight.corners_px,
                        .is_good = at.has_value(),
                        .text = at ? fmt::format("{}: {:.3f} {:.3f} m, {} places", config_.robot,
                                                 at->translation.x, at->translation.y, sight.places)
                                   : sight.why});
  }
  const RgbImage picture = outlined(image, outlines);
  auto jpeg = encoder_.encode(picture.rgb, picture.width, picture.height, 80);
  if (!jpeg) return;
  debug_.publish({.header = {.stamp = to_message_time(stamp), .frame_id = frame_id},
                  .format = "jpeg",
                  .data = *std::move(jpeg)});
}

void PlaneNode::watch() {
  const std::lock_guard lock(mutex_);
  const SimTime now = node_.now();
  if (last_looked_ && now - *last_looked_ < silence_after) return;
  const ReportedState silent{.name = "no_pictures",
                             .text = refusals_.text(now),
                             .level = DiagnosticStatus::ERROR,
                             .values = {{"unusable", fmt::to_string(refusals_.unusable())},
                                        {"old", fmt::to_string(refusals_.old())}}};
  if (report_.is_due(silent.name, now)) report_.tell(silent, now);
}

}  // namespace tandem
