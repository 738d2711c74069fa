// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#include "latency_bench.h"

#include <fmt/format.h>

#include <algorithm>
#include <atomic>
#include <condition_variable>
#include <memory>
#include <mutex>
#include <numeric>
#include <optional>
#include <thread>

#include "base/log.h"
#include "bench_list.h"
#include "circling_twin.h"
#include "headless_browser.h"
#include "measure.h"
#include "ports/projector/floor_frame.h"
#include "ports/projector/projector_port.h"
#include "ports/web/certificate.h"
#include "render/floor_view.h"
#include "render/gl_context.h"
#include "twin_pages.h"
#include "virtual_screen.h"

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
    newest_ = {std::move(frame), newest_.newest_pose};
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
      std::optional<WallTime> received;  // the newest pose that no picture had yet
      {
        std::unique_lock lock(mutex_);
        if (!changed_.wait(lock, stop, [&] { return newest_.frame != nullptr; })) return;
        frame.swap(newest_.frame);
        received.swap(newest_.newest_pose);
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
      if (!received || !is_counting) continue;
      pose_to_picture_ms.push_back(1000 * seconds(end - *received));
      step_ms.push_back(1000 * seconds(frame->journey.done - frame->journey.begun));
      draw_ms.push_back(1000 * seconds(end - begin));
    }
  }

  FloorPicture picture_;
  std::mutex mutex_;
  std::condition_variable_any changed_;
  PublishedFrame newest_;
  bool has_drawn_ = false, has_failed_ = false;
  std::jthread thread_;
};

struct Times {
  double mean = 0, p50 = 0, p99 = 0, min = 0, max = 0;
};

double mean(const std::vector<double>& values) {
  return std::accumulate(values.begin(), values.end(), 0.0) / static_cast<double>(values.size());
}

Times times_of(std::vector<double> values) {
  std::ranges::sort(values);
  const auto share = [&](double part) {
    return values[static_cast<std::size_t>(part * static_cast<double>(values.size() - 1))];
  };
  return {mean(values), share(0.5), share(0.99), values.front(), values.back()};
}

constexpr std::size_t least_pictures = 90;

BenchRow pose_to_picture(const std::string& name) {
  const std::string what = fmt::format("{}, 1280x800, pose to picture", name);
  const auto scenario = CirclingTwin::load(name);
  if (!scenario) return failed(what, "the scenario did not load as a twin");

  const Area area = projection_of(*scenario).floor;
  Projection projection(area, floor_height(*scenario, area));
  {
    CirclingTwin twin(scenario);
    Sink* sinks[] = {&projection};
    const std::jthread steps = twin.start(sinks);
    if (!projection.wait_for_first_picture()) return failed(what, projection.problem);
    twin.circle(1s);
    projection.is_counting = true;
    twin.circle(3s);
  }
  projection.stop();
  if (!projection.problem.empty()) return failed(what, projection.problem);
  const std::size_t count = projection.pose_to_picture_ms.size();
  if (count < least_pictures)
    return failed(what, fmt::format("only {} pictures were drawn", count));
  const Times times = times_of(projection.pose_to_picture_ms);
  return {.what = what,
          .value = times.mean,
          .unit = "ms",
          .target = 4.4,
          .note = fmt::format("{} pictures; p50 {:.2f}, p99 {:.2f}, min {:.2f}, max {:.2f} ms; of "
                              "the mean the step {:.2f}, drawing {:.2f}",
                              count, times.p50, times.p99, times.min, times.max,
                              mean(projection.step_ms), mean(projection.draw_ms)),
          .peer = 4.4};
}

// The same in a window of its own, as a projector has it, on a screen that is none: until the
// screen's pixels are the new ones.
BenchRow pose_to_window(const std::string& name) {
  const std::string what = fmt::format("{}, 1280x800, pose to window", name);
  const auto scenario = CirclingTwin::load(name);
  if (!scenario) return failed(what, "the scenario did not load as a twin");
  auto screen = VirtualScreen::open(1280, 800);
  if (!screen) return failed(what, screen.error());

  CirclingTwin twin(scenario);
  ProjectorConfig config{
      .calibration = straight_calibration(projection_of(*scenario).floor, 1280, 800),
      .file = {},
      .monitor = 0};
  auto port = ProjectorPort::open(
      {.projectors = {config}, .has_vsync = false, .board = {}, .run = &twin.control});
  if (!port) return failed(what, port.error());
  Sink* sinks[] = {port->get()};
  const std::jthread steps = twin.start(sinks);
  // the first picture loads textures and meshes
  const WallTime deadline = Clock::now() + 30s;
  while ((*port)->report().pose_to_picture.count() == 0) {
    if ((*port)->is_closed() || Clock::now() > deadline)
      return failed(what, "the window showed nothing within 30 s");
    twin.circle(100ms);
  }
  twin.circle(1s);
  (*port)->take_report();
  twin.circle(3s);
  const ProjectorReport report = (*port)->take_report();
  const DurationHistogram& times = report.pose_to_picture;
  if (times.count() < least_pictures)
    return failed(what, fmt::format("only {} poses were shown", times.count()));
  const auto ms = [](Duration time) { return 1000 * seconds(time); };
  return {.what = what,
          .value = ms(times.mean()),
          .unit = "ms",
          .target = 4.4,
          .note = fmt::format("{} poses in {} pictures; p50 {:.2f}, p99 {:.2f}, min {:.2f}, "
                              "max {:.2f} ms; on Xvfb, without vsync",
                              times.count(), report.pictures, ms(times.quantile(0.5)),
                              ms(times.quantile(0.99)), ms(times.quantile(0)), ms(times.max())),
          .peer = 4.4};
}

// Until a page in a browser has taken the pose into the picture that it draws next, as the page
// itself says.
BenchRow pose_to_page(const std::string& name, const std::string& browser_program) {
  const std::string what = fmt::format("{}, 1280x720, pose to page, p50", name);
  const auto scenario = CirclingTwin::load(name);
  if (!scenario) return failed(what, "the scenario did not load as a twin");

  CirclingTwin twin(scenario);
  const std::string token = web::make_token();
  const auto served = serve_pages(twin, token);
  if (!served) return failed(what, served.error());
  WebPort* const port = served->get();
  Sink* sinks[] = {port};
  const std::jthread steps = twin.start(sinks);
  auto browser = HeadlessBrowser::open(
      browser_program, fmt::format("http://127.0.0.1:{}/#token={}", port->port(), token));
  if (!browser) return failed(what, browser.error());

  // until there are pictures, and then until the page has found how many pixels it has time for
  const WallTime deadline = Clock::now() + 30s;
  while (port->take_pose_to_page_ms().empty()) {
    if (!browser->is_running()) return failed(what, "the browser ended");
    if (Clock::now() > deadline) return failed(what, "the page drew nothing within 30 s");
    twin.circle(100ms);
  }
  twin.circle(6s);
  port->take_pose_to_page_ms();
  const double browser_cpu = browser->cpu_seconds(), own_cpu = cpu_seconds();
  const double begin = wall_seconds();
  twin.circle(4s);
  const double wall = wall_seconds() - begin;
  const std::vector<double> measured = port->take_pose_to_page_ms();
  if (measured.empty()) return failed(what, "the page drew nothing");
  const Times times = times_of(measured);
  return {
      .what = what,
      .value = times.p50,
      .unit = "ms",
      .target = 20,
      .note = fmt::format("{:.0f} poses a second were drawn; mean {:.2f}, p99 {:.2f}, min {:.2f}, "
                          "max {:.2f} ms; the "
                          "browser took {:.2f} cores, Tandem {:.2f}; load of the machine {:.1f}",
                          static_cast<double>(measured.size()) / wall, times.mean, times.p99,
                          times.min, times.max, (browser->cpu_seconds() - browser_cpu) / wall,
                          (cpu_seconds() - own_cpu) / wall, machine_load())};
}

}  // namespace

const std::vector<std::string>& latency_scenarios() {
  static const std::vector<std::string> all{"empty",  "arena", "push",     "crowd",     "slope",
                                            "office", "park",  "lunar",    "logistics", "farm",
                                            "pong",   "paint", "corridor", "hazard"};
  return all;
}

std::vector<std::string>& latency_choice() {
  static std::vector<std::string> chosen = latency_scenarios();
  return chosen;
}

std::vector<BenchRow> bench_latency() {
  std::vector<BenchRow> rows;
  for (const std::string& scenario : latency_choice()) rows.push_back(pose_to_picture(scenario));
  if (VirtualScreen::is_here())
    for (const std::string& scenario : latency_choice()) rows.push_back(pose_to_window(scenario));
  else
    log(LogLevel::warning, "no window is measured: there is no Xvfb in PATH");
  if (const std::optional<std::string> browser = browser_for_pages())
    for (const std::string& scenario : latency_choice())
      rows.push_back(pose_to_page(scenario, *browser));
  return rows;
}

}  // namespace tandem
