// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
//
// Sensors that feel and count: contact, encoder, battery, ground truth, satellite navigation.
#include <gtest/gtest.h>

#include <cmath>
#include <numbers>

#include "geometry/geodesy.h"
#include "sensors/test_world.h"

namespace tandem {
namespace {

TEST(ContactSensor, FeelsOnlyItsOwnLink) {
  // the bumper is the upper of two blocks; the lower one stands on the floor
  const TestFolder folder;
  const std::string urdf = folder
                               .write("r.urdf", R"(<robot name="r">
  <link name="foot"><inertial><mass value="1"/><inertia ixx="0.01" ixy="0" ixz="0" iyy="0.01"
    iyz="0" izz="0.01"/></inertial>
    <collision><geometry><box size="0.4 0.4 0.2"/></geometry></collision></link>
  <link name="bumper"><inertial><mass value="1"/><inertia ixx="0.01" ixy="0" ixz="0" iyy="0.01"
    iyz="0" izz="0.01"/></inertial>
    <collision><geometry><box size="0.5 0.5 0.1"/></geometry></collision></link>
  <joint name="j" type="fixed"><parent link="foot"/><child link="bumper"/>
    <origin xyz="0 0 0.2"/></joint></robot>)")
                               .string();
  SensorWorld world(
      "step: 5ms\nworld: {generate: arena, size_x_m: 4, size_y_m: 4}\n"
      "robots: [{name: r1, model: " +
      urdf +
      ", sensors: {\n"
      "  skin: {type: contact, link: bumper, rate_hz: 50},\n"
      "  sole: {type: contact, link: foot, rate_hz: 50, topic: sole}}}]\n");
  for (int i = 0; i < 100; ++i) world.step();
  EXPECT_TRUE(world.next_as<ContactReading>("skin").touches.empty());
  const auto sole = world.next_as<ContactReading>("sole");
  ASSERT_EQ(sole.touches.size(), 1u);
  EXPECT_EQ(sole.touches[0].other, "floor");
  expect_near(sole.touches[0].normal, {0, 0, 1}, 1e-3);

  world.push("r1", {{7, 0, 0}, {}});  // friction would stop it after 2.5 m
  ContactReading skin;
  for (int i = 0; i < 100 && skin.touches.empty(); ++i)
    skin = world.next_as<ContactReading>("skin");
  ASSERT_EQ(skin.touches.size(), 1u);
  EXPECT_EQ(skin.touches[0].other, "walls");
  EXPECT_LT(skin.touches[0].normal.x, -0.99);
  EXPECT_NEAR(skin.touches[0].point.x, 0.25, 0.02);
  EXPECT_GT(skin.touches[0].force_n, 10);
}

TEST(ContactSensor, RemembersATouchThatEndedBeforeItMeasured) {
  SensorWorld world(
      "step: 5ms\nworld: {generate: arena, wall_height_m: 0}\n"
      "robots: [{name: r1, model: block.urdf, sensors: {s: {type: contact, rate_hz: 1}}}]\n");
  for (int i = 0; i < 50; ++i) world.step();
  world.place("r1", {{0, 0, 100}, {}});
  EXPECT_EQ(world.next_as<ContactReading>("s").touches.size(), 1u);
  EXPECT_TRUE(world.next_as<ContactReading>("s").touches.empty());
}

TEST(ContactSensor, DoesNotFeelWhatIsWeakerThanItsLeastForce) {
  SensorWorld world(
      "step: 5ms\nworld: {generate: arena, wall_height_m: 0}\n"
      "robots: [{name: r1, model: block.urdf, sensors: {\n"
      "  soft: {type: contact, rate_hz: 50, topic: soft},\n"
      "  hard: {type: contact, rate_hz: 50, topic: hard, min_force_n: 50}}}]\n");
  for (int i = 0; i < 100; ++i) world.step();
  // it weighs 10 N
  EXPECT_EQ(world.next_as<ContactReading>("soft").touches.size(), 1u);
  EXPECT_TRUE(world.next_as<ContactReading>("hard").touches.empty());

  // from 1 m it arrives with 4.4 Ns, which four corners stop within a step or a few
  world.place("r1", {{0, 0, 1.1}, {}});
  ContactReading hard;
  for (int i = 0; i < 50 && hard.touches.empty(); ++i) hard = world.next_as<ContactReading>("hard");
  ASSERT_EQ(hard.touches.size(), 1u);
  EXPECT_GE(hard.touches[0].force_n, 50);
}

constexpr const char* emaros = R"(step: 8ms
world: {generate: arena, wall_height_m: 0}
robots:
  - name: r1
    model: emaros
    commands: [{at: 0s, linear_mps: 0.3}]
    sensors:
)";

TEST(Encoder, CountsWholeTicksOfTheWheels) {
  SensorWorld world(
      std::string(emaros) +
          "      ticks: {type: encoder, rate_hz: 50, ticks_per_turn: 1000, topic: a}\n"
          "      fine: {type: encoder, rate_hz: 50, topic: b}\n",
      {}, false);
  const auto ticks_claim = world.interest->want("r1", "ticks");
  const auto fine_claim = world.interest->want("r1", "fine");
  for (int i = 0; i < 250; ++i) world.step();
  EncoderReading ticks, fine;  // of one step
  for (Readings readings; readings.size() != 2;) {
    readings = world.step();
    for (const auto& reading : readings)
      (reading->sensor->name == "ticks" ? ticks : fine) =
          std::get<EncoderReading>(reading->measurement);
  }
  ASSERT_EQ(ticks.joints, (std::vector<std::string>{"left_wheel_joint", "right_wheel_joint"}));
  // at 0.3 m/s but for getting there at 1 m/s²; wheels of 35 mm
  const double turned = (0.3 * seconds(world.time) - 0.3 * 0.3 / 2) / 0.035;
  EXPECT_NEAR(fine.positions[0], turned, 0.1);
  EXPECT_TRUE(fine.ticks.empty());
  EXPECT_NEAR(fine.velocities[0], 0.3 / 0.035, 0.1);
  const double tick = 2 * std::numbers::pi / 1000;
  for (std::size_t i = 0; i < 2; ++i) {
    EXPECT_NEAR(ticks.positions[i], static_cast<double>(ticks.ticks[i]) * tick, 1e-9);
    EXPECT_LE(ticks.positions[i], fine.positions[i]);
    EXPECT_GT(ticks.positions[i], fine.positions[i] - tick);
  }
}

TEST(Battery, DrainsWithWhatIsTaken) {
  SensorWorld world(
      "step: 10ms\n"
      "robots: [{name: r1, model: block.urdf, sensors: {s: {type: battery, rate_hz: 1,\n"
      "  capacity_wh: 0.1, voltage_v: 12, empty_voltage_v: 10, resistance_ohm: 0.1,\n"
      "  idle_power_w: 36, technology: LION}}}]\n");
  // 36 W take 1 % of 360 J in 0.1 s
  const auto reading = world.next_as<BatteryReading>("s");
  EXPECT_NEAR(reading.percentage, 0.9, 1e-9);
  const double open = 10 + 0.9 * 2;
  EXPECT_NEAR(reading.voltage_v, open + reading.current_a * 0.1, 1e-9);
  EXPECT_NEAR(reading.voltage_v * -reading.current_a, 36, 1e-9);
  EXPECT_NEAR(reading.charge_ah / reading.capacity_ah, 0.9, 1e-9);
  EXPECT_EQ(reading.technology, "LION");
  for (int i = 0; i < 10; ++i) world.next("s");
  const auto empty = world.next_as<BatteryReading>("s");
  EXPECT_EQ(empty.percentage, 0);
  EXPECT_EQ(empty.current_a, 0);
}

TEST(Battery, DrivingTakesMoreThanStanding) {
  const std::string battery =
      "      battery: {type: battery, rate_hz: 1, capacity_wh: 0.01, idle_power_w: 0}\n";
  SensorWorld world(emaros + battery, {}, false);
  const auto claim = world.interest->want("r1", "battery");
  // in the first second it gains 0.3 m/s: half of 3 kg times its square, and more by friction
  const double joules = (1 - world.next_as<BatteryReading>("battery").percentage) * 36;
  EXPECT_GT(joules, 0.5 * 3 * 0.3 * 0.3 / 0.7 * 0.9);
  EXPECT_LT(joules, 2);
}

TEST(GroundTruth, IsWhereTheSensorIs) {
  SensorWorld world(
      "step: 10ms\nrobots: [{name: r1, model: block.urdf, sensors: {\n"
      "  s: {type: ground_truth, link: mast, rate_hz: 100}}}]\n");
  const Quat quarter = Quat::from_axis_angle({0, 0, 1}, std::numbers::pi / 2);
  world.place("r1", {{1, 2, 50}, quarter});
  world.push("r1", {{0, 1, 0}, {0, 0, 2}});
  const auto reading = world.next_as<PoseReading>("s");
  // the mast is 0.1 m ahead, which is along y
  expect_near(reading.world_from_sensor.translation, {1, 2.11, 50.3}, 0.003);
  // ahead at 1 m/s; turning moves it sideways by w r
  expect_near(reading.velocity.linear, {1, 0.2, -0.1}, 0.02);
  expect_near(reading.velocity.angular, {0, 0, 2}, 0.01);
}

TEST(Gnss, TurnsPlacesOfTheWorldIntoPlacesOnEarth) {
  SensorWorld world(
      "step: 10ms\norigin: {latitude_deg: 52.5, longitude_deg: 13.4, elevation_m: 34,\n"
      "  heading_deg: 90}\n"
      "robots: [{name: r1, model: block.urdf, pose: {x: 300, y: 0, z: 5}, sensors: {\n"
      "  s: {type: gnss, rate_hz: 100}}}]\n");
  const auto fix = world.next_as<FixReading>("s");
  // the world's x axis points north
  const Vec3 enu =
      enu_from_geodetic({52.5, 13.4, 34}, {fix.latitude_deg, fix.longitude_deg, fix.altitude_m});
  expect_near(enu, {0, 300, 5}, 0.01);
}

TEST(BodySensors, AreReadFromSdf) {
  const TestFolder folder;
  const std::string sdf = folder
                              .write("w.sdf", R"(<sdf version="1.9"><world name="w">
  <spherical_coordinates><surface_model>EARTH_WGS84</surface_model>
    <latitude_deg>47.5</latitude_deg><longitude_deg>8.5</longitude_deg><elevation>400</elevation>
  </spherical_coordinates>
  <model name="wall"><static>true</static><pose>3 0 0 0 0 0</pose><link name="l">
    <visual name="v"><geometry><box><size>2 4 4</size></box></geometry></visual></link></model>
  <model name="pole"><static>true</static><link name="top">
    <collision name="c"><geometry><box><size>1 1 1</size></box></geometry></collision>
    <sensor name="place" type="navsat"><update_rate>5</update_rate><navsat><position_sensing>
      <horizontal><noise type="gaussian"><mean>0</mean><stddev>0.2</stddev></noise></horizontal>
      <vertical><noise type="gaussian"><mean>0</mean><stddev>0.4</stddev></noise></vertical>
      </position_sensing></navsat></sensor>
    <sensor name="skin" type="contact"><update_rate>20</update_rate>
      <contact><collision>c</collision></contact></sensor>
    <sensor name="echo" type="sonar"><update_rate>10</update_rate>
      <sonar><min>0.2</min><max>4</max><radius>0.4</radius></sonar></sensor>
    </link></model></world></sdf>)")
                              .string();
  EXPECT_EQ(findings_on("world: " + sdf + "\n"), "");
  SensorWorld world("world: " + sdf + "\n");
  const auto fix = world.next_as<FixReading>("place");
  EXPECT_NEAR(fix.latitude_deg, 47.5, 1e-4);
  EXPECT_EQ(fix.horizontal_noise_m, 0.2);
  EXPECT_EQ(fix.vertical_noise_m, 0.4);
  EXPECT_TRUE(world.next_as<ContactReading>("skin").touches.empty());
  const auto echo = world.next_as<RangeReading>("echo");
  EXPECT_TRUE(echo.is_ultrasound);
  EXPECT_NEAR(echo.range_m, 2, 1e-3);  // the wall begins there
  EXPECT_NEAR(echo.range_min_m, 0.2, 1e-6);
  EXPECT_NEAR(echo.field_of_view_rad, 2 * std::atan(0.1), 1e-6);
}

TEST(Gnss, NoiseIsInMetres) {
  SensorWorld world(
      "step: 10ms\norigin: {latitude_deg: -33, longitude_deg: 151}\nworld: {generate: arena}\n"
      "robots: [{name: r1, model: block.urdf, sensors: {\n"
      "  s: {type: gnss, rate_hz: 100, noise_m: 2, vertical_noise_m: 5}}}]\n");
  double east = 0, up = 0;
  constexpr int count = 1000;
  for (int i = 0; i < count; ++i) {
    const auto fix = world.next_as<FixReading>("s");
    const Vec3 enu =
        enu_from_geodetic({-33, 151, 0}, {fix.latitude_deg, fix.longitude_deg, fix.altitude_m});
    east += enu.x * enu.x;
    up += (enu.z - 0.1) * (enu.z - 0.1);
  }
  EXPECT_NEAR(std::sqrt(east / count), 2, 0.23);  // five standard errors
  EXPECT_NEAR(std::sqrt(up / count), 5, 0.57);
}

TEST(Gnss, DriftWandersAndRemembers) {
  SensorWorld world(
      "step: 10ms\norigin: {latitude_deg: -33, longitude_deg: 151}\nworld: {generate: arena}\n"
      "robots: [{name: r1, model: block.urdf, sensors: {\n"
      "  s: {type: gnss, rate_hz: 100, drift_m: 3, drift_time: 10ms}}}]\n");
  double sum2 = 0, lagged = 0, last = 0;
  constexpr int count = 2000;
  for (int i = 0; i < count; ++i) {
    const auto fix = world.next_as<FixReading>("s");
    const double north =
        enu_from_geodetic({-33, 151, 0}, {fix.latitude_deg, fix.longitude_deg, fix.altitude_m}).y;
    sum2 += north * north;
    lagged += north * last;
    last = north;
    EXPECT_EQ(fix.horizontal_noise_m, 3);
  }
  EXPECT_NEAR(std::sqrt(sum2 / count), 3, 0.28);  // five standard errors
  EXPECT_NEAR(lagged / sum2, std::exp(-1), 0.1);
}

TEST(Gnss, WithoutAnOriginSaysWhereItThinksItIs) {
  EXPECT_NE(findings_on("robots: [{name: r1, model: block.urdf, sensors: {s: {type: gnss}}}]\n")
                .find("warning: 's' is near latitude 0, longitude 0"),
            std::string::npos);
}

}  // namespace
}  // namespace tandem
