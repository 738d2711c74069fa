// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#include "ports/projector/floor_light.h"

#include <algorithm>
#include <chrono>
#include <cmath>
#include <utility>
#include <vector>

#include "messages/time.h"
#include "ports/projector/floor_frame.h"
#include "render/floor_view.h"
#include "render/gl_context.h"

namespace tandem {

namespace {

using sensor_msgs::msg::Image;

// How bright a color is to a camera that sees no colors, in parts of 256.
std::vector<std::uint8_t> greys_of(const RgbaImage& image) {
  std::vector<std::uint8_t> greys;
  greys.reserve(image.pixels.size());
  for (const auto& [r, g, b, a] : image.pixels)
    greys.push_back(static_cast<std::uint8_t>((54 * r + 183 * g + 19 * b) >> 8));
  return greys;
}

}  // namespace

ProjectorCalibration whole_picture_of(const Area& area, int width_px) {
  const auto height_px = static_cast<int>(std::lround(width_px * area.size_y_m / area.size_x_m));
  return straight_calibration(area, width_px, std::clamp(height_px, 16, 8192));
}

FloorLight::FloorLight(FloorLightConfig config, const Board* board, NodeOptions options)
    : config_(std::move(config)), board_(board), node_("floor_light", std::move(options)) {
  pictures_ = node_.publisher<Image>(config_.topic, qos::latched);
  thread_ = std::jthread([this](const std::stop_token& stop) { work(stop); });
}

FloorLight::~FloorLight() = default;

void FloorLight::publish(std::shared_ptr<const Frame> frame) {
  {
    const std::lock_guard lock(mutex_);
    newest_ = std::move(frame);
  }
  bell_.notify_one();
}

std::shared_ptr<const Frame> FloorLight::next_frame(const std::stop_token& stop) {
  std::unique_lock lock(mutex_);
  bell_.wait(lock, stop, [this] { return newest_ != nullptr; });
  return std::exchange(newest_, nullptr);
}

void FloorLight::work(const std::stop_token& stop) {
  std::unique_ptr<GlContext> context;
  std::unique_ptr<FloorView> view;
  FloorScene scene;
  std::vector<Observation> observed;
  std::uint64_t board_version = 0;
  std::mutex sleeping;
  std::condition_variable_any pause;
  std::unique_lock lock(sleeping);
  for (auto next = std::chrono::steady_clock::now(); !stop.stop_requested();) {
    pause.wait_until(lock, stop, next, [] { return false; });
    next = std::chrono::steady_clock::now() + config_.period;
    const std::shared_ptr<const Frame> frame = next_frame(stop);
    if (!frame || pictures_.subscriber_count() == 0) continue;
    if (!view) {
      auto made = GlContext::make(GlDevice::any);
      if (!made) return node_.log(LogLevel::warning, "no light of the floor: " + made.error());
      context = *std::move(made);
      auto floor = FloorView::make();
      if (!floor) return node_.log(LogLevel::warning, "no light of the floor: " + floor.error());
      view = *std::move(floor);
    }
    if (board_ && board_->version() != board_version) {
      board_version = board_->version();
      observed = board_->read();
    }
    const FloorPicture picture{
        .calibration = config_.calibration,
        .layers = {.has_images = false},
        .robots = floor_robots(*frame, {}, observed),
        .floor_height_m = floor_height(*frame->scenario, config_.calibration.area),
        .selected_corner = {}};
    view->draw(scene.show(*frame), picture);
    if (view->drawn_pixels() == 0) continue;  // who comes later gets the last one
    Image shown{.header = {.stamp = to_message_time(frame->time), .frame_id = "map"},
                .encoding = "mono8",
                .data = greys_of(view->read())};
    shown.width = shown.step = static_cast<std::uint32_t>(config_.calibration.width_px);
    shown.height = static_cast<std::uint32_t>(config_.calibration.height_px);
    pictures_.publish(shown);
  }
}

}  // namespace tandem
