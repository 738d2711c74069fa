// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#include "simulation/world_loader.h"

#include <gtest/gtest.h>
#include <unistd.h>

#include <atomic>
#include <cstdlib>
#include <fstream>
#include <thread>

#include "simulation/load_scenario.h"
#include "simulation/test_scenarios.h"

namespace tandem {
namespace {

// Waits for what another thread does; the test fails when that takes longer than anybody would.
template <typename Condition>
void wait_until(Condition condition) {
  const auto deadline = std::chrono::steady_clock::now() + 60s;
  while (!condition()) {
    ASSERT_LT(std::chrono::steady_clock::now(), deadline);
    std::this_thread::yield();
  }
}

// The one answer that a request gets.
class Answer {
 public:
  LoadListener listener() {
    return [this](const LoadOutcome& outcome) {
      outcome_ = outcome;
      ++count_;
    };
  }
  const LoadOutcome& wait() {
    wait_until([&] { return count_ > 0; });
    return outcome_;
  }
  int count() const { return count_; }

 private:
  LoadOutcome outcome_;
  std::atomic<int> count_ = 0;
};

// Keeps the newest frame and looks at all of them.
class Watcher : public Sink {
 public:
  void publish(std::shared_ptr<const Frame> frame) override {
    if (newest_ && frame->time < newest_->time) ++jumps_back;
    if (newest_ && frame->step_count < newest_->step_count) ++jumps_back;
    if (newest_ && frame->world_generation != newest_->world_generation) {
      EXPECT_EQ(frame->world_generation, newest_->world_generation + 1);
      EXPECT_NE(frame->scenario, newest_->scenario);
      EXPECT_EQ(frame->advanced, 0ms);
      EXPECT_EQ(frame->time_in_episode, 0ms);
    }
    newest_ = frame;
    ++frames;
    const std::lock_guard lock(mutex_);
    shown_ = frame;
  }
  std::shared_ptr<const Frame> newest() const {
    const std::lock_guard lock(mutex_);
    return shown_;
  }
  std::atomic<int> frames = 0, jumps_back = 0;

 private:
  std::shared_ptr<const Frame> newest_;
  mutable std::mutex mutex_;
  std::shared_ptr<const Frame> shown_;
};

// A run on a thread of its own, as the program has it.
class Running {
 public:
  explicit Running(const std::string& scenario, bool is_paused = false)
      : Running(std::make_unique<Simulation>(shipped(scenario)), is_paused) {}
  Running(std::unique_ptr<Simulation> first, bool is_paused) : simulation(std::move(first)) {
    if (is_paused) control.pause();
    thread_ = std::jthread([this](std::stop_token stop) {
      Sink* sinks[] = {&watcher};
      report = run(simulation, inbox, sinks, control,
                   {.speed = Pacer::as_fast_as_possible, .duration = {}, .loader = &loader}, stop);
    });
  }
  void stop() {
    thread_.request_stop();
    thread_.join();
  }

  std::unique_ptr<Simulation> simulation;
  Inbox inbox;
  RunControl control;
  WorldLoader loader;
  Watcher watcher;
  RunReport report;

 private:
  std::jthread thread_;
};

TEST(WorldLoader, AnotherWorldTakesOverWhileTheRunGoesOn) {
  Running running("push");
  wait_until([&] { return running.watcher.frames > 50; });
  Answer answer;
  const Ticket ticket = running.loader.load({.scenario = "slope"}, answer.listener());
  const LoadOutcome& outcome = answer.wait();
  EXPECT_EQ(outcome.ticket, ticket);
  EXPECT_EQ(outcome.result, LoadResult::done);
  EXPECT_EQ(outcome.scenario->name, "slope");

  // its first frame was there before the answer
  EXPECT_EQ(running.watcher.newest()->scenario, outcome.scenario);
  EXPECT_EQ(running.watcher.newest()->robots[0].name, "jackal");
  EXPECT_FALSE(running.loader.is_loading());
  const auto first = running.watcher.newest();
  wait_until([&] { return running.watcher.newest()->step_count > first->step_count + 50; });
  running.stop();
  EXPECT_EQ(running.watcher.jumps_back, 0);
  EXPECT_EQ(running.report.world_changes, 1u);
  EXPECT_EQ(running.simulation->scenario().name, "slope");
  EXPECT_EQ(running.simulation->times().whole.count(), running.report.steps);
  EXPECT_EQ(running.watcher.newest()->time, running.report.simulated);
}

TEST(WorldLoader, ANewWorldRunsAsIfNothingHadBeenBefore) {
  Simulation alone(shipped("slope")), former(shipped("push")), next(shipped("slope"));
  for (int i = 0; i < 100; ++i) former.step({});
  next.continue_after(former);
  EXPECT_EQ(next.time(), former.time());
  for (int i = 0; i < 100; ++i) {
    const Frame frame = next.step({}), expected = alone.step({});
    ASSERT_EQ(frame.state_hash, expected.state_hash);
    ASSERT_EQ(frame.time, former.time() + expected.time);
  }
}

TEST(WorldLoader, AWrongWorldIsAnsweredWithAllThatIsWrongAndTheOldOneGoesOn) {
  Running running("empty");
  Answer answer, missing;
  running.loader.load({.scenario = "broken",
                       .text = "name: broken\nseed: -1\nrobots:\n  - {name: 7up, model: emaros}\n"},
                      answer.listener());
  const LoadOutcome& outcome = answer.wait();
  EXPECT_EQ(outcome.result, LoadResult::failed);
  EXPECT_EQ(outcome.scenario, nullptr);
  EXPECT_EQ(outcome.findings.error_count(), 2);
  EXPECT_EQ(outcome.findings.all()[0].place.file, "broken");
  EXPECT_EQ(outcome.findings.all()[0].place.line, 2);
  EXPECT_EQ(outcome.reason, to_string(outcome.findings.all()[0]));

  running.loader.load({.scenario = "not_there"}, missing.listener());
  EXPECT_EQ(missing.wait().result, LoadResult::failed);
  EXPECT_NE(missing.wait().reason.find("not_there"), std::string::npos);

  const int frames = running.watcher.frames;
  wait_until([&] { return running.watcher.frames > frames + 10; });
  EXPECT_EQ(running.watcher.newest()->scenario->name, "empty");
}

TEST(WorldLoader, WarningsAreErrorsForWhoWantsIt) {
  Running running("empty");
  const std::string text =
      "robots: [{name: a, model: emaros, commands: [{at: 1s, linear_mps: 90}]}]\n";
  Answer careful, easy;
  running.loader.load({.scenario = "w", .text = text, .options = {}, .refuses_warnings = true},
                      careful.listener());
  EXPECT_EQ(careful.wait().result, LoadResult::failed);
  EXPECT_NE(careful.wait().reason, "");
  running.loader.load({.scenario = "w", .text = text}, easy.listener());
  EXPECT_EQ(easy.wait().result, LoadResult::done);
}

TEST(WorldLoader, AWorldCanBeGivenAsText) {
  Running running("empty");
  Answer answer;
  running.loader.load(
      {.scenario = "hall",
       .text = "<sdf version='1.9'><world name='hall'><model name='wall'><static>true</static>"
               "<link name='l'/></model></world></sdf>"},
      answer.listener());
  ASSERT_EQ(answer.wait().result, LoadResult::done) << answer.wait().reason;
  EXPECT_NE(running.watcher.newest()->entities->find("wall"), nullptr);
}

TEST(WorldLoader, TheNewestRequestWinsAndTheOthersAreTold) {
  WorldLoader loader;
  Answer first, second, third;
  loader.load({.scenario = "push"}, first.listener());
  loader.load({.scenario = "empty"}, second.listener());
  loader.load({.scenario = "slope"}, third.listener());
  EXPECT_EQ(first.wait().result, LoadResult::superseded);
  EXPECT_EQ(second.wait().result, LoadResult::superseded);
  EXPECT_EQ(second.wait().reason, "another world was asked for in the meantime");
  EXPECT_TRUE(loader.is_loading());

  std::unique_ptr<Simulation> taken;
  wait_until([&] { return (taken = loader.take()) != nullptr; });
  EXPECT_EQ(taken->scenario().name, "slope");
  EXPECT_EQ(third.count(), 0);  // it does not run yet
  loader.installed(nullptr);
  EXPECT_EQ(third.wait().result, LoadResult::done);
  EXPECT_EQ(first.count(), 1);
}

TEST(WorldLoader, RequestsThatAreOpenAtTheEndOfTheRunAreCancelled) {
  Answer open, late;
  {
    WorldLoader loader;
    loader.load({.scenario = "push"}, open.listener());
    loader.close();
    loader.load({.scenario = "push"}, late.listener());
  }
  EXPECT_EQ(open.wait().result, LoadResult::cancelled);
  EXPECT_EQ(late.wait().result, LoadResult::cancelled);
  EXPECT_EQ(open.count(), 1);
}

TEST(WorldLoader, APausedRunChangesItsWorldAndStaysPaused) {
  Running running("empty", true);
  ASSERT_TRUE(running.control.step(3));
  wait_until([&] { return running.watcher.frames == 1 + 3; });
  Answer answer;
  running.loader.load({.scenario = "push"}, answer.listener());
  EXPECT_EQ(answer.wait().result, LoadResult::done);
  const auto frame = running.watcher.newest();
  EXPECT_EQ(frame->scenario->name, "push");
  EXPECT_EQ(frame->time, 24ms);
  EXPECT_EQ(frame->step_count, 3u);
  EXPECT_TRUE(running.control.status().is_paused);
  EXPECT_EQ(running.watcher.frames, 1 + 3 + 1);
}

TEST(WorldLoader, CommandsForTheOldWorldAreNotObeyedInTheNewOne) {
  Running running("empty", true);
  running.inbox.commands.put({"emaros", {.linear = 0.5}});
  Answer answer;
  running.loader.load({.scenario = "empty"}, answer.listener());
  answer.wait();
  ASSERT_TRUE(running.control.step(1));
  wait_until([&] { return running.watcher.newest()->step_count == 1; });
  EXPECT_EQ(running.watcher.newest()->robots[0].command.linear, 0);
}

// The time of a paused run after another world with this clock has taken over.
SimTime load_with_clock(Running& running, const std::string& clock,
                        LoadOutcome* outcome = nullptr) {
  Answer answer;
  running.loader.load(
      {.scenario = "empty", .text = {}, .options = {.overrides = {{"clock", clock}}}},
      answer.listener());
  EXPECT_EQ(answer.wait().result, LoadResult::done);
  if (outcome) *outcome = answer.wait();
  return running.watcher.newest()->time;
}

TEST(WorldLoader, TheClockOfARunThatBeganAtZeroDoesNotLeapToTheWalls) {
  Running running("empty", true);
  ASSERT_TRUE(running.control.step(3));
  wait_until([&] { return running.watcher.frames == 1 + 3; });
  LoadOutcome outcome;
  EXPECT_EQ(load_with_clock(running, "wall", &outcome), 24ms);
  ASSERT_EQ(outcome.findings.warning_count(), 1);
  EXPECT_NE(outcome.findings.all()[0].message.find("keeps its clock"), std::string::npos);
  // real robots may be in it
  EXPECT_FALSE(running.control.set_speed(5));

  EXPECT_EQ(load_with_clock(running, "zero", &outcome), 24ms);
  EXPECT_EQ(outcome.findings.warning_count(), 0);
  EXPECT_TRUE(running.control.set_speed(5));
}

TEST(WorldLoader, WhoWantsTheWallsClockOrNothingGetsNothingInARunThatBeganAtZero) {
  Running running("empty", true);
  wait_until([&] { return running.watcher.frames == 1; });  // before it there is no clock to keep
  Answer answer;
  running.loader.load({.scenario = "empty",
                       .text = {},
                       .options = {.overrides = {{"clock", "wall"}}},
                       .refuses_warnings = true},
                      answer.listener());
  EXPECT_EQ(answer.wait().result, LoadResult::failed);
  EXPECT_NE(answer.wait().reason.find("keeps its clock"), std::string::npos);
}

TEST(WorldLoader, ARunWithTheWallsClockKeepsIt) {
  Findings findings;
  const auto scenario =
      load_checked_scenario("empty", {.overrides = {{"clock", "wall"}}}, findings);
  ASSERT_NE(scenario, nullptr);
  const SimTime start = start_time(*scenario);
  Running running(std::make_unique<Simulation>(scenario, SimulationOptions{.start_time = start}),
                  true);
  LoadOutcome outcome;
  EXPECT_EQ(load_with_clock(running, "zero", &outcome), start);
  EXPECT_EQ(outcome.findings.warning_count(), 0);
  EXPECT_FALSE(running.control.set_speed(5));
  EXPECT_EQ(load_with_clock(running, "wall", &outcome), start);
  EXPECT_EQ(outcome.findings.warning_count(), 0);
}

double memory_mb() {
  std::ifstream statm("/proc/self/statm");
  long size = 0, resident = 0;
  statm >> size >> resident;
  return static_cast<double>(resident) * static_cast<double>(sysconf(_SC_PAGESIZE)) / 1e6;
}

// TANDEM_SOAK_SWITCHES=1000 for the long one.
TEST(WorldLoader, ManySwitchesAndResetsLeaveNothingBehind) {
  const char* soak = std::getenv("TANDEM_SOAK_SWITCHES");
  const int switches = soak ? std::atoi(soak) : 36;
  const int warm_up = switches / 3;
  const char* const names[] = {"push", "slope", "empty"};
  Running running("empty");
  std::vector<std::weak_ptr<const Scenario>> scenarios;
  double memory = 0;
  for (int i = 0; i < switches; ++i) {
    Answer answer;
    running.loader.load({.scenario = names[i % 3]}, answer.listener());
    ASSERT_EQ(answer.wait().result, LoadResult::done);
    scenarios.push_back(answer.wait().scenario);
    const auto first = running.watcher.newest();
    running.inbox.edits.put({Reset{}});
    wait_until([&] { return running.watcher.newest()->episode_count > first->episode_count; });
    if (i == warm_up) memory = memory_mb();
  }
  // the thread that builds worlds takes the old ones down, after its answer
  for (int i = 0; i + 1 < switches; ++i)
    wait_until([&] { return scenarios[static_cast<std::size_t>(i)].expired(); });
  if (soak) {
    EXPECT_LT(memory_mb() - memory, 20) << "MB more than after " << warm_up << " switches";
  }
  running.stop();
  EXPECT_EQ(running.report.world_changes, static_cast<std::uint64_t>(switches));
  EXPECT_EQ(running.watcher.jumps_back, 0);
}

}  // namespace
}  // namespace tandem
