// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <algorithm>
#include <mutex>
#include <optional>
#include <string>
#include <thread>
#include <vector>

#include "bench_list.h"
#include "circling_twin.h"
#include "headless_browser.h"
#include "measure.h"
#include "ports/web/assets.h"
#include "ports/web/certificate.h"
#include "ports/web/scene_text.h"
#include "ports/web/streams.h"
#include "simulation/simulation.h"
#include "twin_pages.h"

namespace tandem {

namespace {

using namespace web;

// Boxes that fall into a pile: all of them move.
std::vector<std::shared_ptr<const Frame>> falling_boxes(int count, int frames) {
  const auto scenario = load_shipped(
      "crowd", {.overrides = {{"spawn.boxes.count", std::to_string(count)}, {"robots", "[]"}},
                .seed = {},
                .step = {},
                .checks = {}});
  Simulation simulation(scenario);
  std::vector<std::shared_ptr<const Frame>> made;
  for (int i = 0; i < frames; ++i)
    made.push_back(std::make_shared<const Frame>(simulation.step({})));
  return made;
}

std::vector<BenchRow> moving(int count, int pages) {
  const auto frames = falling_boxes(count, 60);
  std::vector<FrameStream> streams(static_cast<std::size_t>(pages));
  MovedBodies moved;
  std::size_t bytes = 0;
  const double cpu = cpu_seconds();
  std::uint32_t sent = 0;
  for (const auto& frame : frames) {
    ++sent;
    for (FrameStream& stream : streams) {
      const ServerMoment moment{WebClock::time_point(std::chrono::milliseconds(16 * sent)), 0};
      const auto message = stream.next(frame, 1, moment, moved);
      if (!message) return {failed("frames", "one was not sent")};
      bytes += message->size();
      stream.acknowledge(sent);
    }
  }
  const double ms = (cpu_seconds() - cpu) * 1000 / static_cast<double>(frames.size());
  const double size = static_cast<double>(bytes) / static_cast<double>(frames.size()) / pages;
  return {{.what = fmt::format("bytes a body and frame, {} moving", count),
           .value = size / count,
           .unit = "B",
           .target = 18,
           .note = fmt::format("{:.0f} kB a frame", size / 1000)},
          {.what = fmt::format("a frame of {} moving for {} page{}", count, pages,
                               pages == 1 ? "" : "s"),
           .value = ms,
           .unit = "ms CPU",
           .note = "on the server's thread, beside the simulation"}};
}

BenchRow joining(const std::string& name, const std::string& scenario_name,
                 const ScenarioOptions& options = {}) {
  const auto scenario = load_shipped(scenario_name, options);
  Simulation simulation(scenario);
  const auto frame = std::make_shared<const Frame>(simulation.step({}));
  Assets assets;
  SceneText scene(assets);
  const double cpu = cpu_seconds();
  std::size_t bytes = 0;
  for (const std::string& message : scene.update(frame)) bytes += message.size();
  FrameStream stream;
  MovedBodies moved;
  bytes += stream.next(frame, scene.epoch(), {}, moved).value().size();
  return {
      .what = "what a page is told that joins " + name,
      .value = static_cast<double>(bytes) / 1000,
      .unit = "kB",
      .note = fmt::format("made in {:.1f} ms CPU; without meshes and textures, which browsers keep",
                          (cpu_seconds() - cpu) * 1000)};
}

// The port of the moment; between two there is none.
class ChangingPort : public Sink {
 public:
  void publish(std::shared_ptr<const Frame> frame) override {
    const std::lock_guard lock(mutex_);
    if (port_) port_->publish(std::move(frame));
  }
  void set(std::unique_ptr<WebPort> port) {
    const std::lock_guard lock(mutex_);
    port_.swap(port);
  }
  // Of the thread that sets it.
  WebPort& operator*() { return *port_; }

 private:
  std::mutex mutex_;
  std::unique_ptr<WebPort> port_;
};

// From the moment when a server listens again where one was that ended, until a page that was open
// has drawn a frame of it.
BenchRow coming_back(const std::string& browser_program) {
  using Clock = std::chrono::steady_clock;
  const std::string what = "an open page draws again after a restart of the server, longest";
  const auto scenario = CirclingTwin::load("push");
  if (!scenario) return failed(what, "the scenario did not load as a twin");
  CirclingTwin twin(scenario);
  const std::string token = make_token();
  ChangingPort port;
  std::uint16_t number = 0;
  const auto serve = [&]() -> std::string {
    auto served = serve_pages(twin, token, number);
    if (!served) return served.error();
    number = (*served)->port();
    port.set(*std::move(served));
    return {};
  };
  if (const std::string problem = serve(); !problem.empty()) return failed(what, problem);
  Sink* sinks[] = {&port};
  const std::jthread steps = twin.start(sinks);
  const auto browser = HeadlessBrowser::open(
      browser_program, fmt::format("http://127.0.0.1:{}/#token={}", number, token));
  if (!browser) return failed(what, browser.error());
  const auto is_drawn = [&] {
    for (const auto deadline = Clock::now() + 30s; Clock::now() < deadline; twin.circle(20ms))
      if (!(*port).take_pose_to_page_ms().empty()) return true;
    return false;
  };

  double longest = 0;
  std::string times;
  // between two attempts of the page, and so long that it only tries now and then
  for (const Duration away : {100ms, 400ms, 700ms, 1500ms, 3000ms, 6000ms}) {
    if (!is_drawn()) return failed(what, "the page drew nothing within 30 s");
    twin.circle(2s);
    port.set(nullptr);
    twin.circle(away);
    const double begin = wall_seconds();
    if (const std::string problem = serve(); !problem.empty()) return failed(what, problem);
    if (!is_drawn()) return failed(what, "the page did not come back within 30 s");
    const double took = wall_seconds() - begin;
    longest = std::max(longest, took);
    times += fmt::format("{}{:.2f} s after {:g} s", times.empty() ? "" : ", ", took, seconds(away));
  }
  return {.what = what,
          .value = longest,
          .unit = "s",
          .target = 2,
          .note = fmt::format("{} without one; load of the machine {:.1f}", times, machine_load())};
}

}  // namespace

std::vector<BenchRow> bench_web() {
  std::vector<BenchRow> rows = moving(3000, 1);
  rows.push_back(moving(3000, 20).back());
  rows.push_back(joining("push", "push"));
  rows.push_back(joining("office", "office"));
  rows.push_back(joining("30,000 boxes", "crowd",
                         {.overrides = {{"spawn.boxes.count", "30000"},
                                        {"world.size_x_m", "60"},
                                        {"world.size_y_m", "60"},
                                        {"spawn.boxes.area.size_x_m", "59"},
                                        {"spawn.boxes.area.size_y_m", "59"}},
                          .seed = {},
                          .step = {},
                          .checks = {}}));
  if (const std::optional<std::string> browser = browser_for_pages())
    rows.push_back(coming_back(*browser));
  return rows;
}

}  // namespace tandem
