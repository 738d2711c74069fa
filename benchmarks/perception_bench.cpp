// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <numbers>
#include <optional>

#include "autonomy/perception/processors.h"
#include "bench_list.h"
#include "imaging/jpeg.h"
#include "moving_scene.h"
#include "simulation/simulation.h"

namespace tandem {

namespace {

// Where a robot stands when it needs a processor.
struct Work {
  std::string processor;
  std::string scenario;
  double x = 0, y = 0, yaw_deg = 0;
};

// As its camera sends it; nothing when there is none.
std::optional<std::vector<std::uint8_t>> picture_for(const Work& work) {
  const auto number = [](double value) { return fmt::format("{}", value); };
  const auto scenario = load_shipped(
      work.scenario, {.overrides = {{"robots.emaros.pose.x", number(work.x)},
                                    {"robots.emaros.pose.y", number(work.y)},
                                    {"robots.emaros.pose.yaw_deg", number(work.yaw_deg)}}});
  if (!scenario) return {};
  const auto interest = std::make_shared<SensorInterest>();
  Simulation simulation(scenario, {.threads = 1, .interest = interest});
  const auto claim = interest->want("emaros", "camera_front", streams::main);
  while (simulation.time() < 1s)
    for (const auto& reading : simulation.step({}).readings)
      if (const auto* camera = std::get_if<CameraReading>(&reading->measurement)) {
        const CameraImage& image = camera->image;
        if (auto file = JpegEncoder().encode(image.rgb, image.width, image.height))
          return *std::move(file);
      }
  return {};
}

// That of Emaros.
FloorCamera front_camera() {
  const double focal_px = 320 / std::tan(std::numbers::pi / 3);
  const auto lens = CameraLens::make(
      {.height = 480, .width = 640, .k = {focal_px, 0, 319.5, 0, focal_px, 239.5, 0, 0, 1}});
  const Pose base_from_camera{{0.131, 0, 0.09},
                              Quat::from_rpy(-std::numbers::pi / 2, 0, -std::numbers::pi / 2)};
  return {*lens, base_from_camera, -0.035};
}

}  // namespace

std::vector<BenchRow> bench_perception() {
  std::vector<BenchRow> rows;
  const FloorCamera camera = front_camera();
  JpegDecoder decoder;
  for (const Work& work :
       {Work{"line", "paint", -1.3, -0.95, -18}, Work{"box", "logistics", 0.2, -0.35, 180},
        Work{"zone", "logistics", 0.8, 0, 0}, Work{"field", "farm", 0.3, -0.1, 0},
        Work{"edge", "farm", 0.8, -0.1, 0}, Work{"edge_adjustment", "farm", 0.1, -0.85, -25},
        Work{"edge_following", "farm", 0.3, -0.91, 0},
        Work{"equipment", "farm", -0.95, -0.4, 180}}) {
    const std::string what = fmt::format("{}, 640 x 480", work.processor);
    const auto file = picture_for(work);
    const auto image = file ? decoder.decode(*file) : Result<RgbImage>(Error{"no picture"});
    const auto processor = make_processor(work.processor, {});
    if (!image || !processor) {
      rows.push_back(failed(what, image ? processor.error() : image.error()));
      continue;
    }
    bool is_found = false;
    const Timing looking = median_time(
        [&] {
          is_found = (*processor)->look({*image, &camera}, nullptr).found;
        },
        0.5);
    const Timing reading = median_time([&] { (void)decoder.decode(*file); }, 0.2);
    if (!is_found) {
      rows.push_back(failed(what, "it does not see what is there"));
      continue;
    }
    rows.push_back({.what = what,
                    .value = looking.cpu_ms,
                    .unit = "ms CPU",
                    .target = 5,
                    .note = fmt::format("and {:.1f} ms to read the JPEG", reading.cpu_ms)});
  }
  return rows;
}

}  // namespace tandem
