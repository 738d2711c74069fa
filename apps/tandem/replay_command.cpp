// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <memory>
#include <optional>

#include "bag/bag_commands.h"
#include "base/log.h"
#include "commands.h"
#include "counted.h"
#include "keyboard.h"
#include "ports/record/replay_tape.h"
#include "ports/ros/ros_checks.h"
#include "projector_options.h"
#include "replay_player.h"
#include "run_keys.h"
#include "run_web.h"
#include "simulation/world_loader.h"
#include "stop_signals.h"

namespace tandem {

namespace {

struct ReplayArguments {
  std::string file;
  std::string scenario;
  std::optional<std::string> until;
  std::optional<std::string> speed;
  bool is_check = false;
  bool prints_hash = false;
  bool has_page = false;
  bool is_paused = false;
  WebChoice web;
  ProjectorChoice projectors;

  bool is_watched() const {
    return has_page || projectors.is_on || !projectors.calibrations.empty();
  }
};

// Who watches, on a screen or by keys, may want to see something again; tests do not.
bool may_go_back(const ReplayArguments& arguments) {
  return arguments.is_watched() || (!arguments.is_check && isatty(STDIN_FILENO) != 0);
}

// People watch in real time, tests do not.
double speed_of(const ReplayArguments& arguments) {
  return parse_speed(arguments.speed.value_or(arguments.is_watched() ? "1" : "max"));
}

std::optional<Duration> until_of(const ReplayArguments& arguments) {
  if (!arguments.until) return std::nullopt;
  const std::optional<Duration> until = parse_duration(*arguments.until);
  if (!until || *until < Duration{})
    reject(fmt::format("--until takes a time with its unit such as 30s or 8ms; not '{}'",
                       *arguments.until));
  return until;
}

std::string sentence_of(const ReplayDifference& difference) {
  std::string text = fmt::format("frame {} at {:.3f} s is not as it was recorded", difference.frame,
                                 seconds(difference.time));
  if (difference.is_time) text += ": its time is another";
  if (!difference.names.empty())
    text += fmt::format("; by {:.3f} s these differ: {}", seconds(difference.names_time),
                        fmt::join(difference.names, ", "));
  return text;
}

constexpr Duration leap = 5s;

void obey_key(char key, RunControl& control, StopSignals& signals) {
  if (obey_run_key(key, control, signals)) return;
  const RunControl::Status status = control.status();
  if (!status.recorded) return;  // it does not go back
  const auto jump = [&](const Jump& to) {
    if (const auto error = control.jump(to)) log(LogLevel::warning, error->message);
  };
  switch (key) {
    case ',':
      if (!status.is_paused) control.pause();
      return jump({.frames = -1});
    case '[':
      return jump({.time = status.time - leap});
    case ']':
      return jump({.time = status.time + leap});
    case '0':
      return jump({.time = status.recorded->begin});
    default:
      return;
  }
}

constexpr std::string_view keys =
    "space pauses, . and , step and step back, [ and ] jump by 5 s, 0 to the start, + and - change "
    "the speed, 1 is real time, m as fast as possible, q quits";

void report_on(const ReplayTape& tape, const PlayerReport& report) {
  log(LogLevel::info,
      fmt::format("replayed {}, {:.3f} s in {:.3f} s: {:.1f} times real time",
                  counted(tape.frames(), "frame"), seconds(report.simulated), seconds(report.wall),
                  seconds(report.simulated) / std::max(1e-9, seconds(report.wall))));
}

void replay(const ReplayArguments& arguments) {
  const McapReader reader = open_bag(arguments.file);
  const std::optional<Duration> until = until_of(arguments);
  const double speed = speed_of(arguments);
  const std::optional<WebOptions> page =
      arguments.has_page ? web_options(arguments.web) : std::nullopt;
  StopSignals signals;
  const auto interest = std::make_shared<SensorInterest>();
  const bool goes_back = may_go_back(arguments);
  ReplayTape tape(
      [&] {
        return Replay::open(reader, {.scenario = arguments.scenario,
                                     .interest = interest,
                                     .checks = ros_checks(),
                                     .has_checkpoints = goes_back});
      },
      interest, {.goes_back = goes_back});
  const std::shared_ptr<const Frame> first = value_or_fail(tape.next());
  if (!first) fail("it was killed before its first frame was in the file");

  Inbox inbox;
  RunControl control;
  if (arguments.is_paused) control.pause();
  const SimTime end = value_or_fail(end_of_run(reader));
  if (goes_back)
    control.allow_jumps({first->time, until ? std::min(end, first->time + *until) : end});
  WorldLoader loader;
  const RunHandles handles{inbox, control, loader, interest, std::make_shared<EventLog>()};
  EventRecorder events(handles.events);
  const auto floors = projector_options(arguments.projectors, *first->scenario);
  const auto cameras = claim_cameras(arguments.projectors, *first->sensors, *interest);
  const std::unique_ptr<ProjectorPort> projectors = open_projectors(floors, nullptr, control);
  const std::unique_ptr<WebPort> web = open_web(arguments.web, page, handles, nullptr);
  std::vector<Sink*> sinks;
  if (projectors) sinks.push_back(projectors.get());
  if (web) sinks.push_back(web.get());
  PlayerReport report;
  {
    const Keyboard keyboard([&](char key) { obey_key(key, control, signals); });
    if (keyboard.is_active()) log(LogLevel::info, keys);
    const std::jthread status = show_status(control);
    report = play(tape, first, sinks, events, inbox, control,
                  {.speed = speed,
                   .until = until,
                   .is_watched = arguments.is_watched(),
                   .stops_at_a_difference = arguments.is_check},
                  signals.token());
  }

  report_on(tape, report);
  if (arguments.prints_hash) fmt::print("{:016x}\n", report.state_hash);
  if (!tape.difference()) {
    const SimTime wanted = until ? std::min(end, first->time + *until) : end;
    const SimTime reached = first->time + report.simulated;
    if (reached >= wanted) {
      log(LogLevel::info, "every state is as it was recorded");
      return;
    }
    const std::string sentence =
        fmt::format("it was ended: up to {:.3f} s of {:.3f} s every state is as it was recorded",
                    seconds(reached), seconds(wanted));
    if (arguments.is_check) fail(sentence);
    log(LogLevel::info, sentence);
    return;
  }
  const std::string sentence = sentence_of(*tape.difference());
  if (arguments.is_check) fail(sentence);
  log(LogLevel::warning, sentence);
}

}  // namespace

void add_replay_command(CLI::App& app) {
  CLI::App* command = app.add_subcommand("replay", "Run a recorded run again and compare");
  const auto arguments = std::make_shared<ReplayArguments>();
  command->add_option("FILE", arguments->file, "What tandem run --record wrote")->required();
  command->add_option("--until", arguments->until,
                      "Stop after this much of it in simulated time, such as 30s");
  command->add_flag("--check", arguments->is_check,
                    "End with exit code 1 where it goes another way than it was recorded");
  command->add_option("--scenario", arguments->scenario,
                      "A scenario of today in place of the recorded one");
  command->add_option("--speed", arguments->speed,
                      "1 is real time; N times that; or max, which it is unless somebody watches");
  command->add_flag("--hash", arguments->prints_hash, "Print the final state hash");
  command->add_flag("--page", arguments->has_page, "Serve the page, to watch it");
  command->add_flag("--paused", arguments->is_paused, "Wait until the page resumes it");
  add_web_options(*command, arguments->web);
  add_projector_options(*command, arguments->projectors);
  Command(*command).on_run([arguments] { replay(*arguments); });
}

}  // namespace tandem
