// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <cmath>
#include <numbers>

#include "bench_list.h"
#include "moving_scene.h"

namespace tandem {

namespace {

std::vector<Ray> scan_pattern(const Pose& world_from_lidar, int rings, int columns, float min_m,
                              float max_m) {
  std::vector<Ray> rays;
  for (int ring = 0; ring < rings; ++ring) {
    const double elevation =
        rings == 1 ? 0 : (-15 + 30.0 * ring / (rings - 1)) * std::numbers::pi / 180;
    for (int i = 0; i < columns; ++i) {
      const double angle = 2 * std::numbers::pi * i / columns;
      const Vec3 direction{std::cos(angle) * std::cos(elevation),
                           std::sin(angle) * std::cos(elevation), std::sin(elevation)};
      rays.push_back({to_float(world_from_lidar.translation),
                      to_float(world_from_lidar.rotation * direction), min_m, max_m});
    }
  }
  return rays;
}

BenchRow measure(const std::string& what, const std::string& scenario,
                 const ScenarioOptions& options, int rings, int columns, bool moves, double target,
                 std::optional<double> peer = {}) {
  const auto scene = MovingScene::load(scenario, options);
  if (!scene) return failed(what, "the scenario cannot be loaded");
  Pose lidar = scene->world_from_robot();
  lidar.translation.z += 0.35;
  const std::vector<Ray> rays = scan_pattern(lidar, rings, columns, 0.1f, 130);
  std::vector<RayEnd> ends(rays.size());
  ThreadPool pool;
  const Timing time = median_time([&] {
    if (moves) scene->advance();
    scene->rays().cast(rays, ends, {.ignored = scene->robot(), .pool = &pool});
  });
  return {.what = what,
          .value = time.wall_ms,
          .unit = "ms",
          .target = target,
          .note = fmt::format("{:.3f} ms CPU", time.cpu_ms),
          .peer = peer};
}

}  // namespace

std::vector<BenchRow> bench_lidar() {
  ScenarioOptions crowd;
  crowd.overrides = {{"spawn.boxes.count", "3000"}};
  return {measure("arena, 360 beams", "arena", {}, 1, 360, false, 0.15, 0.9),
          measure("arena, 16 x 900", "arena", {}, 16, 900, false, 2, 9),
          measure("park, 16 x 900", "park", {}, 16, 900, false, 2),
          measure("lunar, 16 x 900", "lunar", {}, 16, 900, false, 3),
          measure("3,000 boxes at rest, 16 x 900", "crowd", crowd, 16, 900, false, 3),
          measure("3,000 boxes moving, 16 x 900", "crowd", crowd, 16, 900, true, 3)};
}

}  // namespace tandem
