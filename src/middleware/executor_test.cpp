// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#include "middleware/executor.h"

#include <gmock/gmock.h>

#include <atomic>
#include <future>
#include <stdexcept>
#include <thread>
#include <vector>

#include "middleware/call_queue.h"

namespace tandem {

namespace {

using testing::ElementsAre;

// An executor that the test drives.
struct Driven {
  std::shared_ptr<Executor> executor = Executor::driven(0s, [] {});

  Driven() { executor->start(); }
  ~Driven() { executor->stop(); }
  void run() {
    while (executor->run_ready() || executor->run_due_timer()) {
    }
  }
  void run_at(SimTime time) {
    executor->set_simulated_time(time);
    run();
  }
};

// One with a thread, which the test's end stops.
struct Threaded {
  std::shared_ptr<Executor> executor = Executor::with_thread();

  Threaded() { executor->start(); }
  ~Threaded() { executor->stop(); }
};

}  // namespace

TEST(Executor, RunsWhatWasPutInTheOrderOfPutting) {
  Driven driven;
  CallQueue a(driven.executor, 10);
  CallQueue b(driven.executor, 10);
  std::vector<int> ran;
  a.put([&] { ran.push_back(1); });
  b.put([&] { ran.push_back(2); });
  a.put([&] { ran.push_back(3); });
  EXPECT_THAT(ran, ElementsAre());
  driven.run();
  EXPECT_THAT(ran, ElementsAre(1, 2, 3));
}

TEST(Executor, AFullQueueDropsTheOldestAndCounts) {
  Driven driven;
  CallQueue queue(driven.executor, 2);
  std::vector<int> ran;
  for (int i = 1; i <= 5; ++i) queue.put([&ran, i] { ran.push_back(i); });
  driven.run();
  EXPECT_THAT(ran, ElementsAre(4, 5));
  EXPECT_EQ(queue.dropped(), 3u);
}

TEST(Executor, AClosedQueueRunsNothing) {
  Driven driven;
  std::vector<int> ran;
  auto kept = std::make_shared<int>(1);
  CallQueue queue(driven.executor, 10);
  queue.put([&ran, kept] { ran.push_back(1); });
  queue.start_timer(Executor::Clock::node, 1ms, 1ms, [&ran, kept] { ran.push_back(2); });
  queue.close();
  queue.put([&] { ran.push_back(3); });
  driven.run_at(1s);
  EXPECT_THAT(ran, ElementsAre());
  EXPECT_EQ(kept.use_count(), 1);
}

TEST(Executor, AQueueMayCloseInsideOfItsCall) {
  Driven driven;
  CallQueue queue(driven.executor, 10);
  std::vector<int> ran;
  queue.put([&] {
    queue.close();
    ran.push_back(1);
  });
  queue.put([&] { ran.push_back(2); });
  driven.run();
  EXPECT_THAT(ran, ElementsAre(1));
}

TEST(Executor, TimersRunInTheOrderOfTheirTimes) {
  Driven driven;
  CallQueue queue(driven.executor, 1);
  std::vector<std::string> ran;
  queue.start_timer(Executor::Clock::node, 20ms, 20ms, [&] { ran.push_back("b"); });
  queue.start_timer(Executor::Clock::node, 10ms, 10ms, [&] { ran.push_back("a"); });
  queue.start_timer(Executor::Clock::steady, 15ms, 0ms, [&] { ran.push_back("once"); });
  driven.run_at(9ms);
  EXPECT_THAT(ran, ElementsAre());
  driven.run_at(20ms);
  EXPECT_THAT(ran, ElementsAre("a", "once", "b"));
  driven.run_at(40ms);  // a was due at 30 and 40
  EXPECT_THAT(ran, ElementsAre("a", "once", "b", "a", "b"));
}

TEST(Executor, ATimerKeepsItsRhythmWhenPeriodsAreLeftOut) {
  Driven driven;
  CallQueue queue(driven.executor, 1);
  int ran = 0;
  queue.start_timer(Executor::Clock::node, 10ms, 10ms, [&] { ++ran; });
  driven.run_at(55ms);
  EXPECT_EQ(ran, 1);
  EXPECT_EQ(driven.executor->next_timer(), 60ms);
}

TEST(Executor, WhenTimeGoesBackTimersWaitTheRestOrAPeriod) {
  Driven driven;
  CallQueue queue(driven.executor, 1);
  std::vector<std::string> ran;
  driven.run_at(100s);
  queue.start_timer(Executor::Clock::node, 10ms, 10ms, [&] { ran.push_back("period"); });
  queue.start_timer(Executor::Clock::steady, 50ms, 0ms, [&] { ran.push_back("limit"); });
  driven.run_at(5s);
  EXPECT_EQ(driven.executor->next_timer(), 5s + 10ms);
  driven.run_at(5s + 49ms);
  EXPECT_THAT(ran, ElementsAre("period"));
  driven.run_at(5s + 50ms);
  EXPECT_THAT(ran, ElementsAre("period", "period", "limit"));
}

TEST(Executor, WhatACallThrowsIsReported) {
  Driven driven;
  CallQueue queue(driven.executor, 10);
  std::vector<std::string> reports;
  driven.executor->on_exception([&](const std::string& what) { reports.push_back(what); });
  queue.put([] { throw std::runtime_error("first"); });
  queue.put([] { throw 2; });
  queue.start_timer(Executor::Clock::node, 1ms, 0ms, [] { throw std::runtime_error("third"); });
  driven.run_at(1ms);
  EXPECT_THAT(reports, ElementsAre("first", "something that is no std::exception", "third"));
}

TEST(Executor, ItsThreadRunsCallsOneAfterTheOther) {
  Threaded threaded;
  CallQueue queue(threaded.executor, 100'000);
  int unguarded = 0;  // the thread sanitizer would tell
  std::promise<void> done;
  {
    std::vector<std::jthread> threads;
    for (int i = 0; i < 4; ++i)
      threads.emplace_back([&] {
        for (int k = 0; k < 1000; ++k) queue.put([&] { ++unguarded; });
      });
  }
  queue.put([&] { done.set_value(); });
  done.get_future().wait();
  EXPECT_EQ(unguarded, 4000);
}

TEST(Executor, ItsThreadRunsTimersWithoutBeingAsked) {
  Threaded threaded;
  CallQueue queue(threaded.executor, 1);
  std::promise<void> done;
  std::atomic<int> ran = 0;
  queue.start_timer(Executor::Clock::node, 1ms, 1ms, [&] {
    if (++ran == 5) done.set_value();
  });
  done.get_future().wait();
}

TEST(Executor, WhoWasKeptFromRunningHearsWhatCameBeforeItsTimers) {
  int heard = 0;
  std::promise<int> heard_before_timer;
  std::promise<void> is_held, is_released;
  Threaded threaded;
  threaded.executor->use_simulated_time(true);
  threaded.executor->set_simulated_time(1s);
  CallQueue queue(threaded.executor, 100);
  queue.start_timer(Executor::Clock::node, 100ms, 0ms,
                    [&] { heard_before_timer.set_value(heard); });
  queue.put([&] {
    is_held.set_value();
    is_released.get_future().wait();
  });
  is_held.get_future().wait();
  for (int i = 0; i < 50; ++i) queue.put([&] { ++heard; });
  threaded.executor->set_simulated_time(2s);
  is_released.set_value();
  EXPECT_EQ(heard_before_timer.get_future().get(), 50);
}

TEST(Executor, ClosingWaitsForTheCallThatRuns) {
  Threaded threaded;
  CallQueue queue(threaded.executor, 1);
  for (int round = 0; round < 100; ++round) {
    auto alive = std::make_unique<int>(round);
    std::promise<void> begun;
    CallQueue own(threaded.executor, 10);
    own.put([&] {
      begun.set_value();
      for (int i = 0; i < 1000; ++i) EXPECT_EQ(*alive, round);
    });
    own.put([&] { EXPECT_EQ(*alive, round); });
    begun.get_future().wait();
    own.close();
    alive.reset();
  }
}

TEST(Executor, StoppingInsideOfACallLetsTheCallFinish) {
  std::promise<int> result;
  auto executor = Executor::with_thread();
  executor->start();
  auto queue = std::make_shared<CallQueue>(executor, 10);
  queue->put([&result, executor, kept = std::make_shared<int>(7)] {
    executor->stop();
    result.set_value(*kept);
  });
  EXPECT_EQ(result.get_future().get(), 7);
}

TEST(Executor, NothingRunsAfterItStopped) {
  auto executor = Executor::with_thread();
  executor->start();
  CallQueue queue(executor, 10);
  executor->stop();
  queue.put([] { ADD_FAILURE(); });
  queue.start_timer(Executor::Clock::steady, 0ms, 1ms, [] { ADD_FAILURE(); });
  EXPECT_FALSE(executor->run_ready());
  EXPECT_FALSE(executor->run_due_timer());
}

}  // namespace tandem
