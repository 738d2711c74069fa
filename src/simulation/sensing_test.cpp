// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
//
// Sensors in the loop: what a frame brings, and what a run waits for.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <atomic>
#include <cstring>
#include <mutex>
#include <utility>

#include "base/hash.h"
#include "scenario/testing.h"
#include "simulation/load_scenario.h"
#include "simulation/simulation.h"

namespace tandem {
namespace {

using ::testing::HasSubstr;

// Emaros before a wall, with two small cameras and the rest of its sensors.
std::shared_ptr<const Scenario> small_cameras() {
  const TestFolder folder;
  const std::string file =
      folder
          .write("s.yaml", R"(world: {generate: arena, size_x_m: 4, size_y_m: 4}
paint: {}
robots:
  - name: emaros
    model: emaros
    commands: [{at: 0s, linear_mps: 0.3, angular_radps: 0.5}]
    sensors:
      camera_front: {width_px: 32, height_px: 24, rate_hz: 30}
      camera_rear: {width_px: 32, height_px: 24, rate_hz: 30}
)")
          .string();
  Findings findings;
  auto scenario = load_checked_scenario(file, {}, findings);
  EXPECT_FALSE(findings.has_errors()) << all_text(findings);
  return scenario;
}

void add(Hash& hash, const std::vector<float>& values) {
  for (const float value : values) hash.add(static_cast<double>(value));
}

// A digest of everything that sensors gave in so many steps.
std::uint64_t digest_of_readings(Simulation& simulation, int steps, Inputs first = {}) {
  Hash hash;
  for (int i = 0; i < steps; ++i)
    for (const auto& reading : simulation.step(std::exchange(first, {})).readings) {
      hash.add(reading->sensor->name);
      hash.add(reading->index);
      if (const auto* scan = std::get_if<ScanReading>(&reading->measurement))
        add(hash, scan->ranges_m);
      if (const auto* camera = std::get_if<CameraReading>(&reading->measurement)) {
        for (const std::uint8_t byte : camera->image.rgb) hash.add(std::uint64_t{byte});
        for (const std::uint8_t byte : camera->image.labels) hash.add(std::uint64_t{byte});
        for (const std::uint32_t id : camera->image.instances) hash.add(std::uint64_t{id});
        add(hash, camera->image.depth_m);
      }
      if (const auto* imu = std::get_if<ImuReading>(&reading->measurement)) {
        hash.add(imu->linear_acceleration.x);
        hash.add(imu->angular_velocity.z);
      }
      if (const auto* range = std::get_if<RangeReading>(&reading->measurement))
        hash.add(static_cast<double>(range->range_m));
    }
  return hash.value();
}

SimulationOptions watched(int threads = 1) {
  SimulationOptions options{.threads = threads};
  options.interest = std::make_shared<SensorInterest>();
  options.renderer = RendererChoice::ray;
  return options;
}

TEST(Sensing, GivesTheSameBytesAgainOnAnyNumberOfThreadsAndAfterAReset) {
  const auto scenario = small_cameras();
  const SimulationOptions alone = watched(1), together = watched(2);
  const auto a = alone.interest->want_all(), b = together.interest->want_all();
  Simulation one(scenario, alone), two(scenario, together);
  const std::uint64_t expected = digest_of_readings(one, 100);
  EXPECT_EQ(digest_of_readings(two, 100), expected);

  Inputs reset;
  reset.edits.push_back({Reset{}, {}});
  EXPECT_EQ(digest_of_readings(one, 100, reset), expected);
}

TEST(Sensing, TheStateDoesNotDependOnWhoWatches) {
  const auto scenario = small_cameras();
  const SimulationOptions options = watched();
  const auto claim = options.interest->want_all();
  Simulation seen(scenario, options), unseen(scenario, {.threads = 1});
  for (int i = 0; i < 60; ++i) {
    const Frame watched_frame = seen.step({}), other = unseen.step({});
    ASSERT_EQ(watched_frame.state_hash, other.state_hash);
    ASSERT_TRUE(other.readings.empty());
    ASSERT_EQ(watched_frame.sensors->size(), other.sensors->size());
  }
}

TEST(Sensing, PicturesBelongToTheirStepAndShowItsPaint) {
  const SimulationOptions options = watched();
  Simulation simulation(small_cameras(), options);
  const auto claim = options.interest->want("emaros", "camera_front", streams::main);
  const auto red_share = [](const Frame& frame) -> double {
    for (const auto& reading : frame.readings) {
      EXPECT_EQ(reading->stamp, frame.time);
      const auto& rgb = std::get<CameraReading>(reading->measurement).image.rgb;
      int red = 0;
      for (std::size_t i = 0; i < rgb.size(); i += 3)
        red += rgb[i] > 80 && rgb[i + 1] < 60 && rgb[i + 2] < 60;
      return red * 3.0 / static_cast<double>(rgb.size());
    }
    return -1;
  };
  // until the step before one with a picture: at 30 Hz and 8 ms, 0.032 s has the first one
  for (int i = 0; i < 4; ++i) EXPECT_EQ(red_share(simulation.step({})), -1);
  EXPECT_EQ(red_share(simulation.step({})), 0);
  for (int i = 0; i < 3; ++i) EXPECT_EQ(red_share(simulation.step({})), -1);
  Inputs inputs;
  inputs.paint = {paint_fill(PaintEverywhere{}, {1, 0, 0, 1})};
  EXPECT_GT(red_share(simulation.step(inputs)), 0.2);
}

TEST(Sensing, ARobotThatIsPutElsewhereMeasuresThereAndFeelsNoJump) {
  const SimulationOptions options = watched();
  Simulation simulation(small_cameras(), options);
  const auto imu = options.interest->want("emaros", "imu");
  const auto lidar = options.interest->want("emaros", "lidar");
  for (int i = 0; i < 100; ++i) simulation.step({});
  Inputs inputs;
  inputs.edits.push_back(
      {SetEntityState{.name = "emaros", .world_from_entity = Pose{{1.5, 0, 0.035}, {}}}, {}});
  Frame frame = simulation.step(inputs);
  double hardest = 0;
  float nearest = 1e9f;
  for (int i = 0; i < 13; ++i) {
    for (const auto& reading : frame.readings) {
      if (const auto* felt = std::get_if<ImuReading>(&reading->measurement))
        hardest =
            std::max(hardest, std::hypot(felt->linear_acceleration.x, felt->linear_acceleration.y));
      if (const auto* scan = std::get_if<ScanReading>(&reading->measurement))
        for (const float range : scan->ranges_m) nearest = std::min(nearest, range);
    }
    frame = simulation.step({});
  }
  EXPECT_LT(hardest, 5);  // 1.5 m in a step would be 23,000 m/s²
  EXPECT_NEAR(nearest, 0.5, 0.1);
}

TEST(Sensing, ARobotWithWrongSensorsIsNotSpawned) {
  const auto scenario = small_cameras();
  Simulation simulation(scenario, {.threads = 1});
  RobotConfig robot = scenario->robots[0];
  robot.name = "second";
  robot.world_from_robot.translation.x = 1;
  robot.sensors[0].rate_hz = 1000;
  Inputs inputs;
  inputs.edits.push_back({Spawn{.what = robot}, {}});
  Frame frame = simulation.step(inputs);
  EXPECT_EQ(frame.outcomes[0].result, EditResult::refused);
  EXPECT_THAT(frame.outcomes[0].reason, HasSubstr("cannot measure 1000 times a second"));

  robot.sensors[0].rate_hz = 10;
  inputs.edits = {{Spawn{.what = robot}, {}}};
  frame = simulation.step(inputs);
  EXPECT_EQ(frame.outcomes[0].result, EditResult::done);
  EXPECT_EQ(frame.sensors->size(), 2 * scenario->robots[0].sensors.size());
}

// Keeps the stamps of pictures.
class PictureSink : public Sink {
 public:
  void publish(std::shared_ptr<const Frame> frame) override {
    const std::lock_guard lock(mutex);
    for (const auto& reading : frame->readings) {
      stamps.push_back(reading->stamp);
      are_of_their_frame = are_of_their_frame && reading->stamp == frame->time;
    }
    dropped = frame->dropped_pictures;
    ++frames;
  }
  std::mutex mutex;
  std::vector<SimTime> stamps;
  bool are_of_their_frame = true;
  std::uint64_t dropped = 0;
  std::atomic<int> frames = 0;
};

TEST(Sensing, WhilePausedEveryStepThatIsAskedForBringsItsPictures) {
  const SimulationOptions options = watched();
  const auto claim = options.interest->want("emaros", "camera_front", streams::main);
  auto simulation = std::make_unique<Simulation>(small_cameras(), options);
  Inbox inbox;
  PictureSink sink;
  Sink* sinks[] = {&sink};
  RunControl control;
  control.pause();
  std::jthread loop([&](std::stop_token stop) {
    run(simulation, inbox, sinks, control, {.speed = 1, .duration = {}}, stop);
  });
  ASSERT_TRUE(control.step(100));
  while (sink.frames < 100) std::this_thread::yield();
  const std::lock_guard lock(sink.mutex);
  EXPECT_EQ(sink.stamps.size(), 24u);  // 0.8 s at 30 Hz
  EXPECT_TRUE(sink.are_of_their_frame);
  EXPECT_EQ(sink.dropped, 0u);
}

TEST(Sensing, InRealTimePicturesComeInOrderAndThoseThatDoNotComeAreCounted) {
  const SimulationOptions options = watched();
  const auto claim = options.interest->want("emaros", "camera_front", streams::main);
  auto simulation = std::make_unique<Simulation>(small_cameras(), options);
  Inbox inbox;
  PictureSink sink;
  Sink* sinks[] = {&sink};
  RunControl control;
  run(simulation, inbox, sinks, control, {.speed = 20, .duration = 2s}, {});
  EXPECT_TRUE(std::ranges::is_sorted(sink.stamps));
  EXPECT_GT(sink.stamps.size() + sink.dropped, 50u);
  EXPECT_LE(sink.stamps.size() + sink.dropped, 60u);
}

}  // namespace
}  // namespace tandem
