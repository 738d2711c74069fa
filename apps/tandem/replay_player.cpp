// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#include "replay_player.h"

#include <algorithm>
#include <chrono>
#include <utility>

#include "command.h"
#include "simulation/pacer.h"

namespace tandem {

namespace {

using Clock = std::chrono::steady_clock;
using Kind = RunControl::Turn::Kind;

}  // namespace

PlayerReport play(ReplayTape& tape, std::shared_ptr<const Frame> first,
                  std::span<Sink* const> sinks, Sink& events, Inbox& inbox, RunControl& control,
                  const PlayerOptions& options, const std::stop_token& stop) {
  PlayerReport report;
  const SimTime begin = first->time;
  const auto start = Clock::now();
  std::optional<std::uint64_t> newest;  // that was shown
  const auto show = [&](const std::shared_ptr<const Frame>& frame) {
    for (Sink* sink : sinks) sink->publish(frame);
    if (!newest || tape.shown() > *newest) {
      newest = tape.shown();
      events.publish(frame);  // who goes back does not read everything twice
      report.simulated = frame->time - begin;
    }
    report.state_hash = frame->state_hash;
    control.report_time(frame->time);
  };
  control.begin_run(options.speed, false);
  Pacer pacer(options.speed, 100ms, start);
  show(first);

  bool is_at_end = false;
  while (!is_at_end || options.is_watched) {
    if (is_at_end) {
      control.pause();
      is_at_end = false;
    }
    control.tell_listeners();
    const RunControl::Turn turn = control.wait_for_turn(stop);
    if (turn.kind == Kind::stop) break;
    if (turn.is_restart) pacer.restart(turn.speed, Clock::now());
    inbox.take();
    if (turn.kind == Kind::edit) continue;

    std::shared_ptr<const Frame> frame;
    if (turn.kind == Kind::jump) {
      frame = value_or_fail(tape.go(turn.jump, [&] {
        return stop.stop_requested() || control.status().is_quitting || control.is_jump_waiting();
      }));
      if (!frame) continue;
      for (const auto& before : tape.lead_in())
        for (Sink* sink : sinks) sink->publish(before);
      show(frame);
      pacer.restart(control.status().speed, Clock::now());
      continue;
    }
    const bool is_over =
        options.until && report.simulated >= *options.until && tape.shown() == *newest;
    if (!is_over) frame = value_or_fail(tape.next());
    is_at_end = !frame;
    if (!frame) continue;
    show(frame);
    if (tape.difference() && options.stops_at_a_difference && !tape.is_searching()) break;
    const WallTime next = pacer.next_start(frame->advanced, Clock::now());
    control.report_step(pacer.real_time_factor(), pacer.slipped());
    if (pacer.speed() != Pacer::as_fast_as_possible) control.sleep_until(next, next, stop);
  }
  control.end_run();
  report.wall = Clock::now() - start;
  return report;
}

}  // namespace tandem
