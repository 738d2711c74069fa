// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#include "simulation/simulation.h"

#include <gtest/gtest.h>

#include <atomic>
#include <mutex>
#include <thread>

#include "simulation/test_scenarios.h"

namespace tandem {
namespace {

TEST(Simulation, TimeAdvancesByTheStep) {
  Simulation simulation(falling_balls());
  EXPECT_EQ(simulation.step({}).time, 10ms);
  const Frame frame = simulation.step({});
  EXPECT_EQ(frame.time, 20ms);
  EXPECT_EQ(frame.step_count, 2u);
}

TEST(Simulation, TimeWithoutStepsBelongsToNoEpisode) {
  Simulation simulation(falling_balls()), other(falling_balls());
  const Frame frame = simulation.step({.skipped = 3s});
  EXPECT_EQ(frame.time, 3s + 10ms);
  EXPECT_EQ(frame.time_in_episode, 10ms);
  EXPECT_EQ(frame.state_hash, other.step({}).state_hash);
}

TEST(Simulation, AFrameTellsWhereEveryBodyIsAndWhichOnesMoved) {
  Simulation simulation(falling_balls());
  Frame frame;
  for (int i = 0; i < 10; ++i) frame = simulation.step({});

  ASSERT_EQ(frame.entities->size(), 4u);
  const BodyId ball = frame.entities->at(3).bodies.front();
  // 0.1 s of free fall from 3 m; the integrator adds g dt² / 2 a step
  EXPECT_NEAR(frame.world_from_body[static_cast<std::size_t>(ball)].translation.z, 3 - 9.81 * 0.005,
              0.006);
  EXPECT_EQ(frame.moved.size(), 3u);  // the floor did not
}

TEST(Simulation, TheSameInputsGiveTheSameHashes) {
  Simulation one(falling_balls()), other(falling_balls(), {.threads = 1});
  for (int i = 0; i < 300; ++i) ASSERT_EQ(one.step({}).state_hash, other.step({}).state_hash) << i;
}

TEST(Simulation, AnotherWorldGivesAnotherHash) {
  auto lighter = falling_balls();
  lighter->world.models[1].world_from_model.translation.x += 1e-6;
  Simulation one(falling_balls()), other(lighter);
  EXPECT_NE(one.step({}).state_hash, other.step({}).state_hash);
}

TEST(Simulation, ResetRepeatsTheEpisodeBitForBitWithoutTurningTimeBack) {
  Simulation simulation(falling_balls());
  std::vector<std::uint64_t> first;
  for (int i = 0; i < 200; ++i) first.push_back(simulation.step({}).state_hash);

  Frame frame = simulation.step({.edits = {{Reset{}}}});
  EXPECT_EQ(frame.time, 2010ms);
  EXPECT_EQ(frame.time_in_episode, 10ms);
  EXPECT_EQ(frame.episode_count, 1u);
  for (std::size_t i = 0; i < first.size(); ++i) {
    ASSERT_EQ(frame.state_hash, first[i]) << i;
    frame = simulation.step({});
  }
}

TEST(Simulation, AFrameKeepsItsWorldAfterAReset) {
  Simulation simulation(falling_balls());
  for (int i = 0; i < 50; ++i) simulation.step({});
  const Frame before = simulation.step({});
  const double height = before.world_from_body[1].translation.z;
  simulation.step({.edits = {{Reset{}}}});
  EXPECT_EQ(before.world_from_body[1].translation.z, height);
}

// The floor of the falling balls, painted green in the middle at the start.
std::shared_ptr<Scenario> painted_floor() {
  auto scenario = falling_balls();
  scenario->paint = PaintConfig{.surface = "floor",
                                .area = {{}, 1, 1},
                                .pixel_m = 0.01,
                                .initial = {paint_fill(Area{{}, 0.1, 0.1}, {0, 1, 0, 1})}};
  return scenario;
}

TEST(Simulation, PaintOfAStepIsInItsFrameAndInTheHash) {
  Simulation one(painted_floor()), other(painted_floor());
  EXPECT_EQ(one.step({}).state_hash, other.step({}).state_hash);

  Inputs inputs;
  inputs.paint = {paint_stroke({{0.3, 0.3}}, 0.05, {1, 0, 0, 1}),
                  paint_stroke({}, 0.05, {1, 0, 0, 1})};
  const Frame painted = one.step(inputs);
  const Frame plain = other.step({});
  EXPECT_EQ(painted.paint->pixel(80, 20), (Rgba{255, 0, 0, 255}));
  EXPECT_EQ(painted.paint->pixel(50, 50), (Rgba{0, 255, 0, 255}));
  EXPECT_EQ(painted.refused_paint_edits, 1);
  EXPECT_EQ(painted.paint_changes, (std::vector<PaintRect>{{64, 0, 32, 32}}));
  EXPECT_TRUE(plain.paint_changes.empty());
  EXPECT_NE(painted.state_hash, plain.state_hash);
  EXPECT_TRUE(one.step({}).paint_changes.empty());
}

TEST(Simulation, AResetRestoresTheInitialPaintAndReportsWhatThatChanged) {
  Simulation simulation(painted_floor());
  const std::uint64_t first = simulation.step({}).state_hash;
  Inputs inputs;
  inputs.paint = {paint_stroke({{0.3, 0.3}}, 0.05, {1, 0, 0, 1})};
  simulation.step(inputs);

  const Frame after = simulation.step({.edits = {{Reset{}}}});
  EXPECT_EQ(after.paint->pixel(80, 20), Rgba{});
  EXPECT_EQ(after.paint->pixel(50, 50), (Rgba{0, 255, 0, 255}));
  EXPECT_EQ(after.paint_changes, (std::vector<PaintRect>{{64, 0, 32, 32}}));
  EXPECT_EQ(after.state_hash, first);
}

TEST(Simulation, WithoutAFloorToPaintEditsAreRefused) {
  Simulation simulation(falling_balls());
  Inputs inputs;
  inputs.paint = {paint_fill(PaintEverywhere{}, {1, 0, 0, 1})};
  const Frame frame = simulation.step(inputs);
  EXPECT_EQ(frame.refused_paint_edits, 1);
  EXPECT_EQ(frame.paint, nullptr);
}

class CountingSink : public Sink {
 public:
  void publish(std::shared_ptr<const Frame> frame) override {
    episodes = frame->episode_count;
    ++frames;
  }
  std::atomic<int> frames = 0;
  std::atomic<std::uint64_t> episodes = 0;
};

TEST(Run, PublishesEveryFrameAndEndsAfterItsDuration) {
  auto simulation = std::make_unique<Simulation>(falling_balls());
  Inbox inbox;
  CountingSink sink;
  Sink* sinks[] = {&sink};
  RunControl control;
  const RunReport report = run(simulation, inbox, sinks, control,
                               {.speed = Pacer::as_fast_as_possible, .duration = 1s}, {});

  EXPECT_EQ(report.steps, 100u);
  EXPECT_EQ(report.simulated, 1s);
  EXPECT_EQ(sink.frames, 1 + 100);  // the first shows the world as it begins
  EXPECT_NE(report.state_hash, 0u);
  EXPECT_EQ(simulation->times().whole.count(), 100u);
}

TEST(Run, FramesSayWhenTheyWereWhereOnTheirWay) {
  class Last : public Sink {
   public:
    void publish(std::shared_ptr<const Frame> frame) override {
      arrived = std::chrono::steady_clock::now();
      journeys.push_back(frame->journey);
      wall_time = frame->wall_time;
    }
    WallTime arrived;
    std::vector<Journey> journeys;
    Duration wall_time{};
  };
  auto simulation = std::make_unique<Simulation>(falling_balls());
  Inbox inbox;
  Last sink;
  Sink* sinks[] = {&sink};
  RunControl control;
  const WallTime before = std::chrono::steady_clock::now();
  // of two poses the newer one counts, in whichever order they lie
  inbox.poses.put({"r", 1s, {}, before});
  inbox.poses.put({"r", 1s, {}, before - 5ms});
  inbox.poses.put({"r", 1s, {}});
  run(simulation, inbox, sinks, control,
      {.speed = Pacer::as_fast_as_possible, .duration = simulation->scenario().step}, {});

  ASSERT_EQ(sink.journeys.size(), 2u);
  EXPECT_EQ(sink.journeys[0].pose_received, std::nullopt);
  EXPECT_LE(before, sink.journeys[0].begun);
  const Journey& journey = sink.journeys[1];
  EXPECT_EQ(journey.pose_received, before);
  EXPECT_LE(sink.journeys[0].published, journey.begun);
  EXPECT_EQ(journey.done - journey.begun, sink.wall_time);
  EXPECT_LE(journey.done, journey.published);
  EXPECT_LE(journey.published, sink.arrived);
}

TEST(Run, PausesStepsAndResetsFromAnotherThread) {
  auto simulation = std::make_unique<Simulation>(falling_balls());
  Inbox inbox;
  CountingSink sink;
  Sink* sinks[] = {&sink};
  RunControl control;
  control.pause();
  std::jthread loop([&](std::stop_token stop) {
    run(simulation, inbox, sinks, control, {.speed = Pacer::as_fast_as_possible, .duration = {}},
        stop);
  });

  ASSERT_TRUE(control.step(1));
  while (sink.frames < 2) std::this_thread::yield();
  EXPECT_TRUE(control.status().is_paused);
  EXPECT_EQ(sink.frames, 2);

  EXPECT_EQ(sink.episodes, 0u);
  inbox.edits.put({Reset{}});
  control.resume();
  while (sink.frames < 200) std::this_thread::yield();
  EXPECT_EQ(sink.episodes, 1u);
  control.pause();
}

TEST(Run, AnEditWhilePausedShowsAtOnceAtTheSameTime) {
  class Newest : public Sink {
   public:
    void publish(std::shared_ptr<const Frame> frame) override {
      const std::lock_guard lock(mutex);
      newest = std::move(frame);
      ++frames;
    }
    std::mutex mutex;
    std::shared_ptr<const Frame> newest;
    std::atomic<int> frames = 0;
  } sink;
  auto simulation = std::make_unique<Simulation>(falling_balls());
  Inbox inbox;
  Sink* sinks[] = {&sink};
  RunControl control;
  control.pause();
  // before the loop is there, and while it waits
  inbox.edits.put({RemoveEntity{"ball0"}});
  std::jthread loop([&](std::stop_token stop) {
    run(simulation, inbox, sinks, control, {.speed = 1, .duration = {}}, stop);
  });
  while (sink.frames < 2) std::this_thread::yield();
  const Ticket ticket = next_ticket();
  inbox.edits.put({SetEntityState{"ball1", Pose{{1, 2, 3}, {}}, {}}, ticket});
  while (sink.frames < 3) std::this_thread::yield();

  const std::lock_guard lock(sink.mutex);
  const Frame& frame = *sink.newest;
  ASSERT_EQ(frame.outcomes.size(), 1u);
  EXPECT_EQ(frame.outcomes[0].ticket, ticket);
  EXPECT_EQ(frame.time, 0ms);
  EXPECT_EQ(frame.step_count, 0u);
  EXPECT_EQ(frame.entities->find("ball0"), nullptr);
  const BodyId ball = frame.entities->find("ball1")->bodies[0];
  EXPECT_EQ(frame.world_from_body[static_cast<std::size_t>(ball)].translation, (Vec3{1, 2, 3}));
}

TEST(Run, AResetCancelsTheStepsThatWereAskedFor) {
  auto simulation = std::make_unique<Simulation>(falling_balls());
  Inbox inbox;
  RunControl control;
  control.pause();
  inbox.edits.put({Reset{}});
  std::atomic<bool> is_cancelled = false;
  ASSERT_TRUE(control.step(1'000'000, [&](const StepProgress& progress) {
    if (progress.state == StepProgress::State::cancelled) {
      EXPECT_EQ(progress.completed, 1u);
      EXPECT_EQ(progress.reason, "the world was reset");
      is_cancelled = true;
    }
  }));
  std::jthread loop([&](std::stop_token stop) {
    run(simulation, inbox, {}, control, {.speed = 1, .duration = {}}, stop);
  });
  while (!is_cancelled) std::this_thread::yield();
}

TEST(Run, SaysWhenItWasStoppedBeforeItsEndAndLeavesPausesOutOfItsWallTime) {
  auto simulation = std::make_unique<Simulation>(falling_balls());
  Inbox inbox;
  RunControl control;
  control.pause();
  const auto start = std::chrono::steady_clock::now();
  RunReport report;
  {
    std::jthread loop([&](std::stop_token stop) {
      report = run(simulation, inbox, {}, control, {.speed = 1, .duration = 1h}, stop);
    });
    while (std::chrono::steady_clock::now() - start < 50ms) std::this_thread::yield();
  }
  EXPECT_TRUE(report.is_interrupted);
  EXPECT_EQ(report.steps, 0u);
  EXPECT_EQ(report.state_hash, Simulation(falling_balls()).state_hash());
  EXPECT_LT(report.wall, 40ms);
}

// The frames of a run, and when they came.
class Frames : public Sink {
 public:
  void publish(std::shared_ptr<const Frame> frame) override {
    const std::lock_guard lock(mutex_);
    frames_.emplace_back(std::move(frame), std::chrono::steady_clock::now());
  }
  template <class Wanted>
  std::optional<WallTime> first(const Wanted& is_wanted) const {
    const std::lock_guard lock(mutex_);
    for (const auto& [frame, at] : frames_)
      if (is_wanted(*frame)) return at;
    return std::nullopt;
  }

 private:
  mutable std::mutex mutex_;
  std::vector<std::pair<std::shared_ptr<const Frame>, WallTime>> frames_;
};

TEST(Run, WhoIsInAHurryGetsAStepBeforeItIsDue) {
  auto scenario = bare_floor();
  scenario->step = 10s;
  auto simulation = std::make_unique<Simulation>(scenario);
  Inbox inbox;
  RunControl control;
  Frames frames;
  const std::vector<Sink*> sinks{&frames};
  std::jthread loop([&](std::stop_token stop) {
    run(simulation, inbox, sinks, control, {.duration = {}}, stop);
  });
  while (!frames.first([](const Frame& frame) { return frame.step_count == 1; }))
    std::this_thread::yield();
  // the next step is due in 10 s
  const WallTime asked = std::chrono::steady_clock::now();
  inbox.poses.put({"r", std::nullopt, {}});
  inbox.hurry.ring();
  std::optional<WallTime> seen;
  while (!seen) seen = frames.first([](const Frame& frame) { return !frame.inputs.poses.empty(); });
  EXPECT_LT(*seen - asked, 5s);
  // but time does not run away: the one after that is due in 20 s and may come in 10
  inbox.hurry.ring();
  while (std::chrono::steady_clock::now() - *seen < 50ms) std::this_thread::yield();
  EXPECT_FALSE(frames.first([](const Frame& frame) { return frame.step_count == 3; }));
}

TEST(Run, TheWallClockIsCaughtUpWithAfterAPause) {
  auto scenario = falling_balls();
  scenario->clock = ClockType::wall;
  const auto unix_now = [] { return SimTime(std::chrono::system_clock::now().time_since_epoch()); };
  // an hour late
  auto simulation =
      std::make_unique<Simulation>(scenario, SimulationOptions{.start_time = unix_now() - 1h});
  Inbox inbox;
  RunControl control;
  Frames frames;
  const std::vector<Sink*> sinks{&frames};
  const SimTime before = unix_now();
  const RunReport report =
      run(simulation, inbox, sinks, control, {.duration = 50ms}, std::stop_token{});
  EXPECT_EQ(report.simulated, 50ms);
  EXPECT_GE(simulation->time(), before);
  EXPECT_LE(simulation->time(), unix_now() + 20ms);
  EXPECT_TRUE(frames.first([&](const Frame& frame) {
    return frame.time >= before && frame.time_in_episode == 10ms;  // an episode does not count it
  }));
}

TEST(Run, PacesToTheWallClock) {
  auto simulation = std::make_unique<Simulation>(falling_balls());
  Inbox inbox;
  RunControl control;
  const RunReport report = run(simulation, inbox, {}, control, {.speed = 2, .duration = 400ms}, {});
  EXPECT_GE(report.wall, 190ms);  // the last step needs no wait
}

}  // namespace
}  // namespace tandem
