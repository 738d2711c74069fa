// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#include "missions_bench.h"

#include <fmt/format.h>
#include <sys/resource.h>

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <set>

#include "autonomy/programs/program_makers.h"
#include "laboratory/lockstep_world.h"
#include "measure.h"
#include "messages/nav2_msgs_action.h"
#include "missions/mission_run.h"

namespace tandem {

namespace {

namespace fs = std::filesystem;

constexpr Duration length = 20s;

// A navigator on its way through the arena, with six things that must hold.
constexpr const char* judged_run = R"(mission: judged
scenario: arena
settings: {robots.emaros.localization: ideal, robots.emaros.commands: []}
programs: [navigator]
duration: 20s
events:
  - {at: 0s, goal: {x: 2.4, y: -2.3}}
expect:
  - never: {touching: 'wall*'}
  - always: {measure: speed, at_most: 1 m/s}
  - always: {measure: tilt, below: 20 deg}
  - always: {rate: scan, at_least: 5 Hz}
  - always: {topic: odom, field: twist.twist.linear.x, below: 1}
  - never: {inside: {x: 10, size_x_m: 1, size_y_m: 1}}
)";

// A short mission without a camera.
constexpr const char* short_mission = R"(mission: short
scenario: arena
duration: 10s
programs: []
vary: {robots.emaros.pose.y: [-0.3, 0.3]}
expect:
  - always: {measure: speed, at_most: 1 m/s}
  - always: {rate: scan, at_least: 5 Hz}
)";

MissionScript script(const char* text) {
  Findings findings;
  auto mission = load_mission_text(text, "bench.yaml", findings);
  if (!mission) throw std::runtime_error(to_string(findings.all().front()));
  return *std::move(mission);
}

// CPU seconds of the same world, program and goal, with nobody who looks.
double bare_cpu_s() {
  using nav2_msgs::action::NavigateToPose;
  const MissionScript mission = script(judged_run);
  LockstepWorld world(mission.scenario, {.scenario = {.overrides = mission.settings, .seed = 1}});
  Node user("user", world.node_options());
  auto goals = user.action_client<NavigateToPose>("navigate_to_pose");
  user.start();
  const auto navigator = program_makers().at("navigator")(world.node_options());
  NavigateToPose::Goal goal;
  goal.pose.header.frame_id = "map";
  goal.pose.pose.position = {.x = 2.4, .y = -2.3};
  goal.pose.pose.orientation.w = 1;
  const double begin = cpu_seconds();
  goals.send_goal(goal, {});
  world.run(length);
  return cpu_seconds() - begin;
}

double judged_cpu_s() {
  const RunResult result = run_mission(script(judged_run), {.programs = program_makers()});
  if (!result.is_passed()) throw std::runtime_error(result.reason);
  return std::ranges::find(result.costs, "cpu_time", &Metric::name)->value;
}

// The two in turns, because machines wander by more than is looked for; the median of many turns
// leaves out those in which somebody else had the processor.
BenchRow overhead_row() {
  constexpr std::size_t turns = 25;
  std::vector<double> bare, judged, over;
  for (std::size_t i = 0; i < turns; ++i) {
    bare.push_back(bare_cpu_s());
    judged.push_back(judged_cpu_s());
    over.push_back(judged.back() / bare.back() - 1);
  }
  const auto median = [](std::vector<double>& values) {
    std::ranges::nth_element(values, values.begin() + turns / 2);
    return values[turns / 2];
  };
  return {.what = "judging a run, over the bare run",
          .value = 100 * median(over),
          .unit = "%",
          .target = 5,
          .note = fmt::format("{:.0f} ms CPU over {:.0f} ms for {:g} s; medians of {}",
                              1000 * median(judged), 1000 * median(bare), seconds(length), turns)};
}

BenchRow repetition_row() {
  const int runs = 50;
  std::set<std::string> results;
  for (int i = 0; i < runs; ++i)
    results.insert(to_json(run_mission(script(short_mission), {}), ResultParts::repeatable));
  return {.what = fmt::format("different results of {} equal runs", runs),
          .value = static_cast<double>(results.size()),
          .unit = "",
          .target = 1};
}

// As a person runs them: a hundred processes, two at once.
std::vector<BenchRow> campaign_rows() {
  std::string folder = (fs::temp_directory_path() / "tandem-bench-XXXXXX").string();
  if (!mkdtemp(folder.data())) return {failed("100 short missions", "no temporary folder")};
  const fs::path file = fs::path(folder) / "short.yaml";
  std::ofstream(file) << short_mission;
  const auto children_cpu_s = [] {
    rusage usage{};
    getrusage(RUSAGE_CHILDREN, &usage);
    return static_cast<double>(usage.ru_utime.tv_sec + usage.ru_stime.tv_sec) +
           1e-6 * static_cast<double>(usage.ru_utime.tv_usec + usage.ru_stime.tv_usec);
  };
  std::error_code error;
  const std::string command =
      fmt::format("'{}' test '{}' --seeds 1..100 --jobs 2 -q > /dev/null 2>&1",
                  fs::read_symlink("/proc/self/exe", error).string(), file.string());
  const double wall = wall_seconds(), cpu = children_cpu_s();
  const int status = std::system(command.c_str());
  const double wall_s = wall_seconds() - wall, cpu_s = children_cpu_s() - cpu;
  fs::remove_all(folder, error);
  if (status != 0) return {failed("100 short missions", "not all of them passed")};
  return {{.what = "100 missions of 10 s, 2 at once",
           .value = wall_s,
           .unit = "s",
           .target = 60,
           .note = fmt::format("no camera; load of the machine {:.1f}", machine_load())},
          {.what = "the same, CPU of one of them",
           .value = 1000 * cpu_s / 100,
           .unit = "ms",
           .target = {},
           .note = "with its process and loading"}};
}

}  // namespace

std::vector<BenchRow> bench_missions() {
  std::vector<BenchRow> rows;
  try {
    rows.push_back(overhead_row());
    rows.push_back(repetition_row());
  } catch (const std::exception& problem) {
    rows.push_back(failed("judging a run", problem.what()));
  }
  std::ranges::copy(campaign_rows(), std::back_inserter(rows));
  return rows;
}

}  // namespace tandem
