// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#include "ports/record/replay.h"

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <stdlib.h>
#include <unistd.h>

#include <fstream>
#include <thread>

#include "ports/record/recorder.h"
#include "scenario/file_names.h"
#include "scenario/newcomer.h"
#include "simulation/load_scenario.h"

namespace tandem {
namespace {

namespace fs = std::filesystem;
using testing::Contains;
using testing::HasSubstr;

// A run whose frames go to a recorder, and a folder for its files.
class RecordedRuns : public testing::Test {
 protected:
  RecordedRuns() {
    std::string pattern = (fs::temp_directory_path() / "tandem-recorded-XXXXXX").string();
    folder_ = mkdtemp(pattern.data());
  }
  ~RecordedRuns() override {
    fs::remove_all(folder_);
    set_scenario_path({});  // which replays set
  }

  fs::path file() const { return folder_ / "run.mcap"; }
  fs::path write(const std::string& name, const std::string& text) const {
    fs::create_directories((folder_ / name).parent_path());
    std::ofstream(folder_ / name) << text;
    return folder_ / name;
  }

  static std::shared_ptr<const Scenario> load(const std::string& name,
                                              const ScenarioOptions& options = {}) {
    Findings findings;
    auto scenario = load_checked_scenario(name, options, findings);
    for (const Finding& finding : findings.all())
      EXPECT_NE(finding.severity, Severity::error) << to_string(finding);
    return scenario;
  }

  void begin(const std::string& scenario, const ScenarioOptions& options = {}, SimTime start = {}) {
    recorder_ = *Recorder::create({.file = file()});
    simulation_ = std::make_unique<Simulation>(
        load(scenario, options), SimulationOptions{.start_time = start, .episode = 3});
    publish(simulation_->edit({}));
  }
  void publish(Frame frame) {
    hash_ = frame.state_hash;
    recorder_->publish(std::make_shared<const Frame>(std::move(frame)));
  }
  void step(int count, const Inputs& inputs = {}) {
    for (int i = 0; i < count; ++i) publish(simulation_->step(inputs));
  }
  void end() {
    const RecorderReport report = recorder_->close();
    EXPECT_EQ(report.error, "");
    EXPECT_EQ(report.dropped_frames, 0u);
  }

  // The difference, if there is any; an error fails the test.
  std::optional<ReplayDifference> replay(std::uint64_t frames, const ReplayOptions& options = {}) {
    const auto reader = McapReader::open(file());
    EXPECT_TRUE(reader) << reader.error();
    const auto replay = Replay::open(*reader, options);
    EXPECT_TRUE(replay) << replay.error();
    std::uint64_t last_hash = 0;
    while (true) {
      const auto frame = (*replay)->next();
      if (!frame) {
        ADD_FAILURE() << frame.error();
        break;
      }
      if (!*frame) break;
      last_hash = (**frame).state_hash;
    }
    EXPECT_EQ((*replay)->frames(), frames);
    EXPECT_TRUE((*replay)->difference() || last_hash == hash_);
    return (*replay)->difference();
  }

  fs::path folder_;
  std::unique_ptr<Recorder> recorder_;
  std::unique_ptr<Simulation> simulation_;
  std::uint64_t hash_ = 0;
};

// A box of that size in a room, with a floor.
std::string room_with_box(double size) {
  return fmt::format(R"(<sdf version="1.9"><world name="room">
<model name="floor"><static>true</static><link name="l"><collision name="c"><geometry>
<plane><normal>0 0 1</normal></plane></geometry></collision></link></model>
<model name="box"><pose>0.5 0 0.1 0 0 0</pose><link name="l"><collision name="c"><geometry>
<box><size>{0} {0} {0}</size></box></geometry></collision></link></model>
</world></sdf>)",
                     size);
}

Inputs drive(double speed, double turn = 0) { return {.commands = {{"emaros", {speed, turn}}}}; }

TEST_F(RecordedRuns, GoTheSameWayAgain) {
  begin("push", {.seed = 5});
  step(100, drive(0.4, 0.3));
  step(200);
  end();
  EXPECT_FALSE(replay(301));
}

TEST_F(RecordedRuns, WithFaultsGoTheSameWayAgain) {
  begin("empty", {.overrides = {{"robots.emaros.mode", "twin"},
                                {"clock", "zero"},
                                {"faults", "[{kind: jitter, at: 400ms, for: 1s}]"}}});
  int seen = 0;
  const auto drive_on = [&](int count, std::vector<EditRequest> edits = {}) {
    for (int i = 0; i < count; ++i, ++seen)
      publish(simulation_->step({.edits = std::exchange(edits, {}),
                                 .poses = {{"emaros", seen * 8ms, {{0.002 * seen, 0}, 0}}}}));
  };
  const auto inject = [](const FaultWords& words) {
    return EditRequest{InjectFault{*read_fault(words)}};
  };
  drive_on(100);
  drive_on(100, {inject({{"kind", "packet_loss"}, {"share", "0.6"}, {"for", "500ms"}}),
                 inject({{"kind", "outliers"}, {"name", "ghosts"}, {"seed", "9"}})});
  publish(simulation_->edit({.edits = {inject({{"kind", "reorder"}})}}));  // while time stood still
  drive_on(100);
  drive_on(100, {{ClearFault{"ghosts"}}, inject({{"kind", "latency"}, {"for", "200ms"}})});
  drive_on(20, {{Reset{}}});
  end();
  EXPECT_FALSE(replay(422));
}

TEST_F(RecordedRuns, AreReplayedFromTheFilesThatTheyHad) {
  const fs::path scenario = write("lab.yaml", R"(name: lab
world: worlds/room.sdf
robots: [{name: emaros, model: emaros}]
)");
  write("worlds/room.sdf", room_with_box(0.2));
  begin(scenario.string());
  step(150, drive(0.5));
  end();

  // what becomes of the files afterwards does not matter
  fs::remove(folder_ / "worlds/room.sdf");
  write("lab.yaml", "nonsense: [");
  EXPECT_FALSE(replay(151));
}

TEST_F(RecordedRuns, AreReplayedWhereAbsolutePathsLeadNowhere) {
  const fs::path room = write("elsewhere/room.sdf", room_with_box(0.2));
  const fs::path scenario =
      write("lab/lab.yaml",
            fmt::format("name: lab\nworld: {}\nrobots: [{{name: emaros, model: emaros}}]\n",
                        room.string()));
  begin(scenario.string());
  step(150, drive(0.5));
  end();

  // as on another machine, and then on one where something else is there
  fs::remove_all(folder_ / "elsewhere");
  fs::remove_all(folder_ / "lab");
  EXPECT_FALSE(replay(151));
  write("elsewhere/room.sdf", room_with_box(0.4));
  EXPECT_FALSE(replay(151));
}

TEST_F(RecordedRuns, AreReplayedWherePathsLeadOutOfTheFolderOfScenarios) {
  write("mine/lab.yaml", R"(name: lab
world: ../common/room.sdf
robots: [{name: emaros, model: emaros}]
)");
  write("common/room.sdf", room_with_box(0.2));
  setenv("TANDEM_PATH", (folder_ / "mine/").c_str(), 1);
  begin("lab");
  step(150, drive(0.5));
  end();
  fs::remove_all(folder_ / "common");
  fs::remove_all(folder_ / "mine");
  unsetenv("TANDEM_PATH");
  EXPECT_FALSE(replay(151));
}

TEST_F(RecordedRuns, AreReplayedElsewhereThanTheFolderThatTheyWereStartedIn) {
  write("room.sdf", room_with_box(0.2));
  const fs::path before = fs::current_path();
  fs::current_path(folder_);
  recorder_ = *Recorder::create({.file = file()});
  Findings findings;
  const auto scenario = load_checked_scenario_text(
      "name: lab\nworld: room.sdf\nrobots: [{name: emaros, model: emaros}]\n", "a page", {},
      findings);
  ASSERT_TRUE(scenario);
  simulation_ = std::make_unique<Simulation>(scenario);
  publish(simulation_->edit({}));
  step(100, drive(0.5));
  end();
  fs::current_path(before);
  fs::remove(folder_ / "room.sdf");
  EXPECT_FALSE(replay(101));
}

TEST_F(RecordedRuns, WithAnotherScenarioGoElsewhere) {
  begin("push");
  step(150, drive(0.5));
  end();
  const auto difference = replay(151, {.scenario = "empty"});
  ASSERT_TRUE(difference);
  EXPECT_EQ(difference->frame, 0u);
}

TEST_F(RecordedRuns, CoverResetsEditsPaintAndTimeThatWasSkipped) {
  begin("empty", {.overrides = {{"robots.emaros.mode", "twin"}}}, 1'700'000'000s);
  const SimTime start = simulation_->time();
  for (int i = 0; i < 100; ++i)
    step(1, {.poses = {{"emaros", start + i * 8ms, {{0.01 * i, 0}, 0}, {}}},
             .inertia = {{"emaros", start + i * 8ms, 0.1}},
             .skipped = i == 50 ? Duration(123ms) : Duration{}});
  // while time stands still
  Newcomer box =
      read_newcomer({.name = "crate", .uri = "red_box", .world_from_model = {{1, 1, 0.2}, {}}});
  ASSERT_TRUE(box.what) << box.reason;
  publish(simulation_->edit({.edits = {{Spawn{.what = *box.what}}, {PauseTwin{"emaros", true}}},
                             .paint = {paint_stroke({{0, 0}, {1, 1}}, 0.05, {1, 0, 0, 1})}}));
  step(50);
  step(1, {.edits = {{SetEntityState{"crate", Pose{{1, 1, 1}, {}}, {}}}}});
  step(50);
  step(1, {.edits = {{Reset{ResetScope::next_episode}}}});
  step(50);
  end();
  EXPECT_FALSE(replay(1 + 100 + 1 + 50 + 1 + 50 + 1 + 50));
}

TEST_F(RecordedRuns, CoverChangesOfTheWorld) {
  begin("push");
  step(50, drive(0.3));
  auto next = std::make_unique<Simulation>(load("pong", {.seed = 9}));
  next->continue_after(*simulation_);
  simulation_ = std::move(next);
  publish(simulation_->edit({}));
  step(100);
  end();
  EXPECT_FALSE(replay(152));
}

TEST_F(RecordedRuns, KeepAFileThatWasChangedBetweenTwoWorlds) {
  const auto text = [](double x) {
    return fmt::format("name: lab\nrobots: [{{name: emaros, model: emaros, pose: {{x: {}}}}}]\n",
                       x);
  };
  const fs::path scenario = write("lab.yaml", text(0));
  begin(scenario.string());
  step(10);
  // the files of a world are read when the recorder comes to its first frame
  while (recorder_->report().frames < 11) std::this_thread::yield();
  write("lab.yaml", text(1));
  auto next = std::make_unique<Simulation>(load(scenario.string()));
  next->continue_after(*simulation_);
  simulation_ = std::move(next);
  publish(simulation_->edit({}));
  step(10);
  end();
  EXPECT_FALSE(replay(22));
}

TEST_F(RecordedRuns, NameTheFirstStepThatIsNotAsItWas) {
  begin("push");
  step(99, drive(0.4));
  // what is recorded is not what the simulation was given
  Frame frame = simulation_->step(drive(0.4));
  frame.inputs = drive(0.1, 1);
  publish(std::move(frame));
  step(200, drive(0.4));
  end();
  const auto difference = replay(301);
  ASSERT_TRUE(difference);
  EXPECT_EQ(difference->frame, 100u);
  EXPECT_FALSE(difference->is_time);
  EXPECT_THAT(difference->names, Contains("robot emaros"));
}

TEST_F(RecordedRuns, OfOthersAreNoRuns) {
  {
    auto writer = McapWriter::create(file());
    ASSERT_TRUE(writer);
  }
  const auto reader = McapReader::open(file());
  const auto replay = Replay::open(*reader, {});
  ASSERT_FALSE(replay);
  EXPECT_THAT(replay.error(), HasSubstr("this is no recording of a run"));
}

TEST_F(RecordedRuns, WithADamagedChunkAreReplayedUpToIt) {
  std::size_t damaged_one = 0;
  {
    McapWriter writer = *McapWriter::create(file());
    RunRecording recording(writer);
    FrameKeeper keeper;
    Simulation simulation(load("push"));
    recording.add(keeper.keep(simulation.edit({})), 0);
    for (std::uint64_t i = 1; i <= 3; ++i) {
      recording.add(keeper.keep(simulation.step({})), i);
      recording.flush();
      writer.flush();
      if (i == 1) damaged_one = writer.statistics().chunk_count;
    }
  }
  const McapChunkIndex chunk = McapReader::open(file())->summary().chunks.at(damaged_one);
  {
    std::fstream damaged(file(), std::ios::in | std::ios::out | std::ios::binary);
    damaged.seekp(static_cast<std::streamoff>(chunk.offset + chunk.length - 8));
    damaged << "damaged!";
  }
  const auto reader = McapReader::open(file());
  const auto replay = Replay::open(*reader, {});
  ASSERT_TRUE(replay) << replay.error();
  EXPECT_TRUE((*replay)->next());
  EXPECT_TRUE((*replay)->next());
  EXPECT_THAT((*replay)->next().error(),
              HasSubstr("the recording is damaged and can be replayed up to 0.008 s only"));
}

TEST_F(RecordedRuns, WithFramesThatWereLostSaySo) {
  {
    McapWriter writer = *McapWriter::create(file());
    RunRecording recording(writer);
    FrameKeeper keeper;
    Simulation simulation(load("push"));
    recording.add(keeper.keep(simulation.edit({})), 0);
    recording.add(keeper.keep(simulation.step({})), 20);
    recording.flush();
  }
  const auto reader = McapReader::open(file());
  const auto replay = Replay::open(*reader, {});
  ASSERT_TRUE(replay) << replay.error();
  EXPECT_TRUE((*replay)->next());
  EXPECT_THAT((*replay)->next().error(), HasSubstr("19 frames from number 1 on are missing"));
}

}  // namespace
}  // namespace tandem
