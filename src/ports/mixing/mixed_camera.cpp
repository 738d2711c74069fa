// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#include "ports/mixing/mixed_camera.h"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "messages/time.h"
#include "ports/streams/camera_info.h"
#include "ports/streams/silence_watch.h"

namespace tandem {

namespace {

using sensor_msgs::msg::CameraInfo;
using sensor_msgs::msg::Image;

constexpr Duration remembered = 5s;        // of the world, for pictures that are late
constexpr Duration farthest_apart = 50ms;  // of a picture and the world that is drawn into it
constexpr Duration interest_period = 200ms;

Duration apart(SimTime a, SimTime b) { return a < b ? b - a : a - b; }

}  // namespace

MixedCamera::MixedCamera(const MixedCameraConfig& config, NodeOptions options)
    : config_(config), node_("mixed_camera", waiting(std::move(options))) {
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
  if (!moments_.empty() && frame->time < moments_.back().time) moments_.clear();
  moments_.push_back({.time = frame->time,
                      .scenario = frame->scenario,
                      .entities = frame->entities,
                      .world_from_body = frame->world_from_body});
  while (moments_.front().time < frame->time - remembered) moments_.pop_front();
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

std::optional<MixMoment> MixedCamera::moment_of(SimTime time) {
  const std::lock_guard lock(mutex_);
  const MixMoment* best = nullptr;
  for (const MixMoment& moment : moments_)
    if (!best || apart(moment.time, time) < apart(best->time, time)) best = &moment;
  if (!best || apart(best->time, time) > farthest_apart) return std::nullopt;
  return *best;
}

void MixedCamera::complain(const std::string& why) {
  if (why == complained_) return;
  complained_ = why;
  node_.log(LogLevel::warning, "pictures are not mixed: " + why);
}

void MixedCamera::hear(const Image& message) {
  const SimTime time = to_time(message.header.stamp);
  const Duration period(static_cast<Duration::rep>(1e9 / config_.rate_hz));
  if (last_ && time >= *last_ && time - *last_ < period) return;

  const int channels = message.encoding == "mono8"                                ? 1
                       : message.encoding == "rgb8" || message.encoding == "bgr8" ? 3
                                                                                  : 0;
  const int width = static_cast<int>(message.width), height = static_cast<int>(message.height);
  if (channels == 0)
    return complain(
        fmt::format("they are '{}'; mono8, rgb8 and bgr8 can be", message.encoding.substr(0, 40)));
  const std::size_t row_bytes = static_cast<std::size_t>(channels) * message.width;
  if (message.width == 0 || message.height == 0 || message.width > 8192 || message.height > 8192 ||
      message.step != row_bytes || message.data.size() != row_bytes * message.height)
    return complain("their size does not fit their bytes");
  if (!optics_ || optics_->width != width || optics_->height != height) {
    LensConfig lens = config_.lens;
    int mixed_width = width, mixed_height = height;
    while (mixed_width > config_.most_width_px) {
      lens = halved(lens);
      mixed_width /= 2;
      mixed_height /= 2;
    }
    auto view = MixedView::make(lens, mixed_width, mixed_height);
    if (!view) return complain(view.error());
    optics_.emplace(
        Optics{width, height, channels, lens, mixed_width, mixed_height, *std::move(view)});
  }
  const auto moment = moment_of(time);
  if (!moment) return complain("the world knows nothing of the time that they were taken at");
  last_ = time;

  Image mixed{.header = message.header, .encoding = message.encoding, .data = message.data};
  int columns = width, rows = height;
  while (columns > optics_->mixed_width) {
    mixed.data = halved(mixed.data, columns, rows, channels);
    columns /= 2;
    rows /= 2;
  }
  const bool is_blue_first = message.encoding == "bgr8";
  const auto swap_ends = [&] {
    for (std::size_t i = 0; is_blue_first && i + 2 < mixed.data.size(); i += 3)
      std::swap(mixed.data[i], mixed.data[i + 2]);
  };
  swap_ends();
  if (const auto error =
          optics_->view.draw(*moment, config_.world_from_camera,
                             {.pixels = mixed.data, .channels = channels, .tone = config_.tone}))
    return complain(error->message);
  swap_ends();
  complained_.clear();
  mixed.width = static_cast<std::uint32_t>(columns);
  mixed.height = static_cast<std::uint32_t>(rows);
  mixed.step = static_cast<std::uint32_t>(columns * channels);
  CameraInfo info = camera_info_of(optics_->lens, columns, rows);
  info.header = message.header;
  infos_.publish(info);
  pictures_.publish(mixed);
}

}  // namespace tandem
