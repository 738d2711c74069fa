// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#include "simulation/run_control.h"

#include <gtest/gtest.h>

#include <atomic>
#include <functional>
#include <mutex>
#include <thread>

namespace tandem {
namespace {

using Kind = RunControl::Turn::Kind;

// Takes turns as a loop does, and makes no step.
struct Loop {
  explicit Loop(RunControl& control)
      : thread([this, &control](std::stop_token stop) {
          for (;;) {
            control.tell_listeners();
            const Kind kind = control.wait_for_turn(stop).kind;
            if (kind == Kind::stop) break;
            if (kind == Kind::edit) {
              ++edits;
              continue;
            }
            ++steps;
            control.report_step(1);
          }
          control.end_run();
        }) {}

  std::atomic<int> steps = 0, edits = 0;
  std::jthread thread;
};

// Everything a listener was told, to be read when it is over.
struct Notes {
  StepListener listener() {
    return [this](const StepProgress& progress) {
      const std::lock_guard lock(mutex);
      told.push_back(progress);
      if (progress.state != StepProgress::State::running) is_over = true;
    };
  }
  StepProgress wait_for_end() {
    while (!is_over) std::this_thread::yield();
    const std::lock_guard lock(mutex);
    return told.back();
  }
  std::mutex mutex;
  std::vector<StepProgress> told;
  std::atomic<bool> is_over = false;
};

TEST(RunControl, StepsAreMadeOneByOneWhilePausedAndTold) {
  RunControl control;
  control.pause();
  Notes notes, more;
  const Result<Ticket> ticket = control.step(3, notes.listener());
  ASSERT_TRUE(ticket);
  ASSERT_TRUE(control.step(2, more.listener()));
  EXPECT_EQ(control.status().steps_remaining, 5u);
  {
    Loop loop(control);
    EXPECT_EQ(more.wait_for_end().completed, 2u);
    EXPECT_EQ(loop.steps, 5);
  }  // a stopped loop leaves the wait although it is still paused
  const StepProgress last = notes.wait_for_end();
  EXPECT_EQ(last.state, StepProgress::State::done);
  EXPECT_EQ(last.ticket, *ticket);
  ASSERT_EQ(notes.told.size(), 3u);
  EXPECT_EQ(notes.told[0].completed, 1u);
  EXPECT_EQ(notes.told[0].remaining, 2u);
  EXPECT_EQ(notes.told[0].state, StepProgress::State::running);
}

TEST(RunControl, StepsThatCannotBeMadeAreRefusedWithASentence) {
  RunControl control;
  EXPECT_EQ(control.step(1).error(), "the simulation is running; pause it to step it");
  control.pause();
  EXPECT_EQ(control.step(0).error(), "there is nothing to step: the number of steps is 0");
  control.quit();
  EXPECT_EQ(control.step(1).error(), "the run has ended");
}

TEST(RunControl, WaitingStepsAreCancelledByACallAPauseAResumeAnotherWorldAndTheEnd) {
  for (const auto& [reason, act] :
       std::vector<std::pair<std::string, std::function<void(RunControl&, Ticket)>>>{
           {"it was cancelled", [](RunControl&c, Ticket t) { c.cancel(t); }},
           {"the simulation was paused", [](RunControl&c, Ticket) { c.pause(); }},
           {"the simulation was resumed", [](RunControl&c, Ticket) { c.resume(); }},
           {"another world was loaded", [](RunControl&c, Ticket) { c.begin_world(false); }},
           {"the run has ended", [](RunControl&c, Ticket) { c.end_run(); }}}) {
    RunControl control;
    control.pause();
    Notes notes;
    const Result<Ticket> ticket = control.step(1'000'000, notes.listener());
    act(control, *ticket);
    control.tell_listeners();
    const StepProgress last = notes.wait_for_end();
    EXPECT_EQ(last.state, StepProgress::State::cancelled);
    EXPECT_EQ(last.reason, reason);
    EXPECT_EQ(last.remaining, 1'000'000u);
    EXPECT_EQ(control.status().steps_remaining, 0u);
  }
}

TEST(RunControl, ANudgeGivesAPausedLoopATurnToEdit) {
  RunControl control;
  control.pause();
  Loop loop(control);
  control.nudge();
  while (loop.edits < 1) std::this_thread::yield();
  EXPECT_EQ(loop.steps, 0);
}

TEST(RunControl, QuittingEndsTheLoop) {
  RunControl control;
  control.pause();
  Loop loop(control);
  control.quit();
  loop.thread.join();
  EXPECT_TRUE(control.status().is_quitting);
}

TEST(RunControl, ANewSpeedReachesTheLoopOnce) {
  RunControl control;
  EXPECT_TRUE(control.set_speed(3));
  const RunControl::Turn first = control.wait_for_turn({});
  EXPECT_TRUE(first.is_restart);
  EXPECT_EQ(first.speed, 3);
  EXPECT_FALSE(control.wait_for_turn({}).is_restart);
}

TEST(RunControl, AWorldOnTheWallClockRunsAtItsSpeedAndNoOther) {
  RunControl control;
  control.begin_run(4, false);
  EXPECT_EQ(control.status().speed, 4);
  control.begin_world(true);
  EXPECT_EQ(control.status().speed, 1);
  EXPECT_FALSE(control.set_speed(2));
  EXPECT_TRUE(control.set_speed(1));
  control.begin_world(false);
  EXPECT_TRUE(control.set_speed(2));
}

TEST(RunControl, OnlyARecordingCanJumpAndTheNewestJumpCounts) {
  RunControl control;
  EXPECT_EQ(control.jump({.time = 1s})->message,
            "time does not go back here: only a replay can jump");
  control.allow_jumps({10s, 20s});
  control.pause();
  Notes notes;
  ASSERT_TRUE(control.step(5, notes.listener()));
  EXPECT_FALSE(control.jump({.frames = -3}));
  EXPECT_FALSE(control.jump({.time = 12s}));
  EXPECT_FALSE(control.jump({.frames = -1}));
  EXPECT_TRUE(control.is_jump_waiting());

  const RunControl::Turn turn = control.wait_for_turn({});
  EXPECT_EQ(turn.kind, Kind::jump);
  EXPECT_EQ(turn.jump.time, SimTime(12s));
  EXPECT_EQ(turn.jump.frames, -1);
  EXPECT_FALSE(control.is_jump_waiting());
  control.tell_listeners();
  EXPECT_EQ(notes.wait_for_end().reason, "the replay jumped elsewhere");

  // what is beyond the recording is at its ends
  control.jump({.time = 99s});
  EXPECT_EQ(control.wait_for_turn({}).jump.time, SimTime(20s));
  control.jump({.time = 0s});
  EXPECT_EQ(control.wait_for_turn({}).jump.time, SimTime(10s));
}

TEST(RunControl, AStopEndsTheSleepAtOnce) {
  RunControl control;
  std::jthread sleeper([&](std::stop_token stop) {
    const WallTime later = std::chrono::steady_clock::now() + 1h;
    control.sleep_until(later, later, stop);
  });
  sleeper.request_stop();
  sleeper.join();
}

TEST(RunControl, AHurryEndsTheSleepButNotBeforeTheEarliest) {
  RunControl control;
  const WallTime start = std::chrono::steady_clock::now();
  control.hurry();
  control.sleep_until(start + 1h, start, {});
  control.sleep_until(start + 1h, start + 20ms, {});
  EXPECT_GE(std::chrono::steady_clock::now(), start + 20ms);

  // it is over with the next step
  control.wait_for_turn({});
  const WallTime again = std::chrono::steady_clock::now();
  control.sleep_until(again + 20ms, again, {});
  EXPECT_GE(std::chrono::steady_clock::now(), again + 20ms);
}

}  // namespace
}  // namespace tandem
