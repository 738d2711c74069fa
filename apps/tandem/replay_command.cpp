// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <memory>
#include <optional>

#include "bag/bag_commands.h"
#include "base/log.h"
#include "commands.h"
#include "counted.h"
#include "loading.h"
#include "ports/record/replay.h"
#include "ports/ros/ros_checks.h"
#include "run_web.h"
#include "simulation/world_loader.h"
#include "stop_signals.h"

namespace tandem {

namespace {

using Clock = std::chrono::steady_clock;

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
};

double speed_of(const ReplayArguments& arguments) {
  // people watch in real time, tests do not
  const std::string text = arguments.speed.value_or(arguments.has_page ? "1" : "max");
  if (text == "max") return Pacer::as_fast_as_possible;
  try {
    std::size_t used = 0;
    const double speed = std::stod(text, &used);
    if (used == text.size() && speed >= 0.001 && speed <= 1000) return speed;
  } catch (const std::exception&) {
  }
  reject(fmt::format("--speed takes a number from 0.001 to 1000, or max; not '{}'", text));
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

// How a replay went.
struct Outcome {
  SimTime begin{};
  SimTime end{};
  Duration wall{};
  std::uint64_t state_hash = 0;
};

// Frames out, as fast as people want them. What they ask of the world is not done: it is over.
Outcome play(Replay& replay, const ReplayArguments& arguments, std::span<Sink* const> sinks,
             Inbox& inbox, RunControl& control, const std::stop_token& stop) {
  Outcome outcome;
  const std::optional<Duration> until = until_of(arguments);
  const auto start = Clock::now();
  const double speed = speed_of(arguments);
  control.begin_run(speed, false);
  Pacer pacer(speed, 100ms, start);
  bool is_first = true;
  while (true) {
    control.tell_listeners();
    const RunControl::Turn turn = control.wait_for_turn(stop);
    if (turn.kind == RunControl::Turn::Kind::stop) break;
    if (turn.is_restart) pacer.restart(turn.speed, Clock::now());
    inbox.take();
    if (turn.kind == RunControl::Turn::Kind::edit && !is_first) continue;

    std::optional<Frame> made = value_or_fail(replay.next());
    if (!made) break;
    if (is_first) outcome.begin = made->time;
    is_first = false;
    outcome.end = made->time;
    outcome.state_hash = made->state_hash;
    made->journey.published = Clock::now();
    const auto frame = std::make_shared<const Frame>(std::move(*made));
    for (Sink* sink : sinks) sink->publish(frame);
    control.report_time(frame->time);
    if (replay.difference() && arguments.is_check && !replay.is_searching()) break;
    if (until && frame->time - outcome.begin >= *until) break;
    const WallTime next = pacer.next_start(frame->advanced, Clock::now());
    control.report_step(pacer.real_time_factor(), pacer.slipped());
    if (pacer.speed() != Pacer::as_fast_as_possible) control.sleep_until(next, next, stop);
  }
  control.end_run();
  outcome.wall = Clock::now() - start;
  return outcome;
}

void replay(const ReplayArguments& arguments) {
  const McapReader reader = open_bag(arguments.file);
  const std::optional<WebOptions> page =
      arguments.has_page ? web_options(arguments.web) : std::nullopt;
  StopSignals signals;
  const auto interest = std::make_shared<SensorInterest>();
  const auto replay = value_or_fail(Replay::open(
      reader, {.scenario = arguments.scenario, .interest = interest, .checks = ros_checks()}));

  Inbox inbox;
  RunControl control;
  if (arguments.is_paused) control.pause();
  WorldLoader loader;
  const RunHandles handles{inbox, control, loader, interest, std::make_shared<EventLog>()};
  EventRecorder events(handles.events);
  const std::unique_ptr<WebPort> web = open_web(arguments.web, page, handles, nullptr);
  std::vector<Sink*> sinks{&events};
  if (web) sinks.push_back(web.get());
  const Outcome outcome = play(*replay, arguments, sinks, inbox, control, signals.token());

  const double simulated = seconds(outcome.end - outcome.begin);
  log(LogLevel::info,
      fmt::format("replayed {}, {:.3f} s in {:.3f} s: {:.1f} times real time",
                  counted(replay->frames(), "frame"), simulated, seconds(outcome.wall),
                  simulated / std::max(1e-9, seconds(outcome.wall))));
  if (arguments.prints_hash) fmt::print("{:016x}\n", outcome.state_hash);
  if (!replay->difference()) {
    log(LogLevel::info, "every state is as it was recorded");
    return;
  }
  const std::string sentence = sentence_of(*replay->difference());
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
                      "1 is real time; N times that; or max, which it is unless a page is served");
  command->add_flag("--hash", arguments->prints_hash, "Print the final state hash");
  command->add_flag("--page", arguments->has_page, "Serve the page, to watch it");
  command->add_flag("--paused", arguments->is_paused, "Wait until the page resumes it");
  add_web_options(*command, arguments->web);
  Command(*command).on_run([arguments] { replay(*arguments); });
}

}  // namespace tandem
