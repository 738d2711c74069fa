// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#include "autonomy/behavior/mission_point.h"

#include <fmt/format.h>

#include <algorithm>

namespace tandem {

std::string_view to_string(MissionStatus status) {
  switch (status) {
    case MissionStatus::running:
      return "running";
    case MissionStatus::stopped:
      return "stopped";
    case MissionStatus::succeeded:
      return "succeeded";
    case MissionStatus::failed:
      return "failed";
  }
  return "unknown";
}

namespace {

MissionPoint stopped(const MissionPoint& point, const std::string& why) {
  MissionPoint next = point;
  next.status = MissionStatus::stopped;
  next.message = fmt::format("{}stopped in {}; resume goes on there", why, point.active);
  return next;
}

}  // namespace

MissionPoint begin(const StateMachine& machine, SimTime now) {
  return {.active = *machine.entry(), .since = now};
}

MissionPoint after(const StateMachine& machine, const std::vector<std::string>& successes,
                   const MissionPoint& point, const Ending& ending, SimTime now) {
  const Following following = machine.next(point.active, ending.outcome);
  MissionPoint next = point;
  next.message = ending.message;
  if (following.is_over && following.name == preempted) {
    next = stopped(point, fmt::format("{}; ", ending.message));
    next.outcome = following.name;
    return next;
  }
  if (following.is_over) {
    const bool is_success = std::ranges::find(successes, following.name) != successes.end();
    next.status = is_success ? MissionStatus::succeeded : MissionStatus::failed;
    next.outcome = following.name;
    return next;
  }
  next.active = *machine.entry(following.name);
  next.since = now;
  next.outcome = ending.outcome;
  return next;
}

Result<MissionPoint> stop(const MissionPoint& point) {
  if (!point.is_running())
    return Error{fmt::format("it is not running: it has {}", to_string(point.status))};
  return stopped(point, "");
}

Result<MissionPoint> resume(const MissionPoint& point, SimTime now) {
  if (point.is_running()) return Error{"it is running"};
  if (point.status == MissionStatus::succeeded) return Error{"it is done; restart begins it again"};
  return MissionPoint{.active = point.active, .since = now, .outcome = point.outcome};
}

Result<MissionPoint> restart(const StateMachine& machine, std::string_view path, SimTime now) {
  const Result<std::string> entry = machine.entry(path);
  if (!entry) return Error{entry.error()};
  return MissionPoint{.active = *entry, .since = now};
}

}  // namespace tandem
