// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#include "simulation/run_control.h"

#include <gtest/gtest.h>

#include <atomic>
#include <thread>

namespace tandem {
namespace {

TEST(RunControl, SingleStepsAreGivenOneByOneWhilePaused) {
  RunControl control;
  control.pause();
  control.step_once();
  control.step_once();

  std::atomic<int> steps = 0;
  {
    std::jthread loop([&](std::stop_token stop) {
      while (control.wait_for_permission(stop).may_step) ++steps;
    });
    while (steps < 2) std::this_thread::yield();
  }  // a stopped loop leaves the wait although it is still paused
  EXPECT_EQ(steps, 2);
}

TEST(RunControl, StepOnceMeansNothingWhileRunning) {
  RunControl control;
  control.step_once();
  control.pause();
  std::stop_source stop;
  stop.request_stop();
  EXPECT_FALSE(control.wait_for_permission(stop.get_token()).may_step);
}

TEST(RunControl, ANewSpeedReachesTheLoopOnce) {
  RunControl control;
  control.set_speed(3);
  const RunControl::Permission first = control.wait_for_permission({});
  EXPECT_TRUE(first.is_restart);
  EXPECT_EQ(first.speed, 3);
  EXPECT_FALSE(control.wait_for_permission({}).is_restart);
}

TEST(RunControl, AStopEndsTheSleepAtOnce) {
  RunControl control;
  std::jthread sleeper([&](std::stop_token stop) {
    control.sleep_until(std::chrono::steady_clock::now() + 1h, stop);
  });
  sleeper.request_stop();
  sleeper.join();
}

}  // namespace
}  // namespace tandem
