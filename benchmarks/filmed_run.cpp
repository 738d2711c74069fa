// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#include "filmed_run.h"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <cmath>
#include <map>
#include <mutex>
#include <numbers>
#include <optional>
#include <thread>

#include "filmed_twin.h"
#include "measure.h"
#include "messages/geometry_msgs.h"
#include "messages/nav_msgs.h"
#include "messages/time.h"
#include "middleware/dds_context.h"
#include "middleware/dds_testing.h"
#include "middleware/node.h"
#include "ros_partner.h"

namespace tandem {

namespace {

using geometry_msgs::msg::PoseStamped;
using nav_msgs::msg::Odometry;
using TwistMessage = geometry_msgs::msg::Twist;

constexpr int lasts_s = 30;
constexpr Duration settling = 2s;  // from setting out

Pose2 flat(const geometry_msgs::msg::Pose& pose) {
  const auto& q = pose.orientation;
  return {{pose.position.x, pose.position.y}, 2 * std::atan2(q.z, q.w)};
}

// An autonomy that drives figures of eight from when the gate opens, and writes down where robot
// and twin are.
class Drive {
 public:
  explicit Drive(int domain)
      : node_("autonomy", {.context = dds_context(bench_network(domain)), .starts_at_once = false}),
        truth_heard_(node_.subscribe<Odometry>("/emaros/plant/ground_truth", qos::reliable,
                                               [this](const Odometry& m) { hear_truth(m); })),
        twin_heard_(node_.subscribe<PoseStamped>("/emaros/twin/pose", qos::sensor,
                                                 [this](const PoseStamped& m) { hear_twin(m); })),
        commands_(node_.timer(50ms, [this] { command(); })) {
    node_.start();
  }
  ~Drive() {
    commands_.close();
    truth_heard_.close();
    twin_heard_.close();
  }

  // Once the run is over.
  TwinErrors errors() {
    const std::lock_guard lock(mutex_);
    TwinErrors errors;
    for (const auto& [time, twin] : twin_) {
      const auto after = truth_.lower_bound(time);
      if (after == truth_.begin() || after == truth_.end() || !set_out_ ||
          time < *set_out_ + settling)
        continue;
      const auto before = std::prev(after);
      const double share = seconds(time - before->first) / seconds(after->first - before->first);
      const Pose2 &a = before->second, &b = after->second;
      errors.add(twin, {a.translation + share * (b.translation - a.translation),
                        a.yaw + share * std::remainder(b.yaw - a.yaw, 2 * std::numbers::pi)});
    }
    return errors;
  }

 private:
  void hear_truth(const Odometry& message) {
    const std::lock_guard lock(mutex_);
    const SimTime time = to_time(message.header.stamp);
    truth_[time] = flat(message.pose.pose);
    if (!set_out_ && std::abs(message.twist.twist.linear.x) > 0.05) set_out_ = time;
  }
  void hear_twin(const PoseStamped& message) {
    const std::lock_guard lock(mutex_);
    twin_[to_time(message.header.stamp)] = flat(message.pose);
  }
  void command() {
    const SimTime now = std::chrono::system_clock::now().time_since_epoch();
    const std::lock_guard lock(mutex_);
    const Twist2 wanted = figure_eight(set_out_ ? now - *set_out_ : Duration{});
    publisher_.publish({.linear = {.x = wanted.linear}, .angular = {.z = wanted.angular}});
  }

  std::mutex mutex_;
  std::map<SimTime, Pose2> truth_, twin_;
  std::optional<SimTime> set_out_;
  Node node_;
  Publisher<TwistMessage> publisher_ = node_.publisher<TwistMessage>("/emaros/cmd_vel");
  Subscription truth_heard_, twin_heard_;
  Timer commands_;
};

}  // namespace

std::vector<BenchRow> measure_filmed_run(FilmedLight light) {
  std::string what = "run paint --mode twin --through-pixels";
  // from the middle, so that both lobes are on the floor
  std::vector<std::string> arguments{"--mode", "twin", "--through-pixels", "--set",
                                     "robots.emaros.pose={x: 0, y: 0, yaw_deg: 0}"};
  if (light == FilmedLight::live) {
    what += ", live light";
    arguments.insert(arguments.end(), {"--set", "overhead_camera={projection: {live: true}}"});
  }
  const int domain = testing_dds::own_domain();  // tests on this machine stay out of it
  Drive drive(domain);
  const ChildRun run = run_tandem("paint", fmt::format("{}s", lasts_s),
                                  {.ros_domain = domain, .speed = {}, .more_arguments = arguments});
  if (!run.is_ok) return {failed(what, "the run failed")};
  const TwinErrors errors = drive.errors();
  if (errors.position_m.size() < 50 * lasts_s)
    return {failed(
        what, fmt::format("{} poses of the twin could be compared", errors.position_m.size()))};
  const std::string note = fmt::format("{} poses in {} s, five processes, load {:.1f}",
                                       errors.position_m.size(), lasts_s, machine_load());
  constexpr double degree = std::numbers::pi / 180;
  const auto row = [&](const char* which, double value, const char* unit, double target) {
    return BenchRow{.what = fmt::format("{}: {}", what, which),
                    .value = value,
                    .unit = unit,
                    .target = target,
                    .note = note};
  };
  return {row("twin, RMS", 1e3 * root_mean_square(errors.position_m), "mm", 20),
          row("twin, p95", 1e3 * p95(errors.position_m), "mm", 20),
          row("heading, RMS", root_mean_square(errors.yaw_rad) / degree, "degrees", 2),
          row("heading, p95", p95(errors.yaw_rad) / degree, "degrees", 2),
          {.what = fmt::format("{}: real-time factor", what),
           .value = run.real_time_factor,
           .unit = "",
           .target = 0.99,
           .is_smaller_better = false,
           .note = fmt::format("CPU of all its processes {:.0f} % of a core",
                               100 * run.cpu_s / run.wall_s)}};
}

}  // namespace tandem
