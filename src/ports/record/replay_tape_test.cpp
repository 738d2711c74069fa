// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#include "ports/record/replay_tape.h"

#include <gtest/gtest.h>
#include <stdlib.h>

#include <filesystem>

#include "ports/record/recorder.h"
#include "scenario/file_names.h"
#include "simulation/load_scenario.h"

namespace tandem {
namespace {

namespace fs = std::filesystem;

constexpr std::uint64_t frames_recorded = 251;  // 2 s of 8 ms, and the world before them

// A run of 2 s in which a robot drives into boxes, as it was and as a tape.
class Tape : public testing::Test {
 protected:
  Tape() {
    std::string pattern = (fs::temp_directory_path() / "tandem-tape-XXXXXX").string();
    folder_ = mkdtemp(pattern.data());
    Findings findings;
    Simulation simulation(load_checked_scenario("push", {}, findings));
    const auto recorder = *Recorder::create({.file = folder_ / "run.mcap"});
    const auto publish = [&](Frame frame) {
      hashes_.push_back(frame.state_hash);
      times_.push_back(frame.time);
      recorder->publish(std::make_shared<const Frame>(std::move(frame)));
    };
    publish(simulation.edit({}));
    while (hashes_.size() < frames_recorded)
      publish(simulation.step({.commands = {{"emaros", {0.5, 0.2}}}}));
    recorder->close();
    reader_.emplace(*McapReader::open(folder_ / "run.mcap"));
  }
  ~Tape() override {
    fs::remove_all(folder_);
    set_scenario_path({});  // which replays set
  }

  ReplayTape make(const TapeOptions& options) {
    return {[this] { return Replay::open(*reader_, {.has_checkpoints = true}); }, nullptr, options};
  }
  // The frame must be that of the run, bit for bit.
  void expect_at(const ReplayTape& tape, const ReplayTape::Shown& shown, std::uint64_t number) {
    ASSERT_TRUE(shown) << shown.error();
    ASSERT_TRUE(*shown);
    EXPECT_EQ(tape.shown(), number);
    EXPECT_EQ((*shown)->state_hash, hashes_.at(number));
    EXPECT_EQ((*shown)->time, times_.at(number));
    EXPECT_FALSE(tape.difference());
  }
  static bool never() { return false; }

  fs::path folder_;
  std::vector<std::uint64_t> hashes_;
  std::vector<SimTime> times_;
  std::optional<McapReader> reader_;
};

TEST_F(Tape, GoesBackToWhatItKeepsWithoutMakingItAgain) {
  ReplayTape tape = make({});
  for (std::uint64_t i = 0; i < 100; ++i) expect_at(tape, tape.next(), i);
  expect_at(tape, tape.go({.frames = -1}, never), 98);
  expect_at(tape, tape.go({.time = times_[10]}, never), 10);
  expect_at(tape, tape.next(), 11);
  EXPECT_EQ(tape.made(), 100u);
  EXPECT_EQ(tape.frames(), 100u);
}

TEST_F(Tape, ThatDoesNotGoBackKeepsNothingForIt) {
  ReplayTape tape([this] { return Replay::open(*reader_, {}); }, nullptr, {.goes_back = false});
  for (std::uint64_t i = 0; i < 100; ++i) expect_at(tape, tape.next(), i);
  EXPECT_EQ(tape.checkpoints(), 0u);
  // the frame before it is there still; what is farther on is found
  expect_at(tape, tape.go({.time = times_[10]}, never), 98);
  expect_at(tape, tape.go({.frames = 52}, never), 150);
  for (std::uint64_t i = 151; i < frames_recorded; ++i) expect_at(tape, tape.next(), i);
  EXPECT_FALSE(*tape.next());
  EXPECT_EQ(tape.made(), frames_recorded);
}

// Nothing is kept but the newest two frames, and a checkpoint every 200 ms: at 0, 25, 50 ...
constexpr TapeOptions forgetful{.frame_bytes = 1, .checkpoint_period = 200ms};

TEST_F(Tape, GoesFurtherBackFromTheCheckpointBefore) {
  ReplayTape tape = make(forgetful);
  expect_at(tape, tape.go({.time = times_[200]}, never), 200);
  EXPECT_EQ(tape.checkpoints(), 9u);
  std::uint64_t made = tape.made();
  const auto made_since = [&] { return tape.made() - std::exchange(made, tape.made()); };
  // from 25 on, as 200 ms before it are made too, up to the frame behind it
  expect_at(tape, tape.go({.time = times_[60]}, never), 60);
  EXPECT_EQ(made_since(), 61u - 25);
  expect_at(tape, tape.next(), 61);
  expect_at(tape, tape.next(), 62);
  made_since();
  expect_at(tape, tape.go({.frames = -10}, never), 52);
  EXPECT_LE(made_since(), 52u - 25);
  // forth again, past what was made before
  expect_at(tape, tape.go({.time = times_[190]}, never), 190);
  EXPECT_EQ(made_since(), 191u - 150);
  expect_at(tape, tape.go({.time = times_[250]}, never), 250);
  expect_at(tape, tape.go({.time = times_[0]}, never), 0);
  expect_at(tape, tape.next(), 1);
}

TEST_F(Tape, HasFewerCheckpointsWhereTheyWouldTakeMoreMemory) {
  ReplayTape tape =
      make({.frame_bytes = 1, .checkpoint_bytes = 24 << 20, .checkpoint_period = 8ms});
  while (*tape.next()) {
  }
  EXPECT_LE(tape.checkpoint_bytes(), 24u << 20);
  EXPECT_GT(tape.checkpoints(), 3u);
  EXPECT_GT(tape.checkpoint_period(), 8ms);
  for (const std::uint64_t number : {249u, 17u, 130u, 131u, 1u, 200u})
    expect_at(tape, tape.go({.time = times_[number]}, never), number);
}

TEST_F(Tape, EndsWhereTheRecordingEnds) {
  ReplayTape tape = make({});
  expect_at(tape, tape.go({.time = times_.back() + 5s}, never), 250);
  EXPECT_FALSE(*tape.next());
  EXPECT_EQ(tape.frames(), frames_recorded);
  expect_at(tape, tape.go({.frames = -1000}, never), 0);
  expect_at(tape, tape.go({.time = times_[0] - 1s, .frames = 3}, never), 3);
  expect_at(tape, tape.go({.time = times_[7] + 1ns}, never), 7);  // the last up to then
}

TEST_F(Tape, IsStoppedOnALongWay) {
  ReplayTape tape = make(forgetful);
  int asked = 0;
  const auto shown = tape.go({.time = times_[200]}, [&] { return ++asked > 20; });
  ASSERT_TRUE(shown);
  EXPECT_FALSE(*shown);
  expect_at(tape, tape.go({.time = times_[100]}, never), 100);
}

TEST_F(Tape, HasWhatSensorsSawBeforeAJump) {
  const auto interest = std::make_shared<SensorInterest>();
  const auto everything = interest->want_all();
  ReplayTape tape(
      [&] { return Replay::open(*reader_, {.interest = interest, .has_checkpoints = true}); },
      interest);
  expect_at(tape, tape.go({.time = times_[200]}, never), 200);
  std::size_t readings = 0;
  for (const auto& frame : tape.lead_in()) readings += frame->readings.size();
  EXPECT_EQ(tape.lead_in().size(), 25u);  // 200 ms
  EXPECT_GT(readings, 0u);
}

TEST_F(Tape, KnowsWhenTheRunEnded) { EXPECT_EQ(*end_of_run(*reader_), times_.back()); }

}  // namespace
}  // namespace tandem
