// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>
#include <gtest/gtest.h>
#include <stdlib.h>

#include <array>
#include <filesystem>
#include <functional>

#include "ports/record/recorder.h"
#include "ports/record/replay.h"
#include "scenario/file_names.h"
#include "scenario/newcomer.h"
#include "simulation/load_scenario.h"

namespace tandem {
namespace {

namespace fs = std::filesystem;

// What of a frame can be seen from outside, readings of sensors included.
struct Seen {
  SimTime time{};
  std::uint64_t hash = 0;
  std::size_t contacts = 0, moved = 0, events = 0;
  std::vector<std::string> readings;

  friend bool operator==(const Seen&, const Seen&) = default;
};

std::string digits(double number) { return fmt::format("{:a} ", number); }

std::string text_of(const Reading& reading) {
  std::string text = fmt::format("{} {} ", reading.sensor->name, reading.index);
  if (const auto* scan = std::get_if<ScanReading>(&reading.measurement))
    for (const float range : scan->ranges_m) text += digits(range);
  if (const auto* imu = std::get_if<ImuReading>(&reading.measurement))
    text += digits(imu->linear_acceleration.x) + digits(imu->angular_velocity.z);
  if (const auto* battery = std::get_if<BatteryReading>(&reading.measurement))
    text += digits(battery->percentage) + digits(battery->voltage_v);
  if (const auto* encoder = std::get_if<EncoderReading>(&reading.measurement))
    for (const double speed : encoder->velocities) text += digits(speed);
  return text;
}

// Pictures and clouds remember nothing from one to the next.
bool is_slow(const std::string& sensor) {
  return sensor.starts_with("camera") || sensor == "stereo" || sensor == "velodyne";
}

Seen seen(const Frame& frame) {
  Seen seen{frame.time, frame.state_hash, frame.contacts.size(), frame.moved.size(),
            frame.events.size()};
  for (const auto& reading : frame.readings) seen.readings.push_back(text_of(*reading));
  return seen;
}

class Checkpoints : public testing::Test {
 protected:
  Checkpoints() {
    std::string pattern = (fs::temp_directory_path() / "tandem-checkpoints-XXXXXX").string();
    folder_ = mkdtemp(pattern.data());
  }
  ~Checkpoints() override {
    fs::remove_all(folder_);
    set_scenario_path({});  // which replays set
  }

  std::shared_ptr<const Scenario> load(const std::string& name,
                                       const ScenarioOptions& options = {}) {
    Findings findings;
    return load_checked_scenario(name, options, findings);
  }

  // Records so many steps, with these inputs; also an input that changes the world.
  using InputsAt = std::function<Inputs(int step, Simulation& simulation)>;
  void record(std::shared_ptr<const Scenario> scenario, int steps, const InputsAt& inputs) {
    const auto recorder = *Recorder::create({.file = folder_ / "run.mcap"});
    auto simulation = std::make_unique<Simulation>(std::move(scenario));
    const auto publish = [&](Frame frame) {
      recorder->publish(std::make_shared<const Frame>(std::move(frame)));
    };
    publish(simulation->edit({}));
    for (int i = 0; i < steps; ++i) {
      if (other_world_at_ == i) {
        auto next = std::make_unique<Simulation>(load("arena"));
        next->continue_after(*simulation);
        simulation = std::move(next);
        publish(simulation->edit({}));
      }
      publish(simulation->step(inputs(i, *simulation)));
    }
    recorder->close();
    reader_.emplace(*McapReader::open(folder_ / "run.mcap"));
  }

  // Replays it with a checkpoint every so many frames, then goes back to each, the last first, and
  // on from there for as long as it takes to see that all is as it was.
  void expect_the_same_from_each(std::size_t spacing, std::size_t watched) {
    const auto interest = std::make_shared<SensorInterest>();
    std::vector<SensorInterest::Claim> claims;
    auto replay = *Replay::open(*reader_, {.interest = interest, .has_checkpoints = true});
    std::vector<Seen> straight;
    std::vector<std::shared_ptr<const Replay::Checkpoint>> checkpoints;
    while (auto frame = *replay->next()) {
      if (claims.empty())
        for (const auto& sensor : *frame->sensors)
          if (!is_slow(sensor->name)) claims.push_back(interest->want(sensor->owner, sensor->name));
      straight.push_back(seen(*frame));
      if ((straight.size() - 1) % spacing == 0)
        checkpoints.push_back(
            replay->checkpoint(checkpoints.empty() ? nullptr : checkpoints.back().get()));
    }
    EXPECT_FALSE(replay->difference());
    for (std::size_t i = checkpoints.size(); i-- > 0;) {
      replay->put_back(*checkpoints[i]);
      EXPECT_EQ(replay->frames(), i * spacing + 1);
      const std::size_t end = std::min(straight.size(), i * spacing + 1 + watched);
      for (std::size_t number = i * spacing + 1; number < end; ++number) {
        const auto frame = *replay->next();
        ASSERT_TRUE(frame);
        const Seen again = seen(*frame);
        ASSERT_EQ(again.hash, straight[number].hash) << number << " from " << i * spacing;
        ASSERT_EQ(again, straight[number]) << number << " from " << i * spacing;
      }
    }
    EXPECT_FALSE(replay->difference());
  }

  fs::path folder_;
  std::optional<McapReader> reader_;
  int other_world_at_ = -1;
};

Inputs drive(int step, const Simulation& simulation) {
  Inputs inputs;
  for (const RobotConfig& robot : simulation.scenario().robots)
    inputs.commands.push_back({robot.name, {0.4, step % 200 < 100 ? 0.5 : -0.5}});
  return inputs;
}

class CheckpointsOf : public Checkpoints, public testing::WithParamInterface<const char*> {};

TEST_P(CheckpointsOf, AShippedWorldGoOnBitForBit) {
  record(load(GetParam()), 300, drive);
  expect_the_same_from_each(60, 90);
}

INSTANTIATE_TEST_SUITE_P(All, CheckpointsOf,
                         testing::Values("push", "pong", "farm", "logistics", "corridor", "hazard",
                                         "paint", "slope"),
                         [](const auto& info) { return std::string(info.param); });

TEST_F(Checkpoints, OfATwinGoOnBitForBit) {
  record(load("push", {.overrides = {{"robots.emaros.mode", "twin"}}}), 250,
         [](int step, Simulation& simulation) {
           Inputs inputs = drive(step, simulation);
           if (step % 3 == 0)
             inputs.poses.push_back(
                 {"emaros", simulation.time(), {{0.003 * step, 0.001 * (step % 7)}, 0}, {}});
           return inputs;
         });
  expect_the_same_from_each(50, 120);
}

TEST_F(Checkpoints, InTheMidstOfFaultsGoOnBitForBit) {
  record(load("empty", {.overrides = {{"robots.emaros.mode", "twin"}}}), 250,
         [](int step, Simulation& simulation) {
           Inputs inputs = drive(step, simulation);
           inputs.poses.push_back({"emaros", simulation.time(), {{0.002 * step, 0}, 0}, {}});
           constexpr std::array kinds{"jitter",   "packet_loss",    "sensor_stuck",
                                      "outliers", "sensor_garbage", "latency"};
           if (step % 30 == 10)
             inputs.edits.push_back({InjectFault{*read_fault(
                 {{"kind", kinds[static_cast<std::size_t>(step / 30) % 6]}, {"for", "600ms"}})}});
           return inputs;
         });
  expect_the_same_from_each(25, 120);
}

TEST_F(Checkpoints, HoldWhatCameWentWasPaintedAndReset) {
  record(load("paint"), 400, [](int step, Simulation& simulation) {
    Inputs inputs = drive(step, simulation);
    if (step % 40 == 10) {
      Newcomer box = read_newcomer(
          {.name = "crate", .uri = "red_box", .world_from_model = {{0.02 * step, 1, 0.3}, {}}});
      inputs.edits.push_back({Spawn{.what = *box.what}});
    }
    if (step == 130) inputs.edits.push_back({RemoveEntity{"crate"}});
    if (step % 50 == 20)
      inputs.paint.push_back(paint_stroke({{0, 0}, {0.01 * step, 1}}, 0.05, {1, 0, 0, 1}));
    if (step == 230) inputs.edits.push_back({Reset{ResetScope::next_episode}});
    return inputs;
  });
  expect_the_same_from_each(30, 150);
}

TEST_F(Checkpoints, ReachBackBeyondAChangeOfTheWorld) {
  other_world_at_ = 120;
  record(load("push"), 250, drive);
  expect_the_same_from_each(50, 100);
}

}  // namespace
}  // namespace tandem
