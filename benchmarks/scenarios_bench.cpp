// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <chrono>
#include <ctime>
#include <filesystem>
#include <map>
#include <memory>
#include <thread>

#include "bench_list.h"
#include "measure.h"
#include "middleware/dds_context.h"
#include "middleware/dds_testing.h"
#include "ports/ros/ros_port.h"
#include "ros_partner.h"
#include "simulation/simulation.h"
#include "simulation/world_loader.h"
#include "working_world.h"

namespace tandem {

namespace {

// What a peer published for the same worlds on six cores with a GPU: physics, render and scripts
// together, and memory.
struct Peer {
  double virtual_ms, twin_ms, virtual_mb, twin_mb;
};
const std::map<std::string, Peer> peers{{"paint", {2.791, 2.747, 4643.03, 4374.05}},
                                        {"pong", {2.941, 3.564, 4664.51, 4459.98}},
                                        {"logistics", {3.401, 3.533, 4626.84, 4433.06}},
                                        {"farm", {3.579, 3.810, 4632.64, 4379.40}}};

double thread_cpu_seconds() {
  timespec time{};
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time);
  return static_cast<double>(time.tv_sec) + static_cast<double>(time.tv_nsec) * 1e-9;
}

double spent(const DurationHistogram& stage) {
  return seconds(stage.mean()) * static_cast<double>(stage.count());
}

// What publishing a frame takes.
struct Publishing {
  double cpu_ms = 0;  // on all threads of this process, for each frame that was published
  std::uint64_t dropped = 0;
};

// Clock, transforms, odometry and scan with a subscriber each, in real time where the machine can:
// rather than leave frames out, which would look cheap, it waits for the port. Nothing when nobody
// heard them.
std::optional<Publishing> measure_publishing(WorkingWorld& world, const Scenario& scenario,
                                             const std::shared_ptr<SensorInterest>& interest,
                                             int domain) {
  Inbox inbox;
  RunControl control;
  WorldLoader loader{{.interest = interest}};
  RosPort port({inbox, control, loader, interest},
               {.context = dds_context(bench_network(domain)), .arguments = {}});
  const std::string ns = namespace_of(scenario.robots.front());
  PartnerProcess listeners(fmt::format("hear:/clock,/tf,/{0}/odom,/{0}/scan", ns), domain);

  double step_cpu_s = 0;
  auto due = std::chrono::steady_clock::now();
  const auto catch_up = [&](std::size_t behind) {
    while (port.waiting_frames() > behind) std::this_thread::sleep_for(1ms);
  };
  const auto step = [&] {
    const double before = thread_cpu_seconds();
    auto frame = std::make_shared<const Frame>(world.step());
    step_cpu_s += thread_cpu_seconds() - before;
    port.publish(frame);
    due += scenario.step;
    std::this_thread::sleep_until(due);
    catch_up(8);
  };
  // its listeners find the topics while the world runs
  std::atomic<bool> are_heard = false, is_over = false;
  std::jthread waiting([&] {
    are_heard = listeners.wait_for_line();
    is_over = true;
  });
  while (!is_over) step();
  waiting.join();
  if (!are_heard) return {};
  constexpr int steps = 500;
  catch_up(0);
  step_cpu_s = 0;
  due = std::chrono::steady_clock::now();
  const std::uint64_t dropped_before = port.dropped_frames();
  const double cpu = cpu_seconds();
  for (int i = 0; i < steps; ++i) step();
  catch_up(0);
  const double publish_cpu_s = cpu_seconds() - cpu - step_cpu_s;
  const std::uint64_t dropped = port.dropped_frames() - dropped_before;
  return Publishing{.cpu_ms = 1000 * publish_cpu_s / (steps - static_cast<double>(dropped)),
                    .dropped = dropped};
}

std::vector<BenchRow> measure(const std::string& name, RobotMode mode, int domain) {
  const bool is_twin = mode == RobotMode::twin;
  const std::string what = fmt::format("{}, {}", name, is_twin ? "twin" : "virtual");
  const auto loaded = load_shipped(name);
  if (!loaded || loaded->robots.empty()) return {failed(what, "its scenario did not load")};
  auto scenario = std::make_shared<Scenario>(*loaded);
  scenario->clock = ClockType::zero;
  const Chores chores = chores_in(name);
  for (RobotConfig& robot : scenario->robots) {
    robot.mode = mode;
    robot.commands.clear();
    robot.world_from_robot.translation.x = chores.place.x;
    robot.world_from_robot.translation.y = chores.place.y;
    robot.world_from_robot.rotation = {};
  }
  const auto interest = std::make_shared<SensorInterest>();
  WorkingWorld world(scenario, chores, interest);

  for (int i = 0; i < 250; ++i) world.step();
  constexpr int steps = 2500;
  const StepTimes before = world.simulation().times();
  const double cpu = cpu_seconds();
  for (int i = 0; i < steps; ++i) world.step();
  // CPU time, because other programs may be busy too; stages have their shares of it
  const double step_ms = 1000 * (cpu_seconds() - cpu) / steps;
  const StepTimes after = world.simulation().times();
  double whole = 0;
  for (const auto stage :
       {&StepTimes::edits, &StepTimes::twins, &StepTimes::robots, &StepTimes::physics,
        &StepTimes::rules, &StepTimes::paint, &StepTimes::sensors, &StepTimes::frame})
    whole += spent(after.*stage) - spent(before.*stage);
  const auto part_ms = [&](DurationHistogram StepTimes::*stage) {
    return step_ms * (spent(after.*stage) - spent(before.*stage)) / whole;
  };
  const double rules_ms = part_ms(&StepTimes::rules) + part_ms(&StepTimes::paint);
  const auto publishing = measure_publishing(world, *scenario, interest, domain);
  if (!publishing) return {failed(what, "the other process heard nothing")};
  if (!world.refusal().empty()) return {failed(what, world.refusal())};

  // a twin's time is the wall clock's
  ChildOptions options;
  if (is_twin) {
    options.speed = {};
    options.more_arguments = {"--set",
                              fmt::format("robots.{}.mode=twin", scenario->robots.front().name)};
  }
  const ChildRun run = run_tandem(name, is_twin ? "3s" : "10s", options);

  const auto peer = peers.find(name);
  const auto of_peer = [&](double Peer::*simulated, double Peer::*twin) {
    return peer == peers.end() ? std::optional<double>()
                               : peer->second.*(is_twin ? twin : simulated);
  };
  std::vector<BenchRow> rows{
      {.what = what + ": step and publish",
       .value = step_ms + publishing->cpu_ms,
       .unit = "ms",
       .target = 2.7,
       .note = fmt::format("step {:.3f}: physics {:.3f}, rules {:.3f}, sensors {:.3f}; publish "
                           "{:.3f}, {} frames dropped; load {:.1f}",
                           step_ms, part_ms(&StepTimes::physics), rules_ms,
                           part_ms(&StepTimes::sensors), publishing->cpu_ms, publishing->dropped,
                           machine_load()),
       .peer = of_peer(&Peer::virtual_ms, &Peer::twin_ms)},
      {.what = what + ": rules", .value = rules_ms, .unit = "ms", .target = 0.3, .note = {}}};
  if (run.is_ok)
    rows.push_back({.what = what + ": memory",
                    .value = run.peak_memory_mb,
                    .unit = "MB",
                    .target = 300,
                    .note = {},
                    .peer = of_peer(&Peer::virtual_mb, &Peer::twin_mb)});
  else
    rows.push_back(failed(what + ": memory", "did not run"));
  return rows;
}

}  // namespace

std::vector<BenchRow> bench_scenarios() {
  const int domain = testing_dds::own_domain();  // tests on this machine stay out of it
  std::vector<BenchRow> rows;
  for (const std::string name : {"paint", "pong", "logistics", "farm", "corridor", "hazard"}) {
    if (!std::filesystem::exists(shipped(name))) continue;
    for (const RobotMode mode : {RobotMode::simulated, RobotMode::twin})
      for (BenchRow& row : measure(name, mode, domain)) rows.push_back(std::move(row));
  }
  return rows;
}

}  // namespace tandem
