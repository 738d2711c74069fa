// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#include "scenario/sdf_sensor.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "scenario/model_files.h"
#include "scenario/scenario.h"
#include "scenario/testing.h"

namespace tandem {
namespace {

using ::testing::ElementsAre;
using ::testing::SizeIs;

std::vector<std::string> keys(const SensorDescription& sensor) {
  std::vector<std::string> names;
  for (const WrittenSetting& setting : sensor.settings) names.push_back(setting.key);
  return names;
}

constexpr const char* scanner = R"(<sdf version="1.9"><model name="m">
  <frame name="mast" attached_to="l"><pose>0 0 2 0 0 0</pose></frame>
  <link name="l"><pose>1 0 0 0 0 0</pose>
    <inertial><mass>1</mass><inertia><ixx>1</ixx><iyy>1</iyy><izz>1</izz></inertia></inertial>
    <sensor name="front" type="gpu_lidar">
      <pose relative_to="mast">0 0.5 0 0 0 0</pose>
      <update_rate>7.5</update_rate>
      <topic>laser</topic>
      <always_on>1</always_on><visualize>true</visualize>
      <lidar><scan><horizontal><samples>90</samples></horizontal></scan>
        <noise type="gaussian"><stddev>0.02</stddev></noise></lidar>
    </sensor>
  </link>
</model></sdf>)";

TEST(SdfSensor, IsKeptWithItsPlaceAndEverythingItSays) {
  const TestFolder folder;
  Findings findings;
  const auto model = load_sdf_model(folder.write("m.sdf", scanner), {}, findings);
  ASSERT_TRUE(model) << all_text(findings);
  EXPECT_TRUE(findings.all().empty()) << all_text(findings);
  ASSERT_THAT(model->sensors, SizeIs(1));
  const SensorDescription& sensor = model->sensors[0];
  EXPECT_EQ(sensor.name, "front");
  EXPECT_EQ(sensor.type, "gpu_lidar");
  EXPECT_TRUE(sensor.is_sdf);
  EXPECT_EQ(sensor.link, "l");
  EXPECT_EQ(sensor.rate_hz, 7.5);
  EXPECT_EQ(sensor.topic, "laser");
  EXPECT_EQ(sensor.place.line, 5);
  expect_near(sensor.link_from_sensor.translation, {0, 0.5, 2});
  EXPECT_THAT(keys(sensor), ElementsAre("lidar/scan/horizontal/samples", "lidar/noise/@type",
                                        "lidar/noise/stddev"));
  EXPECT_THAT(sensor.settings[0].values, ElementsAre("90"));
  EXPECT_EQ(sensor.settings[2].place.line, 11);
}

TEST(SdfSensor, OfANestedModelSitsOnTheNestedLink) {
  const TestFolder folder;
  folder.write("m.sdf", scanner);
  Findings findings;
  const auto model = load_sdf_model(folder.write("outer.sdf", R"(<sdf version="1.9">
  <model name="outer"><include><uri>m.sdf</uri><name>head</name></include></model></sdf>)"),
                                    {{folder.path()}}, findings);
  ASSERT_TRUE(model) << all_text(findings);
  ASSERT_THAT(model->sensors, SizeIs(1));
  EXPECT_EQ(model->sensors[0].name, "head::front");
  EXPECT_EQ(model->sensors[0].link, "head::l");
}

TEST(SdfSensor, InAUrdfSitsOnTheLinkOfItsExtension) {
  const TestFolder folder;
  Findings findings;
  const auto model = load_urdf_model(folder.write("r.urdf", R"(<robot name="r">
  <link name="a"/>
  <gazebo reference="a">
    <sensor name="imu" type="imu"><pose>0 0 0.1 0 0 0</pose><update_rate>50</update_rate></sensor>
  </gazebo>
</robot>)"),
                                     {}, findings);
  ASSERT_TRUE(model) << all_text(findings);
  ASSERT_THAT(model->sensors, SizeIs(1));
  EXPECT_EQ(model->sensors[0].link, "a");
  EXPECT_EQ(model->sensors[0].link_from_sensor.translation.z, 0.1);
}

TEST(SdfSensor, WithoutALinkNameOrTypeIsAnError) {
  const TestFolder folder;
  Findings findings;
  EXPECT_FALSE(load_urdf_model(folder.write("r.urdf", R"(<robot name="r">
  <link name="a"/>
  <gazebo><sensor name="imu" type="imu"/></gazebo>
  <gazebo reference="a"><sensor name="imu"/></gazebo>
  <gazebo reference="a"><sensor name="x" type="imu"><update_rate>-1</update_rate></sensor></gazebo>
</robot>)"),
                               {}, findings));
  EXPECT_ERROR(findings, 3, "a <sensor> sits on a link: <gazebo> needs a 'reference' to one");
  EXPECT_ERROR(findings, 4, "<sensor> needs the attribute 'type'");
  EXPECT_ERROR(findings, 5, "<update_rate>: must not be negative, is -1");
}

TEST(SdfSensor, OfAModelGivesWayToTheScenarios) {
  const TestFolder folder;
  folder.write("r.urdf", R"(<robot name="r"><link name="a"><inertial><mass value="1"/>
  <inertia ixx="1" ixy="0" ixz="0" iyy="1" iyz="0" izz="1"/></inertial></link>
  <gazebo reference="a"><sensor name="imu" type="imu"/><sensor name="eye" type="camera"/>
  <sensor name="ear" type="sonar"/></gazebo></robot>)");
  Findings findings;
  const auto scenario = load_scenario(folder
                                          .write("s.yaml", R"(robots:
  - {name: plain, model: r.urdf, pose: {x: 2}}
  - {name: other, model: r.urdf, sensors: {imu: {type: imu, rate_hz: 9}, eye: off}}
)")
                                          .string(),
                                      {}, findings);
  ASSERT_TRUE(scenario) << all_text(findings);
  EXPECT_THAT(scenario->robots[0].sensors, SizeIs(3));
  ASSERT_THAT(scenario->robots[1].sensors, SizeIs(2));
  EXPECT_EQ(scenario->robots[1].sensors[0].name, "ear");
  EXPECT_EQ(scenario->robots[1].sensors[1].rate_hz, 9);
}

}  // namespace
}  // namespace tandem
