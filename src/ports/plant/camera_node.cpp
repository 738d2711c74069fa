// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#include "ports/plant/camera_node.h"

#include <algorithm>
#include <chrono>
#include <mutex>
#include <string>
#include <utility>

#include "messages/time.h"
#include "ports/streams/camera_info.h"
#include "ports/streams/silence_watch.h"

namespace tandem {

namespace {

// Robots know where they are some milliseconds later.
constexpr Duration least_wait = 4ms;
constexpr Duration calm_after = 10s;  // without a picture that was left out
constexpr const char* frame = "overhead_camera";
// Pictures of 2 MB at 30 Hz are more than what is sent in bursts that any receiver can hold. Who
// looks at them is on this computer, with room for a whole one.
constexpr Qos local_pictures{.requests_reliable = false, .depth = 2};

}  // namespace

CameraNode::CameraNode(OverheadCamera camera, std::vector<PlantNode*> robots, NodeOptions options)
    : camera_(std::move(camera)),
      robots_(std::move(robots)),
      is_lockstep_(is_lockstep(options)),
      node_("overhead_camera", waiting(std::move(options))),
      start_(now()),
      period_(static_cast<Duration::rep>(1e9 / camera_.setup().config.rate_hz)),
      report_(node_, "camera", "overhead_camera", camera_.setup().config.topic + "/status") {
  const OverheadConfig& config = camera_.setup().config;
  picture_ = {.header = {.frame_id = frame},
              .height = static_cast<std::uint32_t>(config.height_px),
              .width = static_cast<std::uint32_t>(config.width_px),
              .encoding = "mono8",
              .step = static_cast<std::uint32_t>(config.width_px)};
  picture_.data.resize(camera_.picture_bytes());
  info_ = camera_info_of(*camera_.setup().camera.lens, config.width_px, config.height_px);
  info_.header.frame_id = frame;
  pictures_ = node_.publisher<sensor_msgs::msg::Image>(config.topic, local_pictures);
  infos_ =
      node_.publisher<sensor_msgs::msg::CameraInfo>(info_topic_beside(config.topic), qos::sensor);
  if (config.projection && config.projection->is_live)
    projections_ = node_.subscribe<sensor_msgs::msg::Image>(
        projection_topic, qos::latched,
        [this](const sensor_msgs::msg::Image& projection) { hear_projection(projection); });
  node_.start();
  if (is_lockstep_) {
    timer_ = node_.timer(period_, [this] {
      while (now() >= middle_of(next_) + delay()) send(next_++);
    });
  } else {
    thread_ = std::jthread([this](std::stop_token stop) { live(stop); });
  }
}

CameraNode::~CameraNode() {
  projections_.close();
  timer_.close();
  thread_ = {};
}

SimTime CameraNode::middle_of(std::uint64_t index) const {
  return start_ + static_cast<Duration::rep>(index) * period_;
}

Duration CameraNode::delay() const {
  const OverheadConfig& config = camera_.setup().config;
  return std::max(config.latency, config.exposure / 2 + least_wait);
}

void CameraNode::live(std::stop_token stop) {
  std::mutex sleeping;
  std::unique_lock lock(sleeping);
  while (!stop.stop_requested()) {
    const Duration early = middle_of(next_) + delay() - now();
    if (early > Duration{}) {
      bell_.wait_for(lock, stop, std::chrono::nanoseconds(early), [] { return false; });
      continue;
    }
    // a machine that cannot keep up leaves pictures out
    const bool is_wanted = pictures_.is_wanted();
    while (middle_of(next_ + 1) + delay() <= now()) {
      ++next_;
      if (is_wanted && taken_ > 0) ++left_out_;
    }
    send(next_++);
    report();
  }
}

void CameraNode::hear_projection(const sensor_msgs::msg::Image& projection) {
  if (projection.encoding != "mono8" || projection.step != projection.width ||
      projection.data.size() != std::size_t{projection.width} * projection.height)
    return node_.log(LogLevel::warning, "what is projected is not mono8, or not as large as said");
  const std::lock_guard lock(mutex_);
  projection_ = projection;
}

void CameraNode::show_projection() {
  std::optional<sensor_msgs::msg::Image> newest;
  {
    const std::lock_guard lock(mutex_);
    newest.swap(projection_);
  }
  if (newest)
    camera_.show(static_cast<int>(newest->width), static_cast<int>(newest->height), newest->data);
}

void CameraNode::send(std::uint64_t index) {
  const SimTime middle = middle_of(index);
  info_.header.stamp = picture_.header.stamp = to_message_time(middle);
  if (infos_.is_wanted()) infos_.publish(info_);
  if (!pictures_.is_wanted()) return;
  const Duration half = camera_.setup().config.exposure / 2;
  std::vector<RobotMotion> motions;
  for (PlantNode* robot : robots_) {
    const auto opened = robot->room_from_robot_at(middle - half);
    const auto closed = robot->room_from_robot_at(middle + half);
    if (!opened || !closed) return;  // it has only just begun, or was stopped for long
    motions.push_back({*opened, *closed});
  }
  show_projection();
  camera_.take(middle - start_, index, motions, picture_.data);
  pictures_.publish(picture_);
  ++taken_;
}

void CameraNode::report() {
  if (taken_ == 0) return;
  const SimTime at = now();
  if (left_out_ > left_out_before_) last_left_out_ = at;
  left_out_before_ = left_out_;
  const bool is_late = last_left_out_ && at - *last_left_out_ < calm_after;
  const ReportedState state{
      .name = is_late ? "too_slow" : "taking",
      .text = is_late ? "this machine is too slow for all pictures: some are left out"
                      : "all pictures are taken",
      .level = is_late ? diagnostic_msgs::msg::DiagnosticStatus::WARN
                       : diagnostic_msgs::msg::DiagnosticStatus::OK,
      .values = {{"pictures", std::to_string(taken_)}, {"left_out", std::to_string(left_out_)}}};
  if (report_.is_due(state.name, at)) report_.tell(state, at);
}

}  // namespace tandem
