// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#include "sensors/camera_model.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <mutex>
#include <numbers>

namespace tandem {

namespace {

bool is_same(const Intrinsics& a, const Intrinsics& b) {
  return a.width == b.width && a.height == b.height && a.fx == b.fx && a.fy == b.fy &&
         a.cx == b.cx && a.cy == b.cy && a.lens == b.lens && a.distortion == b.distortion;
}

constexpr std::size_t strip_length = 1 << 15;
constexpr int block = 64;           // channels that have neighbouring numbers of the strip
constexpr int blocks_a_number = 4;  // of 64 random bits, 15 for each

// All of a block at once: with this known length and 16 bits throughout, the compiler makes vectors
// of the loop.
void disturb(std::uint8_t* __restrict__ channels, const std::int16_t* __restrict__ noise) {
  for (int i = 0; i < block; ++i) {
    auto noisy = static_cast<std::int16_t>(channels[i] * 16 + 8 + noise[i]);
    noisy = static_cast<std::int16_t>(noisy >> 4);
    noisy = std::max<std::int16_t>(noisy, 0);
    noisy = std::min<std::int16_t>(noisy, 255);
    channels[i] = static_cast<std::uint8_t>(noisy);
  }
}

// A hundred robots of one kind have one table, and it goes with the last of them.
std::shared_ptr<const RayTable> shared_table(const Intrinsics& intrinsics) {
  static std::mutex mutex;
  static std::vector<std::weak_ptr<const RayTable>> known;
  const std::lock_guard lock(mutex);
  std::erase_if(known, [](const auto& table) { return table.expired(); });
  for (const auto& weak : known)
    if (const auto table = weak.lock(); table && is_same(table->intrinsics(), intrinsics))
      return table;
  Result<RayTable> made = RayTable::make(intrinsics);
  if (!made) return nullptr;
  auto table = std::make_shared<const RayTable>(*std::move(made));
  known.push_back(table);
  return table;
}

}  // namespace

Pose sensor_from_optical(const CameraConfig& config) {
  if (config.is_optical) return {};
  constexpr double quarter = std::numbers::pi / 2;
  return {{}, Quat::from_rpy(-quarter, 0, -quarter)};
}

std::shared_ptr<const RayTable> PixelDirections::table() const {
  std::call_once(is_made_, [this] { table_ = shared_table(intrinsics_); });
  return table_;
}

CameraView camera_view(const CameraConfig& config, std::shared_ptr<const RayTable> rays,
                       const Pose& world_from_optical, Streams wanted) {
  CameraView view;
  view.world_from_camera = world_from_optical;
  view.rays = std::move(rays);
  view.near_m = config.near_m;
  view.far_m = config.far_m;
  view.has_color = (wanted & streams::main) != 0;
  view.has_depth = (wanted & streams::depth) != 0;
  view.has_labels = (wanted & streams::labels) != 0;
  view.has_instances = (wanted & streams::instances) != 0;
  view.has_shadows = config.has_shadows;
  view.is_antialiased = config.is_antialiased;
  view.exposure = config.exposure;
  return view;
}

ChannelNoise::ChannelNoise(double deviation) {
  if (deviation == 0) return;
  for (std::size_t i = 0; i < strip_length; ++i) {
    const double quantile = normal_quantile((static_cast<double>(i) + 0.5) / strip_length);
    strip_.push_back(static_cast<std::int16_t>(std::lround(quantile * deviation * 255 * 16)));
  }
  // in random order, the same for every camera: where to begin in it is what the seed decides
  const Noise::Samples order = Noise(0, "strip").measurement(0);
  for (std::size_t i = strip_length - 1; i > 0; --i)
    std::swap(strip_[i], strip_[order.bits(i) % (i + 1)]);
  strip_.insert(strip_.end(), strip_.begin(), strip_.begin() + block);
}

void ChannelNoise::add_to(std::vector<std::uint8_t>& rgb, const Noise::Samples& samples,
                          ThreadPool* pool) const {
  if (strip_.empty()) return;
  const auto noise_of = [&](int number) {
    const std::uint64_t bits = samples.bits(static_cast<std::uint64_t>(number / blocks_a_number));
    return strip_.data() + (bits >> (15 * (number % blocks_a_number)) & (strip_length - 1));
  };
  const int full = static_cast<int>(rgb.size()) / block;
  const auto add = [&](int first, int end) {
    for (int i = first; i < end; ++i)
      disturb(rgb.data() + static_cast<std::ptrdiff_t>(i) * block, noise_of(i));
  };
  if (pool)
    pool->for_each_range(full, 1024, add);
  else
    add(0, full);

  std::array<std::uint8_t, block> rest{};
  const auto rest_begin = rgb.begin() + static_cast<std::ptrdiff_t>(full) * block;
  std::copy(rest_begin, rgb.end(), rest.begin());
  disturb(rest.data(), noise_of(full));
  std::copy_n(rest.begin(), rgb.end() - rest_begin, rest_begin);
}

std::vector<SensorTopic> camera_topics(const std::string& base) {
  const auto image = "sensor_msgs/msg/Image", info = "sensor_msgs/msg/CameraInfo";
  return {{streams::main, base + "/image_raw", image},
          {streams::info, base + "/camera_info", info},
          {streams::depth, base + "/depth/image_raw", image},
          {streams::labels, base + "/segmentation/image_raw", image},
          {streams::instances, base + "/instances/image_raw", image}};
}

}  // namespace tandem
