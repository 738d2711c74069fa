// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
//
// Sensors in the loop: what a frame brings, and what a run waits for.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <atomic>
#include <mutex>
#include <optional>
#include <set>
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

// Every number of every kind of reading.
class Digest {
 public:
  void add(const Reading& reading) {
    hash_.add(reading.sensor->name);
    hash_.add(reading.index);
    std::visit([this](const auto& measurement) { (*this)(measurement); }, reading.measurement);
  }
  std::uint64_t value() const { return hash_.value(); }

  void operator()(const ImuReading& imu) {
    add(imu.world_from_sensor);
    add(imu.linear_acceleration);
    add(imu.angular_velocity);
  }
  void operator()(const EncoderReading& encoder) {
    for (const double value : encoder.positions) hash_.add(value);
    for (const double value : encoder.velocities) hash_.add(value);
    for (const std::int64_t ticks : encoder.ticks) hash_.add(static_cast<std::uint64_t>(ticks));
  }
  void operator()(const ContactReading& contact) {
    for (const ContactReading::Touch& touch : contact.touches) {
      hash_.add(touch.other);
      add(touch.point);
      add(touch.normal);
      hash_.add(touch.force_n);
    }
  }
  void operator()(const BatteryReading& battery) {
    hash_.add(battery.voltage_v);
    hash_.add(battery.charge_ah);
  }
  void operator()(const PoseReading& pose) {
    add(pose.world_from_sensor.translation);
    add(pose.world_from_sensor.rotation);
    add(pose.velocity.linear);
  }
  void operator()(const FixReading& fix) {
    add(Vec3{fix.latitude_deg, fix.longitude_deg, fix.altitude_m});
    add(fix.velocity_enu);
  }
  void operator()(const ScanReading& scan) {
    add(scan.ranges_m);
    add(scan.intensities);
  }
  void operator()(const CloudReading& cloud) {
    for (const CloudPoint& p : cloud.points) {
      for (const float value : {p.x, p.y, p.z, p.intensity, p.time}) hash_.add(double{value});
      hash_.add(std::uint64_t{p.ring});
      hash_.add(std::uint64_t{p.label});
    }
    if (cloud.scan) (*this)(*cloud.scan);
  }
  void operator()(const RangeReading& range) { hash_.add(double{range.range_m}); }
  void operator()(const CameraReading& camera) {
    for (const std::uint8_t byte : camera.image.rgb) hash_.add(std::uint64_t{byte});
    for (const std::uint8_t byte : camera.image.labels) hash_.add(std::uint64_t{byte});
    for (const std::uint32_t id : camera.image.instances) hash_.add(std::uint64_t{id});
    add(camera.image.depth_m);
  }
  void operator()(const StereoReading& pair) {
    (*this)(pair.left);
    (*this)(pair.right);
  }

 private:
  void add(const Vec3& v) {
    for (const double value : {v.x, v.y, v.z}) hash_.add(value);
  }
  void add(const Quat& q) {
    for (const double value : {q.w, q.x, q.y, q.z}) hash_.add(value);
  }
  void add(const std::vector<float>& values) {
    for (const float value : values) hash_.add(double{value});
  }

  Hash hash_;
};

// A digest of everything that sensors gave in so many steps.
std::uint64_t digest_of_readings(Simulation& simulation, int steps, Inputs first = {}) {
  Digest digest;
  for (int i = 0; i < steps; ++i)
    for (const auto& reading : simulation.step(std::exchange(first, {})).readings)
      digest.add(*reading);
  return digest.value();
}

SimulationOptions watched(int threads = 1) {
  SimulationOptions options{.threads = threads};
  options.interest = std::make_shared<SensorInterest>();
  options.renderer = RendererChoice::ray;
  return options;
}

// Every kind of sensor there is, each with all its noise, on a robot that drives into a wall.
std::shared_ptr<const Scenario> every_kind() {
  const TestFolder folder;
  const std::string file =
      folder
          .write("s.yaml", R"(world: {generate: arena, size_x_m: 3, size_y_m: 3}
origin: {latitude_deg: 48, longitude_deg: 9}
robots:
  - name: emaros
    model: emaros
    pose: {x: 0.6, yaw_deg: 10}
    commands: [{at: 0s, linear_mps: 0.5, angular_radps: 0.2}]
    sensors:
      camera_front: {width_px: 32, height_px: 24, noise: 0.01}
      camera_rear: off
      stereo: {type: stereo, link: camera_front_optical_frame, width_px: 24, height_px: 16, rate_hz: 20, noise: 0.01}
      lidar: {noise_m: 0.01}
      cloud: {type: lidar_3d, link: lidar_link, columns: 90, noise_m: 0.01, motion_distortion: true, scan_beams: 60,
              topic: cloud}
      sonar: {type: range, link: lidar_link, fov_deg: 30, noise_m: 0.01}
      imu: {acceleration_noise_mps2: 0.1, acceleration_drift_mps2: 0.1, rate_noise_radps: 0.01, rate_drift_radps: 0.01,
            orientation_noise_rad: 0.01, heading_drift_rad: 0.1}
      wheels: {type: encoder, ticks_per_turn: 1000}
      bumper: {type: contact, link: base_link}
      battery: {type: battery, capacity_wh: 0.01, idle_power_w: 2, rate_hz: 10}
      truth: {type: ground_truth}
      gps: {type: gnss, noise_m: 1, drift_m: 1}
)")
          .string();
  Findings findings;
  auto scenario = load_checked_scenario(file, {}, findings);
  EXPECT_FALSE(findings.has_errors()) << all_text(findings);
  return scenario;
}

TEST(Sensing, EveryKindGivesTheSameBitsOnAnyNumberOfThreadsAndAfterAReset) {
  const auto scenario = every_kind();
  ASSERT_TRUE(scenario);
  std::optional<std::uint64_t> expected;
  for (const int threads : {1, 2, 4}) {
    const SimulationOptions options = watched(threads);
    const auto claim = options.interest->want_all();
    Simulation simulation(scenario, options);
    std::set<std::string> types;
    for (const auto& info : *simulation.sensors()) types.insert(info->type);
    EXPECT_EQ(types.size(), 11u);  // all there are
    const std::uint64_t digest = digest_of_readings(simulation, 125);
    if (!expected) expected = digest;
    EXPECT_EQ(digest, *expected) << threads << " threads";
    Inputs reset;
    reset.edits.push_back({Reset{}, {}});
    EXPECT_EQ(digest_of_readings(simulation, 125, reset), *expected)
        << threads << " threads, again";
  }
  auto other_seed = std::make_shared<Scenario>(*scenario);
  other_seed->seed = scenario->seed + 1;
  const SimulationOptions options = watched();
  const auto claim = options.interest->want_all();
  Simulation simulation(other_seed, options);
  EXPECT_NE(digest_of_readings(simulation, 125), *expected);
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

TEST(Sensing, APoseFromOutsideTriggersThoseThatWaitForOne) {
  const TestFolder folder;
  Findings findings;
  const auto scenario = load_checked_scenario(folder
                                                  .write("s.yaml", R"(step: 10ms
robots:
  - name: r
    model: emaros
    sensors:
      lidar: {trigger: pose, rate_hz: 1}
      imu: {rate_hz: 1}
)")
                                                  .string(),
                                              {}, findings);
  ASSERT_TRUE(scenario) << all_text(findings);
  const SimulationOptions options = watched();
  const auto lidar = options.interest->want("r", "lidar"), imu = options.interest->want("r", "imu");
  Simulation simulation(scenario, options);
  for (int i = 0; i < 10; ++i) EXPECT_TRUE(simulation.step({}).readings.empty());
  Inputs inputs;
  inputs.edits.push_back(
      {SetEntityState{.name = "r", .world_from_entity = Pose{{1, 0, 0.035}, {}}}, {}});
  const Frame frame = simulation.step(inputs);
  ASSERT_EQ(frame.readings.size(), 1u);
  EXPECT_EQ(frame.readings[0]->sensor->name, "lidar");
  EXPECT_EQ(frame.readings[0]->stamp, frame.time);
  EXPECT_TRUE(simulation.step({}).readings.empty());
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
    if (frame->advanced > 0s) ++steps;
  }
  std::mutex mutex;
  std::vector<SimTime> stamps;
  bool are_of_their_frame = true;
  std::uint64_t dropped = 0;
  std::atomic<int> steps = 0;
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
  while (sink.steps < 100) std::this_thread::yield();
  const std::lock_guard lock(sink.mutex);
  EXPECT_EQ(sink.stamps.size(), 24u);  // 0.8 s at 30 Hz
  EXPECT_TRUE(sink.are_of_their_frame);
  EXPECT_EQ(sink.dropped, 0u);
}

TEST(Sensing, AfterAResetNoPictureOfTheWorldBeforeItArrives) {
  const SimulationOptions options = watched();
  const auto claim = options.interest->want("emaros", "camera_front", streams::main);
  Simulation simulation(small_cameras(), options);
  for (int round = 0; round < 20; ++round) {
    for (int i = 0; i < 5; ++i) simulation.step({}, PictureTiming::behind);
    Inputs reset;
    reset.edits.push_back({Reset{}, {}});
    const SimTime before = simulation.time();
    for (const auto& reading : simulation.step(reset, PictureTiming::behind).readings)
      EXPECT_GT(reading->stamp, before);
    for (int i = 0; i < 5; ++i)
      for (const auto& reading : simulation.step({}, PictureTiming::in_step).readings)
        EXPECT_GT(reading->stamp, before);
  }
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
