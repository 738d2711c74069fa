// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <iterator>
#include <numbers>

#include "bench_list.h"
#include "filmed_run.h"
#include "filmed_twin.h"
#include "measure.h"
#include "plane_tracking/test_poster.h"
#include "ports/mixing/mixed_view.h"
#include "simulation/simulation.h"
#include "tracking/marker_tracker.h"
#include "tracking/test_scene.h"

namespace tandem {

namespace {

constexpr double frame_target_ms = 0.4 * 1000 / 30;  // 40 % of a core at 30 Hz

scene::PaintedMarker marker_at(double x, double y, double yaw, int id) {
  return {.room_from_marker = scene::level(x, y, 0.15, yaw), .id = id};
}

// Tiles with dark joints, so that there is something to look at.
scene::Picture tiled_floor() {
  scene::Picture picture;
  picture.floor = [](Vec2 at) {
    const auto is_joint = [](double along) { return std::fmod(std::abs(along), 0.5) < 0.03; };
    return is_joint(at.x) || is_joint(at.y) ? 70.0 : 130.0;
  };
  return picture;
}

MarkerTracker tracker_of(int markers) {
  MarkerTrackerConfig config{.dictionary = find_dictionary("4x4_50"),
                             .camera = scene::overhead_camera()};
  for (int id = 0; id < markers; ++id)
    config.markers.push_back({.id = id, .place = {.size_m = 0.12, .height_m = 0.15}});
  return *MarkerTracker::make(config);
}

// CPU milliseconds a picture, over ten seconds at 30 Hz.
double cost_of(MarkerTracker tracker, const GreyImage& image) {
  constexpr int pictures = 300;
  const double before = cpu_seconds();
  for (int i = 0; i < pictures; ++i) tracker.look(image, i * 33'333'333ns);
  return 1e3 * (cpu_seconds() - before) / pictures;
}

// The whole way from the motors to the twin, in simulated time.
void add_filmed_rows(std::vector<BenchRow>& rows) {
  constexpr Duration time = 40s;
  constexpr double picture_target_ms = 0.25 * 1000 / 30;  // 25 % of a core at 30 Hz
  struct Case {
    const char* name;
    OverheadConfig camera;
  };
  Case lit{"with projected light, flicker and dimmed lamps", {}};
  lit.camera.projection = ProjectedLight{.brightness = 0.5, .spots = 6};
  lit.camera.flicker = 0.1;
  lit.camera.lighting = {{.at = 10s, .during = 1s, .level = 0.4}};
  for (const Case& filmed : {Case{"in even light", {}}, lit}) {
    const auto outcome = follow_filmed_robot(filmed.camera, time);
    if (!outcome) {
      rows.push_back(failed("a filmed robot", outcome.error()));
      continue;
    }
    const auto add = [&](const std::string& what, double value, const char* unit, double target) {
      rows.push_back({.what = fmt::format("{}, {}", what, filmed.name),
                      .value = value,
                      .unit = unit,
                      .target = target});
    };
    add("filming a robot, 1920 x 1200", 1e3 * outcome->drawing_cpu_s / outcome->pictures, "ms CPU",
        picture_target_ms);
    add("its twin at 0.5 m/s, RMS", 1e3 * outcome->position_rms_m, "mm", 20);
    add("its twin, p95", 1e3 * outcome->position_p95_m, "mm", 20);
    add("heading, RMS", outcome->yaw_rms_deg, "degrees", 2);
    add("heading, p95", outcome->yaw_p95_deg, "degrees", 2);
  }
}

// Ten virtual boxes and a robot in pictures of 960 x 600: what one picture costs.
void add_mixing_row(std::vector<BenchRow>& rows) {
  constexpr int pictures = 10;
  const auto scenario = load_shipped("arena");
  if (!scenario) {
    rows.push_back(failed("mixing a picture", "arena cannot be loaded"));
    return;
  }
  Simulation simulation(scenario, SimulationOptions{.threads = 1});
  CameraCalibration camera = scene::small_camera();
  auto view = MixedView::make(*camera.lens, 960, 600);
  if (!view) {
    rows.push_back(failed("mixing a picture", view.error()));
    return;
  }
  MixedView mixed = *std::move(view);
  std::vector<std::uint8_t> picture(960 * 600, 120);
  double spent = 0;
  for (int i = -1; i < pictures; ++i) {
    const Frame frame = simulation.step({});
    std::ranges::fill(picture, std::uint8_t{120});
    const double before = cpu_seconds();
    if (const auto error = mixed.draw(
            {frame.time, frame.scenario, frame.entities, frame.world_from_body},
            *camera.room_from_camera, {.pixels = picture, .channels = 1, .tone = Tone::linear})) {
      rows.push_back(failed("mixing a picture", error->message));
      return;
    }
    if (i >= 0) spent += cpu_seconds() - before;  // the first one builds the scene
  }
  rows.push_back({.what = "ten virtual boxes in a picture of 960 x 600",
                  .value = 1e3 * spent / pictures,
                  .unit = "ms CPU"});
}

// A robot's own camera on its way before a poster of 84 x 63 cm, lost and found on the way.
void add_plane_rows(std::vector<BenchRow>& rows) {
  constexpr int pictures = 60;
  PlaneTracker tracker(scene::poster_tracker());
  double sum = 0, worst = 0, following = 0, searching = 0;
  int seen = 0, followed = 0, searched = 0, missed = 0;
  for (int i = 0; i < pictures; ++i) {
    const Pose2 truth = scene::on_the_way(0.12 * i);
    const bool is_hidden = i % 20 == 19;
    const GreyImage image =
        scene::seen_from(truth, {.seed = std::uint64_t(i + 1), .hidden = is_hidden ? 1.0 : 0.0});
    const std::uint64_t searches = tracker.searches();
    const double before = cpu_seconds();
    const PlaneSight& sight = tracker.look(image, i * 100ms);
    const double cost = 1e3 * (cpu_seconds() - before);
    if (tracker.searches() > searches)
      searching += cost, ++searched;
    else
      following += cost, ++followed;
    if (is_hidden) continue;
    if (!sight.room_from_robot) {
      ++missed;
      continue;
    }
    const Vec2 off = sight.room_from_robot->translation - truth.translation;
    sum += dot(off, off), ++seen;
    worst = std::max(worst, std::hypot(off.x, off.y));
  }
  const std::string note =
      fmt::format("{} of {} pictures, {} without a pose", seen, pictures, missed);
  rows.push_back({.what = "robot's place by a plane, without markers, RMS",
                  .value = 1e3 * std::sqrt(sum / std::max(1, seen)),
                  .unit = "mm",
                  .target = 12,
                  .note = note});
  rows.push_back(
      {.what = "the same, worst", .value = 1e3 * worst, .unit = "mm", .target = 12, .note = note});
  rows.push_back({.what = "following the plane, 640 x 480",
                  .value = following / std::max(1, followed),
                  .unit = "ms CPU",
                  .target = frame_target_ms});
  rows.push_back({.what = "finding it in the whole picture",
                  .value = searching / std::max(1, searched),
                  .unit = "ms CPU"});
}

}  // namespace

std::vector<BenchRow> bench_tracking() {
  const CameraCalibration camera = scene::overhead_camera();
  std::vector<BenchRow> rows;
  const GreyImage four = scene::take(tiled_floor(), camera,
                                     {marker_at(-1.2, 0.7, 0.3, 0), marker_at(1.9, -1.4, 2, 1),
                                      marker_at(0.1, 0.1, 4, 2), marker_at(1.1, 0.9, 5, 3)});
  const auto cost_row = [&](std::string what, int markers) {
    rows.push_back({.what = std::move(what),
                    .value = cost_of(tracker_of(markers), four),
                    .unit = "ms CPU",
                    .target = frame_target_ms});
  };
  cost_row("following 1 marker, 1920 x 1200", 1);
  cost_row("following 4 markers", 4);
  cost_row("looking for a fifth that is not there", 5);
  const MarkerFinder finder({.dictionary = find_dictionary("4x4_50"), .lens = camera.lens});
  const double before = cpu_seconds();
  for (int i = 0; i < 20; ++i) (void)finder.find(four);
  rows.push_back({.what = "searching the whole picture",
                  .value = 1e3 * (cpu_seconds() - before) / 20,
                  .unit = "ms CPU"});

  double off_m = 0, off_rad = 0;
  int missed = 0, places = 0;
  for (const double x : {-1.92, -0.96, 0.0, 0.96, 1.92})
    for (const double y : {-1.42, 0.0, 1.42}) {
      const double yaw = std::remainder(0.4 + 1.3 * places++, 2 * std::numbers::pi);
      MarkerTracker tracker = tracker_of(1);
      const MarkerSight& sight =
          tracker.look(scene::take(tiled_floor(), camera, {marker_at(x, y, yaw, 0)}), {})[0];
      if (!sight.pose) {
        ++missed;
        continue;
      }
      const Pose2& pose = sight.pose->room_from_marker;
      off_m = std::max(off_m, std::hypot(pose.translation.x - x, pose.translation.y - y));
      off_rad = std::max(off_rad, std::abs(std::remainder(pose.yaw - yaw, 2 * std::numbers::pi)));
    }
  const std::string note = fmt::format("worst of {} places up to the edges", places);
  if (missed > 0) return {failed("accuracy", fmt::format("{} of {} not seen", missed, places))};
  rows.push_back({.what = "place of a marker of 12 cm, 2.5 m below",
                  .value = 1e3 * off_m,
                  .unit = "mm",
                  .target = 5,
                  .note = note});
  rows.push_back({.what = "heading of it",
                  .value = off_rad * 180 / std::numbers::pi,
                  .unit = "degrees",
                  .target = 0.5,
                  .note = note});
  add_plane_rows(rows);
  add_filmed_rows(rows);
  add_mixing_row(rows);
  for (const FilmedLight light : {FilmedLight::even, FilmedLight::live})
    std::ranges::move(measure_filmed_run(light), std::back_inserter(rows));
  return rows;
}

}  // namespace tandem
