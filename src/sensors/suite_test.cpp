// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#include "sensors/suite.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <map>
#include <set>
#include <thread>

#include "sensors/test_world.h"

namespace tandem {
namespace {

using ::testing::HasSubstr;
using ::testing::Not;

const std::string two_sensors = R"(step: 8ms
robots:
  - name: r1
    model: block.urdf
    sensors:
      imu: {type: imu, rate_hz: 30, acceleration_noise_mps2: 0.1, rate_drift_radps: 0.01}
      truth: {type: ground_truth, rate_hz: 125}
)";

TEST(Schedule, HoldsRatesThatAreNoMultiplesOfTheStepExactlyOnAverage) {
  for (const double rate : {0.5, 1.0, 7.3, 30.0, 60.0, 99.9, 125.0}) {
    const Schedule schedule(rate);
    int count = 0;
    Duration longest{}, last{};
    for (SimTime time = 8ms; time <= 1000s; time += 8ms) {
      if (!schedule.is_due(time, 8ms)) continue;
      ++count;
      EXPECT_EQ(schedule.count(time, 8ms), static_cast<std::uint64_t>(count));
      longest = std::max(longest, Duration(time - last));
      last = time;
    }
    EXPECT_EQ(count, static_cast<int>(rate * 1000)) << rate;
    EXPECT_LE(seconds(longest), 1 / rate + 0.008) << rate;
  }
}

TEST(Schedule, ARateOfZeroIsEveryStep) {
  const Schedule schedule(0);
  EXPECT_TRUE(schedule.is_due(8ms, 8ms));
  EXPECT_TRUE(schedule.is_due(16ms, 8ms));
  EXPECT_EQ(schedule.count(16ms, 8ms), 2u);
}

TEST(SensorSuite, MeasuresAtItsRateAndStampsWithTheStep) {
  SensorWorld world(two_sensors);
  int imu = 0, truth = 0;
  for (int i = 0; i < 1250; ++i)
    for (const auto& reading : world.step()) {
      EXPECT_EQ(reading->stamp, world.time);
      EXPECT_EQ(reading->sensor->owner, "r1");
      (reading->sensor->name == "imu" ? imu : truth)++;
    }
  EXPECT_EQ(imu, 300);
  EXPECT_EQ(truth, 1250);
}

TEST(SensorSuite, GivesNothingThatNobodyWants) {
  SensorWorld world(two_sensors, {}, false);
  for (int i = 0; i < 100; ++i) EXPECT_TRUE(world.step().empty());
  {
    const auto claim = world.interest->want("r1", "imu");
    int count = 0;
    for (int i = 0; i < 100; ++i)
      for (const auto& reading : world.step()) {
        EXPECT_EQ(reading->sensor->name, "imu");
        ++count;
      }
    EXPECT_EQ(count, 24);  // 0.8 s at 30 Hz
  }
  for (int i = 0; i < 100; ++i) EXPECT_TRUE(world.step().empty());
}

TEST(SensorSuite, MeasuresTheSameWhetherOrNotSomebodyLookedBefore) {
  SensorWorld watched(two_sensors), late(two_sensors, {}, false);
  for (int i = 0; i < 500; ++i) {
    watched.step();
    late.step();
  }
  const auto claim = late.interest->want("r1", "imu");
  const auto expected = watched.next("imu"), actual = late.next("imu");
  EXPECT_EQ(actual->index, expected->index);
  const auto& a = std::get<ImuReading>(expected->measurement);
  const auto& b = std::get<ImuReading>(actual->measurement);
  EXPECT_EQ(a.linear_acceleration, b.linear_acceleration);
  EXPECT_EQ(a.angular_velocity, b.angular_velocity);
  EXPECT_EQ(a.world_from_sensor, b.world_from_sensor);
}

TEST(SensorSuite, AnotherEpisodeBeginsAnew) {
  SensorWorld world(two_sensors);
  const auto first = world.next_as<ImuReading>("imu");
  world.next("imu");
  world.build();
  EXPECT_EQ(world.next_as<ImuReading>("imu").angular_velocity, first.angular_velocity);
}

TEST(SensorSuite, InRealTimeTheFirstLookAtAWorldHoldsNoStep) {
  const std::string yaml = R"(step: 10ms
world: {generate: arena, size_x_m: 4, size_y_m: 4}
robots:
  - name: r1
    model: block.urdf
    sensors:
      truth: {type: ground_truth, rate_hz: 100}
      scan: {type: lidar, rate_hz: 100}
      eye: {type: camera, rate_hz: 100, width_px: 8, height_px: 8}
)";
  SensorWorld world(yaml);
  // nothing looks before the world is built, and nobody waits for that
  Readings readings = world.step(PictureTiming::behind);
  ASSERT_EQ(readings.size(), 1u);
  EXPECT_EQ(readings[0]->sensor->name, "truth");
  EXPECT_EQ(world.suite->dropped_pictures(), 1u);
  std::set<std::string> seen;
  for (int i = 0; i < 1'000'000 && seen.size() < 3; ++i) {
    for (const auto& reading : world.step(PictureTiming::behind)) {
      seen.insert(reading->sensor->name);
      if (reading->sensor->name == "scan") {
        EXPECT_EQ(reading->stamp, world.time);
      }
    }
    std::this_thread::yield();
  }
  EXPECT_EQ(seen.size(), 3u);

  // a step that waits has it all, also right after one that did not
  SensorWorld other(yaml);
  other.step(PictureTiming::behind);
  EXPECT_EQ(other.step(PictureTiming::in_step).size(), 3u);
}

TEST(SensorSuite, ListsItsSensorsBeforeAnyMeasures) {
  SensorWorld world(two_sensors, {}, false);
  const auto list = world.suite->sensors();
  ASSERT_EQ(list->size(), 2u);
  const SensorInfo& imu = *list->at(0);
  EXPECT_EQ(imu.type, "imu");
  EXPECT_EQ(imu.frame_id, "base");
  EXPECT_EQ(imu.rate_hz, 30);
  EXPECT_TRUE(imu.is_on_robot);
  ASSERT_EQ(imu.topics.size(), 1u);
  EXPECT_EQ(imu.topics[0].name, "imu");
  world.step();
  EXPECT_EQ(world.suite->sensors(), list);  // the same while nothing changes
}

TEST(SensorSuite, FollowsWhoComesAndGoes) {
  SensorWorld world(two_sensors);
  world.step();
  const RobotConfig& config = world.scenario->robots[0];
  RobotConfig second = config;
  second.name = "r2";
  second.world_from_robot.translation.x = 3;
  const double before =
      std::get<PoseReading>(world.next("truth")->measurement).world_from_sensor.translation.x;
  world.robots.emplace_back(std::make_shared<const RobotConfig>(second), *world.world, 1);
  world.suite->take_changes(*world.world, world.robots, {});
  EXPECT_EQ(world.suite->sensors()->size(), 4u);
  std::map<std::string, double> x;
  for (const auto& reading : world.step())
    if (const auto* pose = std::get_if<PoseReading>(&reading->measurement))
      x[reading->sensor->owner] = pose->world_from_sensor.translation.x;
  EXPECT_NEAR(x["r1"], before, 1e-6);
  EXPECT_NEAR(x["r2"], 3, 1e-6);

  world.world->remove(world.robots.front().entity());
  world.robots.erase(world.robots.begin());
  world.suite->take_changes(*world.world, world.robots, {});
  EXPECT_EQ(world.suite->sensors()->size(), 2u);
  for (const auto& reading : world.step()) EXPECT_EQ(reading->sensor->owner, "r2");
}

TEST(SensorSuite, AThingOfTheWorldCanHaveSensorsToo) {
  const TestFolder folder;
  const std::string sdf = folder
                              .write("w.sdf", R"(<sdf version="1.9"><world name="w">
  <model name="pole"><static>true</static><pose>1 2 3 0 0 0</pose>
    <link name="top"><sensor name="watch" type="imu"><update_rate>25</update_rate></sensor></link>
  </model></world></sdf>)")
                              .string();
  SensorWorld world("world: " + sdf + "\nstep: 8ms\n");
  const auto reading = world.next("watch");
  EXPECT_EQ(reading->sensor->owner, "pole");
  EXPECT_FALSE(reading->sensor->is_on_robot);
  EXPECT_EQ(world.time, 40ms);
  expect_near(std::get<ImuReading>(reading->measurement).linear_acceleration, {0, 0, 9.8}, 0.02);
}

TEST(SensorSuite, PoseTriggeredSensorsOfATwinMeasureWhenAPoseArrives) {
  SensorWorld world(R"(step: 8ms
robots:
  - name: r1
    model: block.urdf
    mode: twin
    sensors: {truth: {type: ground_truth, trigger: pose}}
)");
  for (int i = 0; i < 100; ++i) EXPECT_TRUE(world.step().empty());
  world.posed = {world.robots[0].entity()};
  const Readings readings = world.step();
  ASSERT_EQ(readings.size(), 1u);
  EXPECT_EQ(readings[0]->index, 1u);
  EXPECT_TRUE(world.step().empty());
}

TEST(SensorSuite, OnASimulatedRobotTheyAlsoMeasureAtTheirRate) {
  SensorWorld world(R"(step: 8ms
robots:
  - name: r1
    model: block.urdf
    sensors: {truth: {type: ground_truth, trigger: pose, rate_hz: 25}}
)");
  int count = 0;
  for (int i = 0; i < 125; ++i) {
    if (i % 50 == 7) world.posed = {world.robots[0].entity()};
    count += static_cast<int>(world.step().size());
  }
  EXPECT_EQ(count, 25 + 3);
}

TEST(SensorInterest, ClaimsAddUpAndEndFromAnyThread) {
  SensorInterest interest;
  EXPECT_EQ(interest.wanted("r", "cam"), streams::none);
  auto color = interest.want("r", "cam", streams::main);
  auto both = interest.want("r", "cam", streams::main | streams::depth);
  EXPECT_EQ(interest.wanted("r", "cam"), streams::main | streams::depth);
  EXPECT_EQ(interest.wanted("r", "other"), streams::none);
  const std::uint64_t revision = interest.revision();
  std::jthread([&] { both.release(); }).join();
  EXPECT_EQ(interest.wanted("r", "cam"), streams::main);
  EXPECT_NE(interest.revision(), revision);
  color = interest.want_all();  // the former claim ends
  EXPECT_EQ(interest.wanted("any", "thing"), streams::all);
  color.release();
  EXPECT_EQ(interest.wanted("r", "cam"), streams::none);
}

TEST(SensorFiles, MistakesAreNamedWithTheirLines) {
  const std::string found = findings_on(R"(step: 10ms
robots:
  - name: r1
    model: block.urdf
    sensors:
      a: {type: radar}
      b: {type: imu, beams: 3}
      c: {type: imu, rate_hz: 101}
      d: {type: contact, link: mast}
      e: {type: encoder}
      f: {type: imu, acceleration_noise_mps2: -1}
      g: {type: imu, drift_time: 5}
      h: {type: imu, topic: same}
      i: {type: ground_truth, topic: same}
      j: {type: battery, empty_voltage_v: 13, technology: COAL}
)");
  EXPECT_THAT(found, HasSubstr("test.yaml:6: error: there is no sensor type 'radar'"));
  EXPECT_THAT(found, HasSubstr("test.yaml:7: error: 'imu' has no key 'beams'"));
  EXPECT_THAT(found, HasSubstr("test.yaml:8: error: sensor 'c' cannot measure 101 times a second: "
                               "there are 100 steps a second"));
  EXPECT_THAT(found, HasSubstr("test.yaml:9: error: contact sensor 'd' feels nothing: link 'mast' "
                               "has no collisions"));
  EXPECT_THAT(found, HasSubstr("test.yaml:10: error: encoder 'e' has no wheels to count: there is "
                               "no drive"));
  EXPECT_THAT(found, HasSubstr("test.yaml:11: error: 'acceleration_noise_mps2' must"));
  EXPECT_THAT(found, HasSubstr("test.yaml:12: error: 'drift_time' expects a time"));
  EXPECT_THAT(found,
              HasSubstr("test.yaml:14: error: sensor 'i' would publish on 'same', as another "
                        "sensor does (line 13)"));
  EXPECT_THAT(found, HasSubstr("test.yaml:15: error: 'empty_voltage_v' must not be above"));
  EXPECT_THAT(found, HasSubstr("test.yaml:15: error: 'technology' cannot be 'COAL'"));
}

TEST(SensorFiles, SensorsOfAMissingModelAreCheckedAllTheSame) {
  EXPECT_THAT(
      findings_on(R"(robots:
  - name: r1
    model: nowhere.urdf
    sensors: {a: {type: lidarr}, b: {type: lidar, beams: many}}
)"),
      ::testing::AllOf(HasSubstr("test.yaml:4: error: there is no sensor type 'lidarr'; did "
                                 "you mean 'lidar'?"),
                       HasSubstr("'beams' expects a whole number, is 'many'")));
}

TEST(SensorFiles, SeveralOfAKindHaveTopicsByTheirNames) {
  SensorWorld world(R"(step: 10ms
robots:
  - name: r1
    model: block.urdf
    sensors:
      front: {type: lidar}
      rear: {type: lidar, pose: {x: 0.1}}
      near: {type: range}
      cam: {type: camera, link: eye_optical_frame, width_px: 8, height_px: 8}
      side: {type: camera, link: mast, topic: looks, width_px: 8, height_px: 8}
)",
                    {}, false);
  std::map<std::string, std::string> topics, frames;
  for (const auto& info : *world.suite->sensors()) {
    topics[info->name] = info->topics[0].name;
    frames[info->name] = info->frame_id;
  }
  EXPECT_EQ(topics["front"], "front/scan");
  EXPECT_EQ(topics["rear"], "rear/scan");
  EXPECT_EQ(topics["near"], "range/near");
  EXPECT_EQ(topics["cam"], "cam/image_raw");
  EXPECT_EQ(topics["side"], "looks/image_raw");
  EXPECT_EQ(frames["front"], "base");
  EXPECT_EQ(frames["rear"], "rear_frame");
  EXPECT_EQ(frames["cam"], "eye_optical_frame");
  EXPECT_EQ(frames["side"], "side_optical_frame");
}

TEST(SensorFiles, RobotsMayShareNamesOfTopicsButNotTopics) {
  const auto found = [](const std::string& topic) {
    return findings_on(
        "step: 10ms\nrobots:\n"
        "  - {name: r1, model: block.urdf, sensors: {s: {type: imu, topic: " +
        topic +
        "}}}\n"
        "  - {name: r2, model: block.urdf, pose: {x: 1},\n"
        "     sensors: {s: {type: imu, topic: " +
        topic + "}}}\n");
  };
  EXPECT_EQ(found("felt"), "");
  EXPECT_EQ(found("/felt"),
            "test.yaml:5: error: 'r2/s' would publish on '/felt', as 'r1/s' does\n");
}

TEST(SensorFiles, WhatIsWrongWithAModelIsToldOnceForAllItsRobots) {
  const TestFolder folder;
  folder.write("r.urdf", R"(<robot name="r"><link name="a"><inertial><mass value="1"/>
  <inertia ixx="1" ixy="0" ixz="0" iyy="1" iyz="0" izz="1"/></inertial></link>
  <gazebo reference="a"><sensor name="m" type="magnetometer"/>
  <sensor name="i" type="imu"><update_rate>1000</update_rate></sensor>
  </gazebo></robot>)");
  Findings findings;
  ScenarioOptions options;
  options.checks = sensor_checks();
  const std::string yaml =
      "step: 10ms\nrobots: [{name: a, model: r.urdf}, {name: b, model: r.urdf, pose: {x: 3}}]";
  EXPECT_TRUE(load_scenario(folder.write("s.yaml", yaml).string(), options, findings));
  ASSERT_EQ(findings.all().size(), 2u) << all_text(findings);
  EXPECT_WARNING(findings, 3, "sensor 'm' of type 'magnetometer': not simulated");
  EXPECT_WARNING(findings, 4,
                 "sensor 'i' measures 100 times a second instead of 1000: there are no more steps");
}

TEST(SensorFiles, WordsForNumbersInSdfAreErrors) {
  const TestFolder folder;
  const auto found = [&](const std::string& sensor) {
    Findings findings;
    ScenarioOptions options;
    options.checks = sensor_checks();
    load_scenario(folder
                      .write("w.sdf",
                             "<sdf version=\"1.9\"><world name=\"w\"><model name=\"m\">"
                             "<static>true</static><link name=\"l\">" +
                                 sensor + "</link></model></world></sdf>")
                      .string(),
                  options, findings);
    return all_text(findings);
  };
  EXPECT_THAT(found("<sensor name=\"c\" type=\"camera\"><camera><distortion><k1>much</k1>"
                    "</distortion></camera></sensor>"),
              HasSubstr("error: '<camera/distortion/k1>' expects a number, is 'much'"));
  EXPECT_THAT(found("<sensor name=\"s\" type=\"sonar\"><sonar><min>0.1</min><max>2</max>"
                    "<radius>-1</radius></sonar></sensor>"),
              HasSubstr("error: '<sonar/radius>' must be"));
}

// Gazebo's names may have any characters, those of topics may not: a sensor that nobody can hear
// would be an empty stream.
TEST(SensorFiles, NamesOfSdfBecomeNamesOfTopics) {
  const TestFolder folder;
  const std::string sdf = folder
                              .write("w.sdf", R"(<sdf version="1.9"><world name="w">
  <model name="pole"><static>true</static><link name="top">
    <sensor name="front-left camera" type="camera"><pose>1 0 0 0 0 0</pose></sensor>
    <sensor name="2nd - ü" type="camera"/>
    <sensor name="s" type="imu"><topic>/imu data/2-raw</topic></sensor></link></model></world></sdf>)")
                              .string();
  EXPECT_EQ(
      findings_on("world: " + sdf + "\n"),
      "w.sdf:3: warning: sensor 'front-left camera' is called 'front_left_camera' here: names "
      "have letters, digits and underscores\n"
      "w.sdf:4: warning: sensor '2nd - ü' is called 'sensor_2nd_' here: names have letters, digits "
      "and underscores\n"
      "w.sdf:5: warning: the topic '/imu data/2-raw' is called '/imu_data/sensor_2_raw' here: "
      "names have letters, digits and underscores\n");
  const SensorWorld world("world: " + sdf + "\n");
  const SensorList& sensors = *world.suite->sensors();
  ASSERT_EQ(sensors.size(), 3u);
  EXPECT_EQ(sensors[0]->name, "front_left_camera");
  EXPECT_EQ(sensors[0]->topics[0].name, "front_left_camera/image_raw");
  EXPECT_EQ(sensors[0]->frame_id, "front_left_camera_optical_frame");
  EXPECT_EQ(sensors[1]->topics[0].name, "sensor_2nd_/image_raw");
  EXPECT_EQ(sensors[2]->topics[0].name, "/imu_data/sensor_2_raw");
}

TEST(SensorFiles, ElementsOfSdfAreNamedAsTheyAreWritten) {
  const TestFolder folder;
  const auto found = [&](const std::string& camera) {
    return findings_on("world: " +
                       folder
                           .write("w.sdf", R"(<sdf version="1.9"><world name="w">
  <model name="pole"><static>true</static><link name="top">
    <sensor name="s" type="camera"><camera>)" + camera +
                                               R"(</camera></sensor></link></model>
  </world></sdf>)")
                           .string() +
                       "\n");
  };
  EXPECT_EQ(
      found("<image><width>9000</width></image>"),
      "w.sdf:3: error: '<camera/image/width>' must be at least 1 and at most 8192, is 9000\n");
  EXPECT_EQ(found("<image><format>R8G8B8</format></image>"), "");
  EXPECT_EQ(found("<image><format>L8</format></image>"),
            "w.sdf:3: warning: pictures of sensor 's' are R8G8B8, not 'L8'\n");
}

TEST(SensorFiles, SdfSensorsOfOtherKindsAreAWarning) {
  const TestFolder folder;
  folder.write("r.urdf", R"(<robot name="r"><link name="a"><inertial><mass value="1"/>
  <inertia ixx="1" ixy="0" ixz="0" iyy="1" iyz="0" izz="1"/></inertial></link>
  <gazebo reference="a"><sensor name="m" type="magnetometer"/>
  <sensor name="i" type="imu"><update_rate>50</update_rate><imu><noise><type>x</type></noise></imu></sensor>
  </gazebo></robot>)");
  Findings findings;
  ScenarioOptions options;
  options.checks = sensor_checks();
  EXPECT_TRUE(load_scenario(folder.write("s.yaml", "robots: [{name: a, model: r.urdf}]").string(),
                            options, findings));
  EXPECT_WARNING(findings, 3, "sensor 'm' of type 'magnetometer': not simulated");
  EXPECT_WARNING(findings, 4, "<imu/noise/type> of sensor 'i' is not simulated");
}

}  // namespace
}  // namespace tandem
