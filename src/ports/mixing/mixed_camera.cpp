// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#include "ports/mixing/mixed_camera.h"

#include <string>
#include <string_view>
#include <utility>

#include "messages/time.h"
#include "ports/streams/camera_info.h"
#include "ports/streams/silence_watch.h"

namespace tandem {

namespace {

using sensor_msgs::msg::CameraInfo;
using sensor_msgs::msg::Image;

// Of a picture and the world that is drawn into it: a machine that is busy may be late with either.
constexpr Duration farthest_apart = 300ms;
constexpr Duration interest_period = 200ms;

}  // namespace

MixedCamera::MixedCamera(const MixedCameraConfig& config, NodeOptions options)
    : config_(config),
      node_("mixed_camera", waiting(std::move(options))),
      mixer_({.tone = config.tone}),
      report_(node_, "mixer", "overhead_camera", config.topic + "/status") {
  pictures_ = node_.publisher<Image>(config_.topic, qos::image);
  infos_ = node_.publisher<CameraInfo>(info_topic_beside(config_.topic), qos::sensor);
  interest_ = node_.timer(interest_period, [this] { follow_interest(); });
  node_.start();
}

MixedCamera::~MixedCamera() {
  interest_.close();
  real_.close();
}

void MixedCamera::publish(std::shared_ptr<const Frame> frame) {
  const std::lock_guard lock(mutex_);
  moments_.add(*frame);
}

// Pictures are large: they are not sent for nothing.
void MixedCamera::follow_interest() {
  const bool is_wanted = pictures_.subscriber_count() > 0;
  if (!is_wanted) {
    real_.close();
    real_ = {};
    return;
  }
  if (real_) return;
  real_ = node_.subscribe<Image>(config_.real_topic, qos::image,
                                 [this](const Image& message) { hear(message); });
}

void MixedCamera::refuse(const std::string& why) {
  ++unmixed_;
  report("pictures are not mixed: " + why);
}

// Empty: there is none.
void MixedCamera::report(const std::string& problem) {
  using diagnostic_msgs::msg::DiagnosticStatus;
  const std::string_view state = problem.empty() ? "mixing" : "unmixable";
  const SimTime now = node_.now();
  if (!report_.is_due(state, now)) return;
  report_.tell(
      {.name = state,
       .text = problem.empty() ? "virtual things are drawn into its pictures" : problem,
       .level = problem.empty() ? DiagnosticStatus::OK : DiagnosticStatus::ERROR,
       .values = {{"mixed", std::to_string(mixed_)}, {"unusable", std::to_string(unmixed_)}}},
      now);
}

void MixedCamera::hear(const Image& message) {
  const SimTime time = to_time(message.header.stamp);
  const Duration period(static_cast<Duration::rep>(1e9 / config_.rate_hz));
  if (last_ && time >= *last_ && time - *last_ < period) return;

  const auto width = static_cast<int>(message.width), height = static_cast<int>(message.height);
  if (const std::string why = why_another_size(config_.camera, width, height); !why.empty())
    return refuse(why);
  const auto moments = [&] {
    const std::lock_guard lock(mutex_);
    return moments_.around(time, farthest_apart);
  }();
  if (!moments) return refuse("the world knows nothing of the time that they were taken at");
  const auto mixed =
      mixer_.mix(message, *config_.camera.lens, moments->nearest(), config_.world_from_camera);
  if (!mixed) return refuse(mixed.error());
  last_ = time;
  ++mixed_;
  report({});
  infos_.publish(mixed->info);
  pictures_.publish(mixed->image);
}

}  // namespace tandem
