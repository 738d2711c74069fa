// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "sensors/test_world.h"

// Who measures what, where some things and some sensors are real.
namespace tandem {
namespace {

using testing::HasSubstr;

// A table 1 m ahead that is real and has a model, a crate 2 m ahead that is virtual, and the wall 3
// m ahead.
std::string hall(const std::string& mode, const std::string& sensors) {
  return "step: 10ms\nclock: zero\nworld: {generate: arena, size_x_m: 6, size_y_m: 6, "
         "wall_height_m: 1}\n"
         "robots: [{name: r1, model: block.urdf, mode: " +
         mode + ", sensors: {" + sensors + R"(}}]
real: ['table*']
spawn:
  table: {area: {x: 1.2, y: 0, size_x_m: 0.5, size_y_m: 0.5}, object: {shape: box, size_m: [0.4, 0.4, 0.4], mass_kg: 5}}
  crate: {area: {x: 2.2, y: 0, size_x_m: 0.5, size_y_m: 0.5}, object: {shape: box, size_m: [0.4, 0.4, 1], mass_kg: 5}}
)";
}

constexpr const char* mixed_lidar = "s: {type: lidar, beams: 1, fov_deg: 1, reality: mixed}";

TEST(Reality, AMixedLidarOfARealRobotLeavesOutWhatIsReal) {
  SensorWorld world(hall("twin", mixed_lidar));
  EXPECT_TRUE(is_real(*world.world->find("table_1")));
  EXPECT_FALSE(is_real(*world.world->find("crate_1")));
  EXPECT_NEAR(world.next_as<ScanReading>("s").ranges_m[0], 2, 0.01);
}

TEST(Reality, AVirtualLidarSeesEverything) {
  SensorWorld twin(hall("twin", "s: {type: lidar, beams: 1, fov_deg: 1}"));
  EXPECT_NEAR(twin.next_as<ScanReading>("s").ranges_m[0], 1, 0.01);
}

TEST(Reality, WithoutARealRobotAMixedLidarSeesEverything) {
  // nobody else would
  SensorWorld simulated(hall("virtual", mixed_lidar));
  EXPECT_NEAR(simulated.next_as<ScanReading>("s").ranges_m[0], 1, 0.01);
}

TEST(Reality, CanBeChangedWhileTheWorldRuns) {
  SensorWorld world(hall("twin", mixed_lidar));
  const auto mark = [&](const char* name, std::vector<std::string> tags) {
    const Entity& entity = *world.world->find(name);
    EntityInfo info = entity.info;
    info.tags = std::move(tags);
    world.world->set_info(entity.id, info);
    world.suite->take_changes(*world.world, world.robots, {});
  };
  mark("crate_1", {"heavy", "real"});
  EXPECT_NEAR(world.next_as<ScanReading>("s").ranges_m[0], 3, 0.01);
  mark("table_1", {});
  EXPECT_NEAR(world.next_as<ScanReading>("s").ranges_m[0], 1, 0.01);
}

TEST(Reality, RangesLeaveOutWhatIsRealToo) {
  SensorWorld world(
      hall("twin", "s: {type: range, fov_deg: 1, pose: {x: 0.1, z: 0.05}, reality: mixed}"));
  EXPECT_NEAR(world.next_as<RangeReading>("s").range_m, 1.9, 0.01);
}

TEST(Reality, AMixedBumperDoesNotFeelWhatIsReal) {
  const auto touched = [](const char* sensor) {
    SensorWorld world(hall("twin", sensor));
    world.place("table_1", {{0.29, 0, 0.2}, {}});  // one centimetre inside of the robot
    std::vector<std::string> names;
    for (const auto& touch : world.next_as<ContactReading>("s").touches)
      names.push_back(touch.other);
    return names;
  };
  EXPECT_THAT(touched("s: {type: contact}"), testing::Contains("table_1"));
  EXPECT_THAT(touched("s: {type: contact, reality: mixed}"),
              testing::Not(testing::Contains("table_1")));
}

TEST(Reality, WhatTheRealRobotMeasuresIsLeftToIt) {
  const char* sensors = "s: {type: lidar, reality: real}, t: {type: lidar, beams: 3, topic: other}";
  SensorWorld twin(hall("twin", sensors));
  ASSERT_EQ(twin.suite->sensors()->size(), 1u);
  EXPECT_EQ(twin.suite->sensors()->front()->name, "t");
  SensorWorld simulated(hall("virtual", sensors));
  EXPECT_EQ(simulated.suite->sensors()->size(), 2u);
}

TEST(Reality, ARobotInTheRoomIsRealAndOneElsewhereIsNot) {
  const auto is_real_twin = [](const char* twin) {
    SensorWorld world("robots: [{name: r1, model: block.urdf, mode: twin, twin: {origin: " +
                      std::string(twin) + "}}]\n");
    return is_real(*world.world->find("r1"));
  };
  EXPECT_TRUE(is_real_twin("room"));
  EXPECT_FALSE(is_real_twin("start"));
}

TEST(Reality, TopicsOfAMixAreKnown) {
  SensorWorld world(hall("twin",
                         "s: {type: lidar, reality: mixed}, t: {type: lidar, mix: {real_topic: "
                         "/other/scan, topic: t_mixed, stale_after: 1s, real_yaw_deg: 90, "
                         "without_real: virtual, stamps: own, latency: 20ms}}"));
  const auto& sensors = *world.suite->sensors();
  ASSERT_EQ(sensors.size(), 2u);
  ASSERT_TRUE(sensors[0]->mix && sensors[1]->mix);
  EXPECT_EQ(sensors[0]->mix->real_topic, "hardware/s/scan");
  EXPECT_EQ(sensors[0]->mix->topic, "mixed/s/scan");
  EXPECT_EQ(sensors[0]->mix->stale_after, 300ms);
  const MixConfig& mix = *sensors[1]->mix;
  EXPECT_EQ(mix.real_topic, "/other/scan");
  EXPECT_EQ(mix.topic, "t_mixed");
  EXPECT_EQ(mix.stale_after, 1s);
  EXPECT_NEAR(mix.real_yaw_rad, 1.5707963, 1e-6);
  EXPECT_TRUE(mix.goes_on_without_real);
  EXPECT_EQ(mix.stamps, StampSource::own);
  EXPECT_EQ(mix.latency, 20ms);
}

TEST(Reality, ACameraIsMixedWhereItsColorsAre) {
  SensorWorld world(hall("twin", "s: {type: camera, reality: mixed}"));
  const SensorInfo& camera = *world.suite->sensors()->front();
  ASSERT_TRUE(camera.mix);
  EXPECT_EQ(camera.mix->real_topic, "hardware/camera/image_raw");
  EXPECT_EQ(camera.mix->topic, "mixed/camera/image_raw");
  EXPECT_TRUE(camera.has_real_partner);
  EXPECT_EQ(mixable_topic(camera)->name, "camera/image_raw");
}

TEST(Reality, MistakesAreTold) {
  const auto errors = [](const char* sensors) {
    const TestFolder folder;
    folder.write("block.urdf", block_urdf);
    Findings findings;
    ScenarioOptions loading;
    loading.checks = sensor_checks();
    load_scenario(folder.write("test.yaml", hall("twin", sensors)).string(), loading, findings);
    return all_text(findings);
  };
  EXPECT_THAT(errors("s: {type: imu, reality: mixed}"),
              HasSubstr("sensor 's' cannot be mixed with a real one: scans, ranges, contacts and "
                        "cameras can, not a imu"));
  EXPECT_THAT(errors("s: {type: stereo, reality: mixed}"), HasSubstr("can, not a stereo"));
  EXPECT_THAT(errors("s: {type: camera, mix: {topic: camera/mixed}}"),
              HasSubstr("would publish the camera_info of its mixed pictures on "
                        "'camera/camera_info', where others are"));
  EXPECT_THAT(errors("s: {type: camera, mix: {topic: both/s}}, t: {type: camera, mix: {topic: "
                     "both/t}}"),
              HasSubstr("sensor 't' would publish on 'both/camera_info', as another sensor does"));
  EXPECT_EQ(errors("s: {type: camera, reality: mixed}, t: {type: camera, reality: mixed}"), "");
  EXPECT_THAT(errors("s: {type: lidar, reality: unreal}"),
              HasSubstr("'reality' cannot be 'unreal'; did you mean 'real'?"));
  EXPECT_THAT(errors("s: {type: lidar, reality: real, mix: {}}"),
              HasSubstr("'mix' is for sensors of 'reality: mixed'"));
  EXPECT_THAT(errors("s: {type: lidar, mix: {topic: scan}}"),
              HasSubstr("would publish its mixed measurements on 'scan', where others are"));
  EXPECT_THAT(errors("s: {type: lidar, mix: {real_topic: a, topic: a}}"),
              HasSubstr("cannot go where the real ones come from"));
  EXPECT_THAT(errors("s: {type: lidar, mix: {real_topic: 'a b'}}"),
              HasSubstr("'real_topic' is no topic name"));
  EXPECT_THAT(errors("s: {type: lidar, mix: {stale_after: 0s}}"), HasSubstr("stale_after"));
  EXPECT_THAT(errors("s: {type: lidar, mix: {delay: 1s}}"), HasSubstr("delay"));
}

TEST(Reality, NamesOfRealThingsThatNothingHasAreTold) {
  const auto found = [](const char* real) {
    const TestFolder folder;
    Findings findings;
    load_scenario(
        folder
            .write("test.yaml", std::string("spawn:\n  table: {area: {x: 2, y: 0, size_x_m: 2, "
                                            "size_y_m: 2}, object: {shape: box, "
                                            "size_m: [1, 1, 1], mass_kg: 1}}\nreal: ") +
                                    real + "\n")
            .string(),
        {}, findings);
    return all_text(findings);
  };
  EXPECT_THAT(found("[tabel_1]"), HasSubstr("nothing in the world is named 'tabel_1'"));
  EXPECT_THAT(found("table_1"), HasSubstr("'real' expects a list of names"));
  EXPECT_EQ(found("['table_?']"), "");
}

}  // namespace
}  // namespace tandem
