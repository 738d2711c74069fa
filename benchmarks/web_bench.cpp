// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <string>
#include <vector>

#include "bench_list.h"
#include "measure.h"
#include "ports/web/assets.h"
#include "ports/web/scene_text.h"
#include "ports/web/streams.h"
#include "simulation/simulation.h"

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
  return rows;
}

}  // namespace tandem
