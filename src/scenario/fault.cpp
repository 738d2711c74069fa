// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#include "scenario/fault.h"

#include <fmt/format.h>

#include <algorithm>
#include <cassert>

#include "scenario/scenario.h"
#include "scenario/suggest.h"

namespace tandem {

namespace {

// Everywhere: a share of what passes, a time, a place.
FaultParameter share(double standard, std::string_view text) {
  return {"share", standard, 0, 1, text};
}
FaultParameter time(std::string_view name, double standard, std::string_view text) {
  return {name, standard, 0, 10, text};
}

const std::vector<FaultKindInfo>& catalogue() {
  using enum FaultKind;
  constexpr auto poses = FaultSubject::poses;
  constexpr auto wheels = FaultSubject::wheels;
  constexpr auto sensors = FaultSubject::sensors;
  static const std::vector<FaultKindInfo> kinds{
      {occlusion,
       "occlusion",
       poses,
       "the tracker does not see the robot while it is in an area of the floor",
       {{"x_m", 0, -1e6, 1e6, "middle of the area in the world"},
        {"y_m", 0, -1e6, 1e6, "middle of the area in the world"},
        {"size_x_m", 1, 0.001, 1e6, "of the area, along its own x axis"},
        {"size_y_m", 1, 0.001, 1e6, "of the area, along its own y axis"},
        {"yaw_deg", 0, -360, 360, "by which the area is turned"}}},
      {tracking_loss, "tracking_loss", poses, "the tracker does not see the robot", {}},
      {clock_skew,
       "clock_skew",
       poses,
       "the tracker's clock goes wrong: its stamps are of another time",
       {{"offset_s", 0.5, -1e6, 1e6, "that is added to its stamps"},
        {"drift_ppm", 0, -1e5, 1e5, "by which it goes fast from then on, in millionths"}}},
      {outliers,
       "outliers",
       poses,
       "some poses are elsewhere, as when a marker is mistaken for another",
       {share(0.2, "of the poses"),
        {"range_m", 2, 0, 1e6, "how far off they are at most, along x and along y"}}},
      {packet_loss,
       "packet_loss",
       poses,
       "some poses never arrive",
       {share(0.3, "of the poses, each by itself")}},
      {duplicate,
       "duplicate",
       poses,
       "some poses arrive twice",
       {share(0.5, "of the poses"), time("delay_s", 0, "from the first to the second")}},
      {latency,
       "latency",
       poses,
       "all poses arrive late",
       {time("delay_s", 0.2, "by which they are late")}},
      {jitter,
       "jitter",
       poses,
       "poses arrive late, each by a time of its own",
       {time("most_s", 0.1, "by which they are late at most")}},
      {reorder,
       "reorder",
       poses,
       "some poses are overtaken by those after them",
       {share(0.3, "of the poses"), time("delay_s", 0.1, "by which these come later")}},
      {wheel_slip,
       "wheel_slip",
       wheels,
       "wheels turn without grip: they count a way that the robot does not go",
       {{"left_share", 0.5, 0, 1, "of what the left wheels turn is lost"},
        {"right_share", 0.5, 0, 1, "of what the right wheels turn is lost"}}},
      {motor_stop, "motor_stop", wheels, "the motors brake and obey nobody", {}},
      {sensor_dropout,
       "sensor_dropout",
       sensors,
       "measurements do not come",
       {share(1, "of the measurements, each by itself")}},
      {sensor_stuck,
       "sensor_stuck",
       sensors,
       "the same measurement comes again and again, with a new stamp",
       {}},
      {sensor_garbage,
       "sensor_garbage",
       sensors,
       "numbers in measurements are nonsense: not a number, infinite, zero or anything",
       {share(0.2, "of the numbers")}},
      {process_kill,
       "process_kill",
       FaultSubject::process,
       "a program that belongs to the run is killed; it is started again when the fault ends",
       {}},
  };
  return kinds;
}

std::string of_whom(const Fault& fault) {
  if (!fault.process.empty()) return fmt::format(" of {}", fault.process);
  if (fault.sensor.empty()) return fault.robot.empty() ? "" : " of " + fault.robot;
  return fmt::format(" of {}{}{}", fault.robot, fault.robot.empty() ? "" : "/", fault.sensor);
}

}  // namespace

std::span<const FaultKindInfo> all_fault_kinds() { return catalogue(); }

const FaultKindInfo& info_of(FaultKind kind) {
  const FaultKindInfo& info = catalogue().at(static_cast<std::size_t>(kind));
  assert(info.kind == kind);
  return info;
}

std::string_view name_of(FaultSubject subject) {
  switch (subject) {
    case FaultSubject::poses:
      return "poses";
    case FaultSubject::wheels:
      return "wheels";
    case FaultSubject::sensors:
      return "sensors";
    case FaultSubject::process:
      return "process";
  }
  return "process";
}

double Fault::value(std::string_view parameter) const {
  const auto& parameters = info_of(kind).parameters;
  const auto found = std::ranges::find(parameters, parameter, &FaultParameter::name);
  assert(found != parameters.end() && values.size() == parameters.size());
  return values[static_cast<std::size_t>(found - parameters.begin())];
}

void WheelTrouble::add(const Fault& fault) {
  if (fault.kind == FaultKind::motor_stop) is_stopped = true;
  if (fault.kind != FaultKind::wheel_slip) return;
  // what one leaves the next one takes its share of
  left_slip = 1 - (1 - left_slip) * (1 - fault.value("left_share"));
  right_slip = 1 - (1 - right_slip) * (1 - fault.value("right_share"));
}

std::string to_text(const Fault& fault) {
  std::string text = std::string(name_of(fault.kind)) + of_whom(fault);
  const auto& parameters = info_of(fault.kind).parameters;
  for (std::size_t i = 0; i < parameters.size(); ++i)
    text += fmt::format(", {} {:g}", parameters[i].name, fault.values[i]);
  return text;
}

std::string why_wrong(const Fault& fault) {
  const auto& parameters = info_of(fault.kind).parameters;
  if (fault.values.size() != parameters.size())
    return fmt::format("{} has {} numbers", name_of(fault.kind), parameters.size());
  for (std::size_t i = 0; i < parameters.size(); ++i)
    if (!(fault.values[i] >= parameters[i].low && fault.values[i] <= parameters[i].high))
      return fmt::format("'{}' must be from {:g} to {:g}, is {:g}", parameters[i].name,
                         parameters[i].low, parameters[i].high, fault.values[i]);
  if (fault.delay < 0s || fault.delay > longest_fault ||
      (fault.lasts && (*fault.lasts <= 0s || *fault.lasts > longest_fault)))
    return "a fault begins and ends within 24 h";
  return {};
}

std::string why_unfit(const Fault& fault, const RobotConfig& robot) {
  const FaultSubject subject = info_of(fault.kind).subject;
  if (subject == FaultSubject::poses && robot.mode != RobotMode::twin)
    return fmt::format("'{}' is no twin, so no tracker sends poses of it; run it with --mode twin",
                       robot.name);
  if (subject == FaultSubject::wheels && robot.drive.type == DriveType::none)
    return fmt::format("'{}' has no drive, so it has no wheels", robot.name);
  if (subject != FaultSubject::sensors) return {};
  std::vector<std::string> names;
  for (const SensorDescription& sensor : robot.sensors) names.push_back(sensor.name);
  if (names.empty()) return fmt::format("'{}' has no sensors", robot.name);
  if (fault.sensor.empty() || std::ranges::count(names, fault.sensor)) return {};
  return fmt::format("'{}' has no sensor '{}'{}", robot.name, fault.sensor,
                     suggestion(fault.sensor, names));
}

}  // namespace tandem
