// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#include "ros_port_bench.h"

#include <fmt/format.h>

#include <algorithm>
#include <atomic>
#include <chrono>
#include <cstdio>
#include <ctime>
#include <iterator>
#include <memory>
#include <mutex>
#include <optional>
#include <set>
#include <string_view>
#include <thread>
#include <utility>

#include "measure.h"
#include "messages/nav_msgs.h"
#include "messages/rosgraph_msgs.h"
#include "messages/sensor_msgs.h"
#include "messages/std_msgs.h"
#include "messages/tf2_msgs.h"
#include "middleware/dds_context.h"
#include "middleware/node.h"
#include "ports/ros/ros_port.h"
#include "robot_fleet.h"
#include "ros_partner.h"
#include "simulation/simulation.h"
#include "simulation/world_loader.h"

namespace tandem {

namespace {

using nav_msgs::msg::Odometry;

constexpr int idle_count = 10;
constexpr std::string_view hear_part = "hear:";      // with the topics: hear:/clock,/tf
constexpr std::string_view switch_part = "switch:";  // with the scenarios: switch:push,empty

std::vector<std::string> split(std::string_view text) {
  std::vector<std::string> parts;
  while (!text.empty()) {
    const std::size_t comma = std::min(text.find(','), text.size());
    parts.emplace_back(text.substr(0, comma));
    text.remove_prefix(std::min(comma + 1, text.size()));
  }
  return parts;
}

TypeId type_of(std::string_view topic) {
  if (topic == "/clock") return type_id<rosgraph_msgs::msg::Clock>();
  if (topic == "/tf") return type_id<tf2_msgs::msg::TFMessage>();
  if (topic.ends_with("/scan")) return type_id<sensor_msgs::msg::LaserScan>();
  return type_id<Odometry>();
}

// Says when every topic was heard, and in the end how often in a second the rarest was.
void play_listeners(const std::vector<std::string>& topics, int domain) {
  const auto transport = make_dds_transport(bench_network(domain));
  const auto node = transport->join({.name = "listeners"});
  std::vector<std::atomic<int>> counts(topics.size());
  std::vector<std::unique_ptr<RawSubscription>> subscriptions;
  for (std::size_t i = 0; i < topics.size(); ++i)
    subscriptions.push_back(
        node->subscribe(topics[i], type_of(topics[i]), qos::reliable,
                        [&counts, i](const SharedBytes&, const MessageInfo&) { ++counts[i]; }));
  const auto is_heard = [](const std::atomic<int>& count) { return count > 0; };
  if (!wait_until([&] { return std::ranges::all_of(counts, is_heard); })) return;
  for (std::atomic<int>& count : counts) count = 0;
  const double start = wall_seconds();
  fmt::print("ready\n");
  std::fflush(stdout);
  wait_for_end_of_input();
  const double taken_s = wall_seconds() - start;
  fmt::print("{}\n", *std::ranges::min_element(counts) / taken_s);
}

// Has one world after the other loaded. Says how many seconds the longest took, from asking until
// odometry came from a publisher of the new world.
void play_switcher(const std::vector<std::string>& scenarios, int domain) {
  Node node("switcher", {.context = dds_context(bench_network(domain))});
  std::mutex mutex;
  std::set<Gid> heard;
  const auto listen = [&](const char* topic) {
    return node.subscribe<Odometry>(topic, qos::reliable,
                                    [&](const Odometry&, const MessageInfo& info) {
                                      const std::lock_guard lock(mutex);
                                      heard.insert(info.publisher);
                                    });
  };
  const Subscription emaros = listen("/emaros/odom"), jackal = listen("/jackal/odom");
  const auto heard_count = [&] {
    const std::lock_guard lock(mutex);
    return heard.size();
  };
  auto load = node.publisher<std_msgs::msg::String>("/vera/load_scenario");
  if (!wait_until([&] { return load.subscriber_count() == 1 && heard_count() == 1; })) return;
  double longest_s = 0;
  for (const std::string& scenario : scenarios) {
    const std::size_t before = heard_count();
    const double start = wall_seconds();
    load.publish({scenario});
    if (!wait_until([&] { return heard_count() > before; })) return;
    longest_s = std::max(longest_s, wall_seconds() - start);
  }
  fmt::print("{}\n", longest_s);
}

double thread_cpu_seconds() {
  timespec time{};
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time);
  return static_cast<double>(time.tv_sec) + static_cast<double>(time.tv_nsec) * 1e-9;
}

// Knows how much CPU time the simulation's own thread has used.
class LoopWatch : public Sink {
 public:
  void publish(std::shared_ptr<const Frame> frame) override {
    step_count_ = frame->step_count;
    cpu_s_ = thread_cpu_seconds();
  }
  std::uint64_t step_count() const { return step_count_; }
  double cpu_s() const { return cpu_s_; }

 private:
  std::atomic<std::uint64_t> step_count_ = 0;
  std::atomic<double> cpu_s_ = 0;
};

// How a run went for some seconds.
struct Window {
  double cpu_share = 0;  // of one core, the whole process
  double real_time_factor = 0;
  double step_cpu_us = 0;  // of the simulation's thread
};

// A run in real time as `tandem run` makes it, with ROS 2 or without.
class BenchRun {
 public:
  BenchRun(std::shared_ptr<const Scenario> scenario, std::optional<int> domain)
      : simulation_(std::make_unique<Simulation>(std::move(scenario),
                                                 SimulationOptions{.interest = interest_})) {
    for (const RobotConfig& robot : simulation_->scenario().robots) robots_.push_back(robot.name);
    if (domain)
      port_ = std::make_unique<RosPort>(
          RunHandles{inbox_, control_, loader_, interest_},
          RosPortOptions{.context = dds_context(bench_network(*domain)), .arguments = {}});
    else  // the same work, for nobody
      measure_scans(true);
    thread_ = std::jthread([this](std::stop_token stop) {
      std::vector<Sink*> sinks{&watch_};
      if (port_) sinks.push_back(port_.get());
      run(simulation_, inbox_, sinks, control_, {.duration = {}, .loader = &loader_}, stop);
    });
  }
  ~BenchRun() {
    thread_.request_stop();
    thread_.join();
  }

  // Whether lidars measure though nobody subscribes.
  void measure_scans(bool is_wanted) {
    scans_.clear();
    if (!is_wanted) return;
    for (const std::string& robot : robots_)
      scans_.push_back(interest_->want(robot, "lidar", streams::main));
  }

  Window watch(std::chrono::seconds length) const {
    const double wall = wall_seconds(), cpu = cpu_seconds(), loop_cpu = watch_.cpu_s();
    const SimTime time = control_.status().time;
    const std::uint64_t steps = watch_.step_count();
    std::this_thread::sleep_for(length);
    const double taken_s = wall_seconds() - wall;
    return {.cpu_share = (cpu_seconds() - cpu) / taken_s,
            .real_time_factor = seconds(control_.status().time - time) / taken_s,
            .step_cpu_us =
                1e6 * (watch_.cpu_s() - loop_cpu) /
                static_cast<double>(std::max<std::uint64_t>(watch_.step_count() - steps, 1))};
  }

 private:
  std::shared_ptr<SensorInterest> interest_ = std::make_shared<SensorInterest>();
  std::unique_ptr<Simulation> simulation_;
  Inbox inbox_;
  RunControl control_;
  WorldLoader loader_{{.interest = interest_}};
  LoopWatch watch_;
  std::vector<std::string> robots_;
  std::vector<SensorInterest::Claim> scans_;
  std::unique_ptr<RosPort> port_;
  std::jthread thread_;
};

std::string hearing(const std::vector<std::string>& topics) {
  return fmt::format("{}{}", hear_part, fmt::join(topics, ","));
}

const std::vector<std::string> topics_of_one{"/clock", "/tf", "/emaros/odom", "/emaros/scan"};

std::shared_ptr<const Scenario> one_robot() {
  return load_shipped("empty", {.overrides = {{"robots.emaros.odom_rate_hz", "100"},
                                              {"robots.emaros.sensors.lidar.rate_hz", "100"}},
                                .step = 10ms});
}

BenchRow measure_one_robot(int domain) {
  const std::string what = "clock, odom, tf and scan of a robot at 100 Hz";
  constexpr std::chrono::seconds length(8);
  const auto scenario = one_robot();
  if (!scenario) return failed(what, "its scenario did not load");
  const double without = BenchRun(scenario, {}).watch(length).cpu_share;
  const BenchRun run(scenario, domain);
  PartnerProcess listeners(hearing(topics_of_one), domain);
  if (!listeners.wait_for_line()) return failed(what, "the other process heard nothing");
  const double with = run.watch(length).cpu_share;
  const double rate_hz = listeners.finish();
  return {.what = what,
          .value = 100 * (with - without),
          .unit = "% of a core",
          .target = 5,
          .note = fmt::format("a subscriber each, {:.1f} Hz arrived; the run itself {:.1f} %",
                              rate_hz, 100 * without)};
}

std::vector<BenchRow> measure_fleet(int domain) {
  constexpr int count = 100;
  constexpr double rate_hz = 30;
  constexpr std::chrono::seconds length(8);
  const std::string what = fmt::format("{} robots, the same at {:g} Hz", count, rate_hz);
  const auto empty = load_shipped("empty");
  if (!empty) return {failed(what, "its scenario did not load")};
  auto fleet = std::make_shared<Scenario>(robot_fleet(*empty, count));
  fleet->ros.clock_rate_hz = rate_hz;
  std::vector<std::string> topics{"/clock", "/tf"};
  for (RobotConfig& robot : fleet->robots) {
    robot.ros.odom_rate_hz = rate_hz;
    for (SensorDescription& sensor : robot.sensors)
      if (sensor.type == "lidar") sensor.rate_hz = rate_hz;
    topics.push_back(fmt::format("/{}/odom", robot.name));
    topics.push_back(fmt::format("/{}/scan", robot.name));
  }

  const Window without = BenchRun(fleet, {}).watch(length);
  const BenchRun run(fleet, domain);
  PartnerProcess listeners(hearing(topics), domain);
  if (!listeners.wait_for_line()) return {failed(what, "the other process heard not all topics")};
  const Window with = run.watch(length);
  const double heard_hz = listeners.finish();
  return {
      {.what = what + ", real time factor",
       .value = with.real_time_factor,
       .unit = "",
       .target = 0.99,
       .is_smaller_better = false,
       .note = fmt::format("{} subscribers, the rarest heard {:.1f} Hz", topics.size(), heard_hz)},
      {.what = what + ", CPU",
       .value = 100 * (with.cpu_share - without.cpu_share),
       .unit = "% of a core",
       .target = {},
       .note = fmt::format("the run itself {:.1f} %", 100 * without.cpu_share)}};
}

// What subscribers cost the step, and what the sensor costs it that a subscriber of a scan lets
// measure. The worker has a thread of its own, so of the first only the handing over is left to
// see: for it, the lidar measures with subscribers and without.
std::vector<BenchRow> measure_idle_subscribers(int domain) {
  const std::string what = fmt::format("step with {} idle subscribers, longer by", idle_count);
  constexpr std::chrono::seconds length(2);
  constexpr int rounds = 4;  // of which the least disturbed counts
  const auto push = load_shipped("push");
  if (!push) return {failed(what, "its scenario did not load")};
  // it turns all the time, so that all steps have the same to do
  auto scenario = std::make_shared<Scenario>(*push);
  scenario->robots.front().commands = {{.at = {}, .lasts = {}, .velocity = {.angular = 1}}};
  std::vector<std::string> topics;
  for (int i = 0; i < idle_count; ++i)
    topics.insert(topics.end(), topics_of_one.begin(), topics_of_one.end());
  BenchRun run(scenario, domain);
  double still_us = 1e9, without_us = 1e9, with_us = 1e9;
  for (int round = 0; round < rounds; ++round) {
    run.measure_scans(false);
    still_us = std::min(still_us, run.watch(length).step_cpu_us);
    run.measure_scans(true);
    without_us = std::min(without_us, run.watch(length).step_cpu_us);
    PartnerProcess listeners(hearing(topics), domain);
    if (!listeners.wait_for_line()) return {failed(what, "the other process heard nothing")};
    with_us = std::min(with_us, run.watch(length).step_cpu_us);
  }
  return {
      {.what = what,
       .value = 100 * (with_us / without_us - 1),
       .unit = "%",
       .target = 10,
       .note = fmt::format("push, {} on each of {} topics; CPU {:.1f} us with, {:.1f} us without, "
                           "the lidar measuring in both",
                           idle_count, topics_of_one.size(), with_us, without_us)},
      {.what = "step with the lidar measuring, longer by",
       .value = 100 * (without_us / still_us - 1),
       .unit = "%",
       .target = {},
       .note =
           fmt::format("push, 360 beams at 10 Hz, nobody subscribed; CPU {:.1f} us with, {:.1f} us "
                       "without",
                       without_us, still_us)}};
}

BenchRow measure_world_switch(int domain) {
  const std::string what = "another world by /vera/load_scenario";
  const std::vector<std::string> names{"push",  "slope", "arena", "park",  "empty",
                                       "slope", "empty", "push",  "arena", "park"};
  const auto scenario = load_shipped("empty");
  if (!scenario) return failed(what, "its scenario did not load");
  std::vector<std::string> files;
  for (const std::string& name : names) files.push_back(shipped(name));
  const BenchRun run(scenario, domain);
  PartnerProcess switcher(fmt::format("{}{}", switch_part, fmt::join(files, ",")), domain);
  const double longest_s = switcher.finish();
  if (longest_s < 0) return failed(what, "a world did not come");
  return {.what = what,
          .value = longest_s,
          .unit = "s",
          .target = 0.5,
          .note = fmt::format("longest of {}, until its odometry is heard", names.size())};
}

}  // namespace

std::vector<BenchRow> measure_ros_port(int domain) {
  std::vector<BenchRow> rows{measure_one_robot(domain)};
  std::ranges::move(measure_fleet(domain), std::back_inserter(rows));
  std::ranges::move(measure_idle_subscribers(domain), std::back_inserter(rows));
  rows.push_back(measure_world_switch(domain));
  return rows;
}

void play_ros_port_part(const std::string& part, int domain) {
  if (part.starts_with(hear_part))
    play_listeners(split(std::string_view(part).substr(hear_part.size())), domain);
  if (part.starts_with(switch_part))
    play_switcher(split(std::string_view(part).substr(switch_part.size())), domain);
}

}  // namespace tandem
