// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#include "ports/ros/run_monitor.h"

#include <fmt/format.h>

#include <utility>

#include "messages/time.h"
#include "ports/ros/convert.h"
#include "ports/ros/twin_topics.h"
#include "simulation/pacer.h"

namespace tandem {

namespace {

using diagnostic_msgs::msg::DiagnosticStatus;

constexpr double enough = 0.95;  // of the speed that was asked for

double milliseconds(Duration duration) { return seconds(duration) * 1000; }

const char* state_of(const RunControl::Status& status) {
  if (!status.is_paused) return "running";
  return status.steps_remaining > 0 ? "stepping" : "paused";
}

void warn(DiagnosticStatus& status, std::string why) {
  status.level = DiagnosticStatus::WARN;
  status.message = status.message.empty() ? std::move(why) : status.message + "; " + why;
}

}  // namespace

void RunMonitor::add(const std::shared_ptr<const Frame>& frame) {
  frame_ = frame;
  if (frame->advanced > Duration{}) step_times_.add(frame->wall_time);
}

void RunMonitor::begin_report(const RunControl::Status& status, const DropCounts& drops,
                              Duration now) {
  last_ = std::exchange(current_, {status, drops, frame_ ? frame_->time : SimTime{}, now, {}});
  if (frame_) current_.drops.pictures = frame_->dropped_pictures;
  if (frame_)
    for (const RobotState& robot : frame_->robots)
      current_.refused[robot.name] = robot.refused_commands;
  reported_ = std::exchange(step_times_, {});
}

double RunMonitor::real_time_factor() const {
  if (last_.now == Duration{} || current_.now <= last_.now) return current_.status.real_time_factor;
  return seconds(current_.time - last_.time) / seconds(current_.now - last_.now);
}

tandem_msgs::msg::Stats RunMonitor::stats() const {
  return {.stamp = to_message_time(frame_->time),
          .scenario = frame_->scenario->name,
          .state = state_of(current_.status),
          .step_count = frame_->step_count,
          .episode_count = frame_->episode_count,
          .real_time_factor = real_time_factor(),
          .step_mean_ms = milliseconds(reported_.mean()),
          .step_p99_ms = milliseconds(reported_.quantile(0.99)),
          .step_max_ms = milliseconds(reported_.max()),
          .slipped = to_message_duration(current_.status.slipped),
          .entity_count = static_cast<std::uint32_t>(frame_->entities->size()),
          .robot_count = static_cast<std::uint32_t>(frame_->robots.size()),
          .contact_count = static_cast<std::uint32_t>(frame_->contacts.size()),
          .dropped_inputs = current_.drops.inputs + current_.drops.requests,
          .dropped_messages = current_.drops.frames + current_.drops.messages};
}

diagnostic_msgs::msg::DiagnosticArray RunMonitor::diagnostics() const {
  diagnostic_msgs::msg::DiagnosticArray array;
  array.header = make_header(frame_->time, "");
  array.status.push_back(run_status());
  for (const RobotState& robot : frame_->robots) {
    array.status.push_back(robot_status(robot));
    if (robot.twin) array.status.push_back(twin_status(robot.name, *robot.twin));
  }
  return array;
}

DiagnosticStatus RunMonitor::run_status() const {
  const RunControl::Status& run = current_.status;
  const double factor = real_time_factor();
  DiagnosticStatus status{.name = "tandem: simulation", .hardware_id = "tandem"};
  if (!run.is_paused && run.speed != Pacer::as_fast_as_possible && factor < enough * run.speed &&
      last_.now != Duration{})
    warn(status,
         fmt::format("slower than asked for: {:.2f} of {:g} times real time", factor, run.speed));
  if (run.slipped > last_.status.slipped)
    warn(status, fmt::format("{:.3f} s were lost", seconds(run.slipped - last_.status.slipped)));
  if (current_.drops.pictures > last_.drops.pictures)
    warn(status, fmt::format("{} pictures were not drawn: their cameras are too much for this "
                             "machine",
                             current_.drops.pictures - last_.drops.pictures));
  if (current_.drops.frames > last_.drops.frames)
    warn(status,
         fmt::format("{} frames were not published", current_.drops.frames - last_.drops.frames));
  if (current_.drops.messages > last_.drops.messages)
    warn(status, fmt::format("the network did not take {} messages",
                             current_.drops.messages - last_.drops.messages));
  if (current_.drops.inputs > last_.drops.inputs)
    warn(status,
         fmt::format("{} inputs came too fast", current_.drops.inputs - last_.drops.inputs));
  if (current_.drops.requests > last_.drops.requests)
    warn(status,
         fmt::format("{} requests came too fast", current_.drops.requests - last_.drops.requests));
  if (status.message.empty()) status.message = state_of(run);
  status.values = {
      {"scenario", frame_->scenario->name},
      {"state", state_of(run)},
      {"simulated_s", fmt::format("{:.3f}", seconds(frame_->time))},
      {"speed", run.speed == Pacer::as_fast_as_possible ? "max" : fmt::format("{:g}", run.speed)},
      {"real_time_factor", fmt::format("{:.3f}", factor)},
      {"slipped_s", fmt::format("{:.3f}", seconds(run.slipped))},
      {"step_mean_ms", fmt::format("{:.3f}", milliseconds(reported_.mean()))},
      {"step_p99_ms", fmt::format("{:.3f}", milliseconds(reported_.quantile(0.99)))},
      {"dropped_pictures", fmt::format("{}", current_.drops.pictures)},
      {"dropped_frames", fmt::format("{}", current_.drops.frames)},
      {"dropped_messages", fmt::format("{}", current_.drops.messages)},
      {"dropped_inputs", fmt::format("{}", current_.drops.inputs)},
      {"dropped_requests", fmt::format("{}", current_.drops.requests)}};
  return status;
}

DiagnosticStatus RunMonitor::robot_status(const RobotState& robot) const {
  DiagnosticStatus status{.name = "tandem: " + robot.name, .hardware_id = robot.name};
  const auto before = last_.refused.find(robot.name);
  const int refused = robot.refused_commands - (before == last_.refused.end() ? 0 : before->second);
  if (refused > 0)
    warn(status, fmt::format("{} velocity commands were no finite numbers", refused));
  if (status.message.empty()) status.message = "ok";
  status.values = {{"refused_commands", fmt::format("{}", robot.refused_commands)},
                   {"command_linear_mps", fmt::format("{:.3f}", robot.command.linear)},
                   {"command_angular_radps", fmt::format("{:.3f}", robot.command.angular)}};
  return status;
}

}  // namespace tandem
