// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#include "ports/record/replay_tape.h"

#include <gtest/gtest.h>
#include <stdlib.h>

#include <filesystem>

#include "ports/record/recorder.h"
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
    unsetenv("TANDEM_PATH");  // which replays set
  }

  ReplayTape make(std::size_t kept_bytes) {
    return {[this] { return Replay::open(*reader_, {}); }, nullptr, kept_bytes};
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
  ReplayTape tape = make(1 << 30);
  for (std::uint64_t i = 0; i < 100; ++i) expect_at(tape, tape.next(), i);
  expect_at(tape, tape.go({.frames = -1}, never), 98);
  expect_at(tape, tape.go({.time = times_[10]}, never), 10);
  expect_at(tape, tape.next(), 11);
  EXPECT_EQ(tape.rewinds(), 0u);
  EXPECT_EQ(tape.frames(), 100u);
}

TEST_F(Tape, GoesFurtherBackByBeginningAnew) {
  ReplayTape tape = make(1);  // nothing but the newest two
  expect_at(tape, tape.go({.time = times_[200]}, never), 200);
  EXPECT_EQ(tape.rewinds(), 0u);
  expect_at(tape, tape.go({.time = times_[50]}, never), 50);
  EXPECT_EQ(tape.rewinds(), 1u);
  expect_at(tape, tape.next(), 51);
  expect_at(tape, tape.next(), 52);
  expect_at(tape, tape.go({.frames = -10}, never), 42);
  EXPECT_EQ(tape.rewinds(), 2u);
  expect_at(tape, tape.go({.time = times_[250]}, never), 250);
  EXPECT_EQ(tape.rewinds(), 2u);
}

TEST_F(Tape, EndsWhereTheRecordingEnds) {
  ReplayTape tape = make(1 << 30);
  expect_at(tape, tape.go({.time = times_.back() + 5s}, never), 250);
  EXPECT_FALSE(*tape.next());
  EXPECT_EQ(tape.frames(), frames_recorded);
  expect_at(tape, tape.go({.frames = -1000}, never), 0);
  expect_at(tape, tape.go({.time = times_[0] - 1s, .frames = 3}, never), 3);
  expect_at(tape, tape.go({.time = times_[7] + 1ns}, never), 7);  // the last up to then
}

TEST_F(Tape, IsStoppedOnALongWay) {
  ReplayTape tape = make(1);
  int asked = 0;
  const auto shown = tape.go({.time = times_[200]}, [&] { return ++asked > 20; });
  ASSERT_TRUE(shown);
  EXPECT_FALSE(*shown);
  expect_at(tape, tape.go({.time = times_[100]}, never), 100);
}

TEST_F(Tape, HasWhatSensorsSawBeforeAJump) {
  const auto interest = std::make_shared<SensorInterest>();
  const auto everything = interest->want_all();
  ReplayTape tape([&] { return Replay::open(*reader_, {.interest = interest}); }, interest);
  expect_at(tape, tape.go({.time = times_[200]}, never), 200);
  std::size_t readings = 0;
  for (const auto& frame : tape.lead_in()) readings += frame->readings.size();
  EXPECT_EQ(tape.lead_in().size(), 25u);  // 200 ms
  EXPECT_GT(readings, 0u);
}

TEST_F(Tape, KnowsWhenTheRunEnded) { EXPECT_EQ(*end_of_run(*reader_), times_.back()); }

}  // namespace
}  // namespace tandem
