// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <algorithm>
#include <atomic>
#include <cmath>
#include <condition_variable>
#include <memory>
#include <mutex>
#include <numeric>
#include <thread>

#include "bench_list.h"
#include "ports/projector/floor_frame.h"
#include "render/floor_view.h"
#include "render/gl_context.h"
#include "simulation/simulation.h"

namespace tandem {

namespace {

using Clock = std::chrono::steady_clock;

// What a projector's window does, without a window: the newest frame is drawn as it comes, and
// complete when OpenGL says so.
class Projection : public Sink {
 public:
  Projection(const Area& area, double floor_height_m) {
    picture_.calibration = straight_calibration(area, 1280, 800);
    picture_.floor_height_m = floor_height_m;
    thread_ = std::jthread([this](std::stop_token stop) { work(stop); });
  }
  void publish(std::shared_ptr<const Frame> frame) override {
    const std::lock_guard lock(mutex_);
    newest_ = std::move(frame);
    changed_.notify_all();
  }
  void stop() { thread_ = {}; }
  // When it has stopped.
  std::vector<double> pose_to_picture_ms, step_ms, draw_ms;
  std::string problem;
  std::atomic<bool> is_counting = false;
  // The first picture loads textures and meshes; false when there will be none.
  bool wait_for_first_picture() {
    std::unique_lock lock(mutex_);
    changed_.wait(lock, [&] { return has_drawn_ || has_failed_; });
    return has_drawn_;
  }

 private:
  void give_up(std::string why) {
    const std::lock_guard lock(mutex_);
    problem = std::move(why);
    has_failed_ = true;
    changed_.notify_all();
  }
  void work(std::stop_token stop) {
    auto context = GlContext::make(GlDevice::any);
    if (!context) return give_up(context.error());
    auto view = FloorView::make();
    if (!view) return give_up(view.error());
    FloorScene scene;
    while (true) {
      std::shared_ptr<const Frame> frame;
      {
        std::unique_lock lock(mutex_);
        if (!changed_.wait(lock, stop, [&] { return newest_ != nullptr; })) return;
        frame.swap(newest_);
      }
      const WallTime begin = Clock::now();
      picture_.robots = floor_robots(*frame, 1ms);
      (*view)->draw(scene.show(*frame), picture_);
      (*view)->finish();
      const WallTime end = Clock::now();
      if (!has_drawn_) {
        const std::lock_guard lock(mutex_);
        has_drawn_ = true;
        changed_.notify_all();
      }
      const auto& received = frame->journey.pose_received;
      if (!received || !is_counting) continue;
      pose_to_picture_ms.push_back(1000 * seconds(end - *received));
      step_ms.push_back(1000 * seconds(frame->journey.done - frame->journey.begun));
      draw_ms.push_back(1000 * seconds(end - begin));
    }
  }

  FloorPicture picture_;
  std::mutex mutex_;
  std::condition_variable_any changed_;
  std::shared_ptr<const Frame> newest_;
  bool has_drawn_ = false, has_failed_ = false;
  std::jthread thread_;
};

double mean(const std::vector<double>& values) {
  return std::accumulate(values.begin(), values.end(), 0.0) / static_cast<double>(values.size());
}

// A tracker sends a pose 60 times a second, each starts a step, and the robot goes in a circle.
BenchRow pose_to_picture(const std::string& name) {
  const std::string what = fmt::format("{}, 1280x800, pose to picture", name);
  Findings findings;
  const auto plain = load_scenario(name, {}, findings);
  if (!plain) return failed(what, "the scenario did not load");
  const std::string robot = plain->robots.at(0).name;
  const auto scenario = load_scenario(name,
                                      {.overrides = {{"robots." + robot + ".mode", "twin"},
                                                     {"robots." + robot + ".twin.trigger", "pose"},
                                                     {"clock", "wall"}}},
                                      findings);
  if (!scenario) return failed(what, "the scenario did not load as a twin");

  const Area area = projection_of(*scenario).floor;
  Projection projection(area, floor_height(*scenario, area));
  auto simulation = std::make_unique<Simulation>(
      scenario, SimulationOptions{.start_time = start_time(*scenario)});
  Inbox inbox;
  RunControl control;
  Sink* sinks[] = {&projection};
  {
    const std::jthread runner([&](std::stop_token stop) {
      run(simulation, inbox, sinks, control, {.speed = 1, .duration = {}}, stop);
    });
    const Vec3 start = scenario->robots[0].world_from_robot.translation;
    const double yaw = scenario->robots[0].world_from_robot.rotation.yaw();
    constexpr int warm_up = 60, rounds = 180;
    constexpr double rate_hz = 60, radius_m = 0.5, turn_radps = 0.6;
    if (!projection.wait_for_first_picture()) return failed(what, projection.problem);
    WallTime next = Clock::now();
    for (int round = 0; round < warm_up + rounds; ++round) {
      projection.is_counting = round >= warm_up;
      // not in step with the simulation: 0 to 7 ms later than it should be
      next += std::chrono::duration_cast<Duration>(std::chrono::duration<double>(1 / rate_hz));
      std::this_thread::sleep_until(next + std::chrono::milliseconds((round * 5) % 8));
      const double turn = turn_radps * round / rate_hz;
      const Pose2 circle{{radius_m * std::sin(turn), radius_m * (1 - std::cos(turn))}, turn};
      inbox.poses.put({robot, std::chrono::system_clock::now().time_since_epoch(),
                       Pose2{{start.x, start.y}, yaw} * circle, Clock::now()});
      inbox.hurry.ring();
    }
  }
  projection.stop();
  if (!projection.problem.empty()) return failed(what, projection.problem);
  std::vector<double>& times = projection.pose_to_picture_ms;
  if (times.size() < 90)
    return failed(what, fmt::format("only {} pictures were drawn", times.size()));
  std::ranges::sort(times);
  const auto share = [&](double part) {
    return times[static_cast<std::size_t>(part * static_cast<double>(times.size() - 1))];
  };
  return {.what = what,
          .value = mean(times),
          .unit = "ms",
          .target = 4.4,
          .note = fmt::format("{} pictures; p50 {:.2f}, p99 {:.2f}, min {:.2f}, max {:.2f} ms; of "
                              "the mean the step {:.2f}, drawing {:.2f}",
                              times.size(), share(0.5), share(0.99), times.front(), times.back(),
                              mean(projection.step_ms), mean(projection.draw_ms)),
          .peer = 4.4};
}

}  // namespace

std::vector<BenchRow> bench_latency() {
  std::vector<BenchRow> rows;
  for (const char* scenario :
       {"empty", "arena", "push", "crowd", "slope", "office", "park", "lunar"})
    rows.push_back(pose_to_picture(scenario));
  return rows;
}

}  // namespace tandem
