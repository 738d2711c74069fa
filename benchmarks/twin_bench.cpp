// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <atomic>
#include <chrono>
#include <cmath>
#include <iterator>
#include <map>
#include <memory>
#include <mutex>
#include <numbers>
#include <thread>
#include <tuple>

#include "base/random.h"
#include "bench_list.h"
#include "measure.h"
#include "messages/geometry_msgs.h"
#include "messages/rosgraph_msgs.h"
#include "messages/sensor_msgs.h"
#include "messages/time.h"
#include "middleware/dds_context.h"
#include "middleware/dds_testing.h"
#include "middleware/node.h"
#include "mixing/scan_mixing.h"
#include "ports/gate/gate_node.h"
#include "ports/ros/ros_port.h"
#include "robot_fleet.h"
#include "ros_partner.h"
#include "simulation/simulation.h"
#include "simulation/world_loader.h"

namespace tandem {

namespace {

using geometry_msgs::msg::PoseStamped;
using TwistMessage = geometry_msgs::msg::Twist;

SimTime unix_now() { return std::chrono::system_clock::now().time_since_epoch(); }

double milliseconds(Duration duration) { return 1000 * seconds(duration); }

double quantile(std::vector<double> values, double share) {
  std::ranges::sort(values);
  return values[std::min(values.size() - 1,
                         static_cast<std::size_t>(share * static_cast<double>(values.size())))];
}

// How long after its stamp a pose was in a frame, and that frame on the network.
class PoseWatch : public Sink {
 public:
  void publish(std::shared_ptr<const Frame> frame) override {
    const SimTime now = unix_now();
    const std::lock_guard lock(mutex_);
    for (const TrackedPose& pose : frame->inputs.poses) {
      if (!pose.stamp || !is_counting) continue;
      to_frame_ms.push_back(milliseconds(now - *pose.stamp));
      published_[frame->time] = *pose.stamp;
    }
  }
  void heard(SimTime frame_time) {
    const SimTime now = unix_now();
    const std::lock_guard lock(mutex_);
    const auto found = published_.find(frame_time);
    if (found == published_.end()) return;
    to_network_ms.push_back(milliseconds(now - found->second));
    published_.erase(found);
  }
  // When the run is over.
  std::vector<double> to_frame_ms, to_network_ms;
  std::atomic<bool> is_counting = false;

 private:
  std::mutex mutex_;
  std::map<SimTime, SimTime> published_;
};

// A tracker in the same network sends poses at 30 Hz, jittered, to a run in real time as
// `tandem run` makes it. From its publish() on, so that the way over the network counts too.
std::vector<BenchRow> measure_latency(bool starts_steps, int domain) {
  const std::string what =
      starts_steps ? "pose to frame, trigger: pose, p99" : "pose to frame, p99";
  const auto scenario = load_shipped(
      "empty", {.overrides = {{"robots.emaros.mode", "twin"},
                              {"robots.emaros.twin.trigger", starts_steps ? "pose" : "rate"}}});
  if (!scenario) return {failed(what, "its scenario did not load")};
  PoseWatch watch;
  {
    auto simulation = std::make_unique<Simulation>(
        scenario, SimulationOptions{.start_time = start_time(*scenario)});
    Inbox inbox;
    RunControl control;
    WorldLoader loader{{}};
    RosPort port({inbox, control, loader, std::make_shared<SensorInterest>()},
                 {.context = dds_context(bench_network(domain)), .arguments = {}});
    Node tracker("tracker", {.context = dds_context(bench_network(domain))});
    auto poses = tracker.publisher<PoseStamped>("/emaros/tracked_pose", qos::sensor);
    const Subscription twin = tracker.subscribe<PoseStamped>(
        "/emaros/twin/pose", qos::sensor,
        [&](const PoseStamped& message) { watch.heard(to_time(message.header.stamp)); },
        {.is_immediate = true});
    std::jthread loop([&](std::stop_token stop) {
      const std::vector<Sink*> sinks{&watch, &port};
      run(simulation, inbox, sinks, control, {.duration = {}, .loader = &loader}, stop);
    });
    if (!wait_until([&] { return poses.subscriber_count() == 1; }))
      return {failed(what, "the run did not listen")};
    Random random(1, "twin bench");
    for (int i = 0; i < 460; ++i) {
      std::this_thread::sleep_for(
          std::chrono::microseconds(static_cast<int>(33'333 + random.uniform(-4000, 4000))));
      if (i == 30) watch.is_counting = true;  // the first second finds its feet
      poses.publish(
          {.header = {.stamp = to_message_time(unix_now())}, .pose = {.orientation = {.w = 1}}});
    }
    std::this_thread::sleep_for(50ms);
  }
  if (watch.to_frame_ms.size() < 400) return {failed(what, "poses did not arrive")};
  const double step_ms = milliseconds(scenario->step);
  return {{.what = what,
           .value = quantile(watch.to_frame_ms, 0.99),
           .unit = "ms",
           .target = starts_steps ? 2 : step_ms + 1,
           .note = fmt::format(
               "{} poses from another participant, step {:g} ms; p50 {:.2f} ms, and "
               "until twin/pose is heard p50 {:.2f}, p99 {:.2f} ms",
               watch.to_frame_ms.size(), step_ms, quantile(watch.to_frame_ms, 0.5),
               quantile(watch.to_network_ms, 0.5), quantile(watch.to_network_ms, 0.99))}};
}

// 100 twins whose robots drive circles, each seen 30 times a second.
BenchRow measure_many() {
  const std::string what = "100 twins at 30 Hz, besides physics";
  constexpr int count = 100;
  const auto empty = load_shipped("empty");
  if (!empty) return failed(what, "its scenario did not load");
  auto scenario = std::make_shared<Scenario>(robot_fleet(*empty, count));
  scenario->clock = ClockType::zero;
  for (RobotConfig& robot : scenario->robots) robot.mode = RobotMode::twin;
  Simulation simulation(scenario, {.threads = 1});
  const auto pose_at = [&](int i, double t) {
    const Vec3& start = scenario->robots[static_cast<std::size_t>(i)].world_from_robot.translation;
    return Pose2{{start.x + 0.2 * std::sin(t), start.y + 0.2 - 0.2 * std::cos(t)},
                 std::remainder(t, 2 * std::numbers::pi)};
  };
  std::vector<SimTime> next(count);
  for (int i = 0; i < count; ++i) next[static_cast<std::size_t>(i)] = i * 333us;
  const auto drive_until = [&](SimTime end) {
    while (simulation.time() < end) {
      Inputs inputs;
      for (int i = 0; i < count; ++i) {
        SimTime& due = next[static_cast<std::size_t>(i)];
        if (due > simulation.time()) continue;
        inputs.poses.push_back(
            {scenario->robots[static_cast<std::size_t>(i)].name, due, pose_at(i, seconds(due))});
        due += 33'333us;
      }
      simulation.step(std::move(inputs));
    }
  };
  drive_until(2s);
  const auto spent = [](const DurationHistogram& stage) {
    return seconds(stage.mean()) * static_cast<double>(stage.count());
  };
  const StepTimes before = simulation.times();
  const double cpu = cpu_seconds();
  drive_until(12s);
  // CPU time, because other programs may be busy too; stages have their shares of it
  const double all = (cpu_seconds() - cpu) / 10;
  const StepTimes& after = simulation.times();
  const double whole = spent(after.whole) - spent(before.whole);
  const double in_physics = all * (spent(after.physics) - spent(before.physics)) / whole;
  const double in_twins = all * (spent(after.twins) - spent(before.twins)) / whole;
  return {.what = what,
          .value = 100 * (all - in_physics),
          .unit = "% of a core",
          .target = 25,
          .note = fmt::format("poses to aims {:.1f} %, physics {:.1f} %", 100 * in_twins,
                              100 * in_physics)};
}

BenchRow measure_mixing() {
  const auto scan = [](int beams, double range) {
    PlanarScan made{
        .angle_increment_rad = 2 * std::numbers::pi / beams, .range_min_m = 0.1, .range_max_m = 10};
    Random random(1, "scan");
    for (int i = 0; i < beams; ++i)
      made.ranges_m.push_back(static_cast<float>(range + random.uniform(-1, 1)));
    return made;
  };
  const PlanarScan real = scan(360, 4), virtual_scan = scan(500, 4);
  constexpr int rounds = 2000;
  double sum = 0;  // so that nothing is left out
  const double start = cpu_seconds();
  for (int i = 0; i < rounds; ++i) sum += mixed(real, virtual_scan).ranges_m[0];
  const double each_ms = 1000 * (cpu_seconds() - start) / rounds;
  return {.what = "mixing a scan of 360 beams",
          .value = each_ms,
          .unit = "ms",
          .target = 0.1,
          .note = fmt::format("with a virtual one of 500; first beam {:.1f} m", sum / rounds)};
}

// Simulator, tracker and autonomy as far as a gate knows them, each of which can fall silent.
class Lab {
 public:
  explicit Lab(int domain) : node_("lab", {.context = dds_context(bench_network(domain))}) {
    thread_ = std::jthread([this](std::stop_token stop) { talk(stop); });
  }
  ~Lab() { thread_ = {}; }

  enum Source { simulator, tracker, autonomy };
  void silence(Source source) { is_silent_[source] = true; }
  void speak() {
    for (auto& silent : is_silent_) silent = false;
  }
  SimTime last_said(Source source) const { return last_[source]; }
  bool is_driving() const { return is_driving_; }
  SimTime stopped_at() const { return stopped_at_; }

 private:
  void talk(const std::stop_token& stop) {
    for (int i = 0; !stop.stop_requested(); ++i) {
      const SimTime now = unix_now();
      const auto stamp = to_message_time(now);
      const auto says = [&](Source source, int period) {
        if (i % period != 0 || is_silent_[source]) return false;
        last_[source] = now;
        return true;
      };
      if (says(simulator, 4)) clock_.publish({stamp});
      if (says(tracker, 17)) poses_.publish({.header = {.stamp = stamp}});
      if (says(autonomy, 25)) commands_.publish({.linear = {.x = 0.3}});
      std::this_thread::sleep_for(2ms);
    }
  }

  Node node_;
  Publisher<rosgraph_msgs::msg::Clock> clock_ =
      node_.publisher<rosgraph_msgs::msg::Clock>("/clock", qos::clock);
  Publisher<PoseStamped> poses_ = node_.publisher<PoseStamped>("/r/tracked_pose", qos::sensor);
  Publisher<TwistMessage> commands_ = node_.publisher<TwistMessage>("/r/cmd_vel");
  std::atomic<bool> is_driving_ = false;
  std::atomic<SimTime> stopped_at_{};
  Subscription motors_ = node_.subscribe<TwistMessage>("/r/hardware/cmd_vel", qos::reliable,
                                                       [this](const TwistMessage& message) {
                                                         const bool drives = message.linear.x != 0;
                                                         if (!drives && is_driving_)
                                                           stopped_at_ = unix_now();
                                                         is_driving_ = drives;
                                                       },
                                                       {.is_immediate = true});
  std::array<std::atomic<bool>, 3> is_silent_{};
  std::array<std::atomic<SimTime>, 3> last_{};
  std::jthread thread_;
};

// From the threshold after the last sign of life to zero at the motors.
BenchRow measure_gate(int domain) {
  const std::string what = "gate: loss to zero at the motors, over the threshold";
  const GateConfig thresholds{.pose_timeout = 300ms};
  const GateNode gate(
      {.robot = "r", .ns = "r", .gate = thresholds, .pose_topic = "/r/tracked_pose"},
      {.context = dds_context(bench_network(domain))});
  Lab lab(domain);
  double worst_ms = 0;
  std::string of_each;
  constexpr int rounds = 15;
  for (const auto& [source, name, threshold] :
       {std::tuple{Lab::simulator, "simulator", thresholds.simulator_timeout},
        std::tuple{Lab::tracker, "tracker", thresholds.pose_timeout},
        std::tuple{Lab::autonomy, "autonomy", thresholds.command_timeout}}) {
    double worst_of_source_ms = 0;
    for (int i = 0; i < rounds; ++i) {
      lab.speak();
      if (!wait_until([&] { return lab.is_driving(); })) return failed(what, "it never opened");
      std::this_thread::sleep_for(std::chrono::milliseconds(20 + 7 * i));
      lab.silence(source);
      if (!wait_until([&] { return !lab.is_driving(); })) return failed(what, "it never closed");
      const double late = milliseconds(lab.stopped_at() - lab.last_said(source) - threshold);
      worst_of_source_ms = std::max(worst_of_source_ms, late);
    }
    of_each += fmt::format("{}{} {:.1f} ms", of_each.empty() ? "" : ", ", name, worst_of_source_ms);
    worst_ms = std::max(worst_ms, worst_of_source_ms);
  }
  return {.what = what,
          .value = worst_ms,
          .unit = "ms",
          .target = 20,
          .note = fmt::format("worst of {} each: {}", rounds, of_each)};
}

// `tandem run office --mode twin` as anybody starts it: simulator, gate and stand-in robot as
// processes, while an autonomy drives the robot in circles and looks at the mixed scan.
std::vector<BenchRow> measure_everything(int domain) {
  const std::string what = "run office --mode twin: real-time factor";
  constexpr int lasts_s = 15;
  Node autonomy("autonomy", {.context = dds_context(bench_network(domain))});
  auto commands = autonomy.publisher<TwistMessage>("/emaros/cmd_vel");
  std::atomic<int> scans = 0, driven = 0;
  const Subscription scan = autonomy.subscribe<sensor_msgs::msg::LaserScan>(
      "/emaros/mixed/scan", qos::sensor, [&](const auto&) { ++scans; });
  const Subscription motors = autonomy.subscribe<TwistMessage>(
      "/emaros/hardware/cmd_vel", qos::reliable,
      [&](const TwistMessage& message) { driven += message.linear.x != 0; });
  const std::jthread drives([&](std::stop_token stop) {
    while (!stop.stop_requested()) {
      commands.publish({.linear = {.x = 0.2}, .angular = {.z = 0.5}});
      std::this_thread::sleep_for(50ms);
    }
  });
  const ChildRun run =
      run_tandem("office", fmt::format("{}s", lasts_s),
                 {.ros_domain = domain,
                  .speed = {},
                  .more_arguments = {"--mode", "twin", "--set", "robots.emaros.model=emaros",
                                     "--set", "robots.emaros.sensors.lidar.reality=mixed"}});
  if (!run.is_ok) return {failed(what, "the run failed")};
  if (scans < 5 * lasts_s || driven < 10 * lasts_s)
    return {failed(what, fmt::format("{} mixed scans and {} commands at the motors arrived",
                                     scans.load(), driven.load()))};
  return {{.what = what,
           .value = run.real_time_factor,
           .unit = "",
           .target = 0.99,
           .is_smaller_better = false,
           .note = fmt::format("simulator, gate and stand-in for {} s; {} mixed scans, {} commands "
                               "at the motors",
                               lasts_s, scans.load(), driven.load())},
          {.what = "the same: CPU of all its processes",
           .value = 100 * run.cpu_s / lasts_s,
           .unit = "% of a core",
           .target = {},
           .note = "from start to end"}};
}

}  // namespace

std::vector<BenchRow> bench_twin() {
  const int domain = testing_dds::own_domain();  // tests on this machine stay out of it
  std::vector<BenchRow> rows = measure_latency(false, domain);
  std::ranges::move(measure_latency(true, domain), std::back_inserter(rows));
  rows.push_back(measure_many());
  rows.push_back(measure_mixing());
  rows.push_back(measure_gate(domain));
  std::ranges::move(measure_everything(domain), std::back_inserter(rows));
  return rows;
}

}  // namespace tandem
