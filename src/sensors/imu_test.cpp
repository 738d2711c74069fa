// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include <cmath>

#include "sensors/drift.h"
#include "sensors/test_world.h"

namespace tandem {
namespace {

std::string block_with(const std::string& sensor, const std::string& extra = "") {
  return "step: 5ms\nworld: {generate: arena, wall_height_m: 0}\n" + extra +
         "robots: [{name: r1, model: block.urdf, sensors: {s: " + sensor + "}}]\n";
}

TEST(Imu, FeelsTheFloorThatHoldsItUp) {
  SensorWorld world(block_with("{type: imu, rate_hz: 50}"));
  for (int i = 0; i < 100; ++i) world.step();
  const auto reading = world.next_as<ImuReading>("s");
  expect_near(reading.linear_acceleration, {0, 0, 9.81}, 0.02);
  expect_near(reading.angular_velocity, {}, 1e-3);
}

TEST(Imu, FeelsNothingWhileItFalls) {
  SensorWorld world(block_with("{type: imu, rate_hz: 200}"));
  world.place("r1", {{0, 0, 50}, {}});
  for (int i = 0; i < 20; ++i)
    // only the air's drag: 2 % of the speed a second
    expect_near(world.next_as<ImuReading>("s").linear_acceleration, {}, 0.02);
}

TEST(Imu, MeasuresTurningAndTheWayOutwardsInItsOwnAxes) {
  SensorWorld world(block_with("{type: imu, rate_hz: 200, pose: {x: 0.5, yaw_deg: 90}}"));
  world.place("r1", {{0, 0, 50}, {}});
  world.push("r1", {{}, {0, 0, 3}});
  world.next("s");
  const auto reading = world.next_as<ImuReading>("s");
  EXPECT_NEAR(reading.angular_velocity.z, 3, 0.02);
  // towards the centre, which its y axis points away from: w² r
  EXPECT_NEAR(reading.linear_acceleration.y, 4.5, 0.1);
  EXPECT_NEAR(reading.linear_acceleration.x, 0, 0.1);
}

TEST(Imu, DoesNotFeelThatSomebodyPutItElsewhere) {
  SensorWorld world(block_with("{type: imu, rate_hz: 200}"));
  world.place("r1", {{0, 0, 50}, {}});
  for (int i = 0; i < 200; ++i) world.step();  // falls at 10 m/s
  world.place("r1", {{3, 0, 80}, {}});         // at rest
  for (int i = 0; i < 5; ++i)
    expect_near(world.next_as<ImuReading>("s").linear_acceleration, {}, 0.02);
  world.push("r1", {{7, 0, 0}, {}});
  expect_near(world.next_as<ImuReading>("s").linear_acceleration, {}, 0.2);
}

TEST(Imu, GivesTheMeanOverTheTimeSinceItsLastMeasurement) {
  // a velocity that one step gains is felt over the whole of a slower measurement
  SensorWorld world(block_with("{type: imu, rate_hz: 10}"));
  world.place("r1", {{0, 0, 50}, {}});
  world.next("s");
  world.world->physics().add_force(
      world.world->find("r1")->bodies[0], {20, 0, 0},
      world.world->physics().world_from(world.world->find("r1")->bodies[0]).translation);
  // 20 N on 1 kg for 5 of 100 ms
  EXPECT_NEAR(world.next_as<ImuReading>("s").linear_acceleration.x, 1, 0.01);
}

TEST(Imu, NoiseHasItsDeviation) {
  SensorWorld world(block_with(
      "{type: imu, rate_hz: 200, acceleration_noise_mps2: 0.3, rate_noise_radps: 0.02}"));
  world.place("r1", {{0, 0, 4000}, {}});
  double acceleration = 0, rate = 0;
  constexpr int count = 2000;
  for (int i = 0; i < count; ++i) {
    if (i % 50 == 0) world.place("r1", {{0, 0, 4000}, {}});  // air drag shall not grow
    const auto reading = world.next_as<ImuReading>("s");
    acceleration += reading.linear_acceleration.x * reading.linear_acceleration.x;
    rate += reading.angular_velocity.z * reading.angular_velocity.z;
  }
  EXPECT_NEAR(std::sqrt(acceleration / count), 0.3, 0.025);  // five standard errors
  EXPECT_NEAR(std::sqrt(rate / count), 0.02, 0.0016);
}

TEST(Imu, DriftWandersWithItsTimeConstant) {
  // a hundred robots would take long; the process itself is what matters
  const Noise noise(3, "drift");
  Drift drift({0.5, 0.5, 0.5}, 2s, 10ms, noise, 0);
  double sum2 = 0, lagged = 0;
  constexpr int count = 400'000, lag = 200;  // one time constant
  std::vector<double> values;
  for (int i = 1; i <= count; ++i) {
    drift.advance(static_cast<std::uint64_t>(i));
    values.push_back(drift.offset().x);
  }
  for (std::size_t i = 0; i + lag < values.size(); ++i) {
    sum2 += values[i] * values[i];
    lagged += values[i] * values[i + lag];
  }
  EXPECT_NEAR(std::sqrt(sum2 / count), 0.5, 0.03);
  EXPECT_NEAR(lagged / sum2, std::exp(-1), 0.08);
  EXPECT_LT(std::abs(values[1] - values[0]), 0.5 * std::sqrt(2 * 0.005) * 5);
}

// How far values wander, and how much of one is still in the next.
struct Wandering {
  double sum2 = 0, lagged = 0, last = 0;
  int count = 0;

  void add(double value) {
    sum2 += value * value;
    lagged += value * last;
    last = value;
    ++count;
  }
  double deviation() const { return std::sqrt(sum2 / count); }
  double memory() const { return lagged / sum2; }
};

TEST(Imu, EveryOffsetDrifts) {
  SensorWorld world(
      block_with("{type: imu, rate_hz: 200, acceleration_drift_mps2: 0.5, rate_drift_radps: 0.02,\n"
                 "  heading_drift_rad: 0.05, drift_time: 10ms}"));
  Wandering acceleration, rate, heading;
  for (int i = 0; i < 3000; ++i) {
    if (i % 50 == 0) world.place("r1", {{0, 0, 4000}, {}});  // air drag shall not grow
    const auto reading = world.next_as<ImuReading>("s");
    acceleration.add(reading.linear_acceleration.x);
    rate.add(reading.angular_velocity.y);
    heading.add(reading.world_from_sensor.yaw());
  }
  // of 3000 values that remember half a time constant each about 1400 count: five standard errors
  EXPECT_NEAR(acceleration.deviation(), 0.5, 0.05);
  EXPECT_NEAR(rate.deviation(), 0.02, 0.002);
  EXPECT_NEAR(heading.deviation(), 0.05, 0.005);
  for (const Wandering& offset : {acceleration, rate, heading})
    EXPECT_NEAR(offset.memory(), std::exp(-0.5), 0.08);
}

TEST(Imu, OrientationIsTheTruthWithItsNoise) {
  SensorWorld world(block_with("{type: imu, rate_hz: 200, orientation_noise_rad: 0.01}"));
  world.place("r1", {{0, 0, 4000}, Quat::from_rpy(0, 0, 1)});
  double sum2 = 0;
  for (int i = 0; i < 1000; ++i) {
    const double error = world.next_as<ImuReading>("s").world_from_sensor.yaw() - 1;
    sum2 += error * error;
  }
  EXPECT_NEAR(std::sqrt(sum2 / 1000), 0.01, 0.0012);
}

TEST(Imu, EachAxisCanHaveNoiseOfItsOwn) {
  SensorWorld world(block_with(
      "{type: imu, rate_hz: 200, acceleration_noise_mps2: [0.1, 0.2, 0], rate_noise_radps: "
      "[0, 0.01, 0.03]}"));
  Vec3 acceleration, rate;
  constexpr int count = 2000;
  const auto squared = [](const Vec3& v) { return Vec3{v.x * v.x, v.y * v.y, v.z * v.z}; };
  for (int i = 0; i < count; ++i) {
    if (i % 50 == 0) world.place("r1", {{0, 0, 4000}, {}});  // air drag shall not grow
    const auto reading = world.next_as<ImuReading>("s");
    acceleration += squared(reading.linear_acceleration);
    rate += squared(reading.angular_velocity);
  }
  EXPECT_NEAR(std::sqrt(acceleration.x / count), 0.1, 0.008);  // five standard errors
  EXPECT_NEAR(std::sqrt(acceleration.y / count), 0.2, 0.016);
  EXPECT_LT(std::sqrt(acceleration.z / count), 0.03);  // only the drag of the air
  EXPECT_EQ(rate.x, 0);
  EXPECT_NEAR(std::sqrt(rate.y / count), 0.01, 0.0008);
  EXPECT_NEAR(std::sqrt(rate.z / count), 0.03, 0.0024);
}

TEST(Imu, ListsOfOtherThanThreeAreMistakes) {
  try {
    SensorWorld world(block_with("{type: imu, rate_noise_radps: [0.1, 0.2]}"));
    ADD_FAILURE() << "was loaded";
  } catch (const std::runtime_error& error) {
    EXPECT_NE(std::string(error.what())
                  .find("'rate_noise_radps' expects one number, or a list of three for x, y and z"),
              std::string::npos)
        << error.what();
  }
}

TEST(Imu, IsReadFromSdf) {
  const TestFolder folder;
  const std::string sdf = folder
                              .write("w.sdf", R"(<sdf version="1.9"><world name="w">
  <model name="pole"><static>true</static><link name="top">
    <sensor name="s" type="imu"><imu>
      <angular_velocity>
        <x><noise type="gaussian"><mean>0</mean><stddev>0.02</stddev></noise></x>
        <y><noise type="gaussian"><stddev>0.03</stddev><bias_mean>0</bias_mean></noise></y>
        <z><noise type="gaussian"><mean>0</mean><stddev>0</stddev></noise></z>
      </angular_velocity>
      <linear_acceleration>
        <z><noise type="gaussian"><stddev>0.1</stddev></noise></z>
      </linear_acceleration></imu></sensor></link></model></world></sdf>)")
                              .string();
  Findings findings;
  ScenarioOptions options;
  options.checks = sensor_checks();
  ASSERT_TRUE(load_scenario(sdf, options, findings));
  EXPECT_EQ(all_text(findings), "");
  SensorWorld world("world: " + sdf + "\n");
  const auto reading = world.next_as<ImuReading>("s");
  EXPECT_EQ(reading.angular_velocity_noise_radps, (Vec3{0.02, 0.03, 0}));
  EXPECT_EQ(reading.linear_acceleration_noise_mps2, (Vec3{0, 0, 0.1}));
  EXPECT_NE(reading.angular_velocity.x, 0);
  EXPECT_NE(reading.angular_velocity.y, 0);
  EXPECT_EQ(reading.angular_velocity.z, 0);
  EXPECT_EQ(reading.linear_acceleration.x, 0);
  EXPECT_NE(reading.linear_acceleration.z, 9.81);
}

}  // namespace
}  // namespace tandem
