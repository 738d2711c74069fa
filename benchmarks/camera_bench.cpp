// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <numbers>

#include "bench_list.h"
#include "moving_scene.h"

namespace tandem {

namespace {

// On the robot, half a metre up, looking ahead and a little down.
Pose camera_on(const Pose& world_from_robot) {
  const Pose robot_from_camera{
      {0.2, 0, 0.45}, Quat::from_rpy(-std::numbers::pi / 2 - 0.15, 0, -std::numbers::pi / 2)};
  return world_from_robot * robot_from_camera;
}

struct Figures {
  std::optional<double> with_shadows = {}, without = {};  // to reach
  std::optional<double> peer_without = {};
};

void measure(const std::string& scenario, RendererChoice choice, const Figures& figures,
             std::vector<BenchRow>& rows) {
  const std::string what = fmt::format("{}, 640 x 480", scenario);
  const auto scene = MovingScene::load(scenario);
  if (!scene) {
    rows.push_back(failed(what, "the scenario cannot be loaded"));
    return;
  }
  ThreadPool pool;
  auto renderer = make_renderer(choice, scene->shared_rays(), &pool);
  if (!renderer) {
    rows.push_back(failed(what, renderer.error()));
    return;
  }
  (*renderer)->update(scene->scene());
  CameraView view;
  view.world_from_camera = camera_on(scene->world_from_robot());
  view.rays = std::make_shared<const RayTable>(
      *RayTable::make(intrinsics_from_fov(640, 480, std::numbers::pi / 2)));
  view.ignored = scene->robot();
  CameraImage image;
  for (const bool has_shadows : {true, false}) {
    view.has_shadows = has_shadows;
    const Timing time = median_time([&] { (*renderer)->render(view, image); });
    rows.push_back({.what = fmt::format("{}, {}, shadows {}", what, (*renderer)->name(),
                                        has_shadows ? "on" : "off"),
                    .value = time.cpu_ms,
                    .unit = "ms CPU",
                    .target = has_shadows ? figures.with_shadows : figures.without,
                    .note = fmt::format("{:.1f} ms wall", time.wall_ms),
                    .peer = has_shadows ? std::nullopt : figures.peer_without});
  }
}

}  // namespace

std::vector<BenchRow> bench_camera() {
  std::vector<BenchRow> rows;
  measure("arena", RendererChoice::ray, {20, 10, 7.3}, rows);
  measure("office", RendererChoice::ray, {}, rows);
  measure("park", RendererChoice::ray, {}, rows);
  measure("lunar", RendererChoice::ray, {}, rows);
  return rows;
}

}  // namespace tandem
