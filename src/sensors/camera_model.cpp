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

// Deviations of a channel in 256ths of a level, at the middles of 4096 equal shares.
constexpr std::size_t noise_bins = 4096;
using NoiseTable = std::array<std::int32_t, noise_bins>;

NoiseTable noise_table(double deviation) {
  NoiseTable table{};
  for (std::size_t i = 0; i < noise_bins; ++i) {
    const double quantile = normal_quantile((static_cast<double>(i) + 0.5) / noise_bins);
    table[i] = static_cast<std::int32_t>(std::lround(quantile * deviation * 255 * 256));
  }
  return table;
}

// One number of 64 bits has 12 for each of five channels.
void add_noise(std::vector<std::uint8_t>& rgb, double deviation, const Noise::Samples& samples,
               ThreadPool* pool) {
  constexpr int channels_a_number = 5;
  const NoiseTable table = noise_table(deviation);
  const int count = static_cast<int>(rgb.size());
  const auto add = [&](int first, int end) {
    for (int group = first; group < end; ++group) {
      std::uint64_t bits = samples.bits(static_cast<std::uint64_t>(group));
      const int last = std::min(count, (group + 1) * channels_a_number);
      for (int i = group * channels_a_number; i < last; ++i, bits >>= 12) {
        std::uint8_t& channel = rgb[static_cast<std::size_t>(i)];
        const std::int32_t noisy = (channel << 8) + 128 + table[bits & (noise_bins - 1)];
        channel = static_cast<std::uint8_t>(std::clamp(noisy >> 8, 0, 255));
      }
    }
  };
  const int groups = (count + channels_a_number - 1) / channels_a_number;
  if (pool)
    pool->for_each_range(groups, 8192, add);
  else
    add(0, groups);
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

CameraReading developed(const CameraConfig& config, CameraImage image,
                        const Noise::Samples& samples, ThreadPool* pool) {
  CameraReading reading{.intrinsics = config.intrinsics, .image = std::move(image)};
  if (config.noise > 0) add_noise(reading.image.rgb, config.noise, samples, pool);
  return reading;
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
