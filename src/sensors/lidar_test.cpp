// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>
#include <cstring>
#include <limits>
#include <numbers>

#include "sensors/flatten.h"
#include "sensors/test_world.h"

namespace tandem {
namespace {

using ::testing::HasSubstr;
constexpr float infinity = std::numeric_limits<float>::infinity();

// The block at the origin in a square room of 6 m; the sensor is 0.1 m above the floor.
std::string room_with(const std::string& sensors, const std::string& more = "") {
  return "step: 10ms\nworld: {generate: arena, size_x_m: 6, size_y_m: 6, wall_height_m: 1}\n"
         "robots: [{name: r1, model: block.urdf, sensors: {" +
         sensors + "}}]\n" + more;
}

// From the middle of a square room to its wall.
double to_wall(double angle) {
  return 3 / std::max(std::abs(std::cos(angle)), std::abs(std::sin(angle)));
}

TEST(Lidar, MeasuresTheWallsOfARoom) {
  SensorWorld world(room_with("s: {type: lidar, beams: 360, range_max_m: 10}"));
  const auto scan = world.next_as<ScanReading>("s");
  ASSERT_EQ(scan.ranges_m.size(), 360u);
  EXPECT_NEAR(scan.angle_increment_rad, std::numbers::pi / 180, 1e-6);
  EXPECT_NEAR(scan.angle_min_rad, -std::numbers::pi, 1e-6);
  for (std::size_t i = 0; i < 360; ++i) {
    const double angle = scan.angle_min_rad + static_cast<double>(i) * std::numbers::pi / 180;
    ASSERT_NEAR(scan.ranges_m[i], to_wall(angle), 1e-3) << i;
    ASSERT_GT(scan.intensities[i], 0);
  }
}

TEST(Lidar, NothingIsPlusAndTooNearIsMinusInfinity) {
  SensorWorld world(
      room_with("s: {type: lidar, beams: 4, range_min_m: 2.9, range_max_m: 3.05},\n"
                "  t: {type: lidar, beams: 4, range_min_m: 3.1, range_max_m: 9},\n"
                "  u: {type: lidar, beams: 4, range_max_m: 2}"));
  EXPECT_NEAR(world.next_as<ScanReading>("s").ranges_m[0], 3, 1e-3);
  EXPECT_EQ(world.next_as<ScanReading>("t").ranges_m[0], -infinity);
  EXPECT_EQ(world.next_as<ScanReading>("t").intensities[0], 0);
  EXPECT_EQ(world.next_as<ScanReading>("u").ranges_m[0], infinity);
}

TEST(Lidar, SeesOtherRobotsAndMovingThingsButNotItself) {
  SensorWorld world(
      "step: 10ms\nworld: {generate: arena, size_x_m: 6, size_y_m: 6}\n"
      "robots:\n"
      "  - {name: r1, model: block.urdf, sensors: {s: {type: lidar, beams: 1, fov_deg: 1}}}\n"
      "  - {name: r2, model: block.urdf, pose: {x: 1.5}}\n");
  EXPECT_NEAR(world.next_as<ScanReading>("s").ranges_m[0], 1.4, 2e-3);
  world.place("r2", {{2, 0, 0.1}, {}});
  EXPECT_NEAR(world.next_as<ScanReading>("s").ranges_m[0], 1.9, 2e-3);
  world.place("r2", {{2, 2, 0.1}, {}});
  EXPECT_NEAR(world.next_as<ScanReading>("s").ranges_m[0], 3, 2e-3);
}

TEST(Lidar, BeamsSpreadFromTheFirstAngleToTheLast) {
  SensorWorld world(
      room_with("s: {type: lidar, beams: 91, angle_min_deg: 0, angle_max_deg: 90},\n"
                "  t: {type: lidar, beams: 3, fov_deg: 90}"));
  const auto scan = world.next_as<ScanReading>("s");
  EXPECT_NEAR(scan.angle_min_rad, 0, 1e-6);
  EXPECT_NEAR(scan.angle_increment_rad, std::numbers::pi / 180, 1e-6);
  EXPECT_NEAR(scan.ranges_m[45], 3 * std::numbers::sqrt2, 2e-3);
  EXPECT_NEAR(scan.ranges_m[90], 3, 1e-3);
  const auto wide = world.next_as<ScanReading>("t");
  EXPECT_NEAR(wide.angle_min_rad, -std::numbers::pi / 4, 1e-6);
  EXPECT_NEAR(wide.ranges_m[0], 3 * std::numbers::sqrt2, 2e-3);
}

TEST(Lidar, NoiseHasItsDeviation) {
  SensorWorld world(room_with("s: {type: lidar, beams: 3600, rate_hz: 100, noise_m: 0.02}"));
  double sum = 0, sum2 = 0;
  const auto scan = world.next_as<ScanReading>("s");
  for (std::size_t i = 0; i < 3600; ++i) {
    const double angle = scan.angle_min_rad + static_cast<double>(i) * scan.angle_increment_rad;
    const double error = scan.ranges_m[i] - to_wall(angle);
    sum += error;
    sum2 += error * error;
  }
  EXPECT_NEAR(sum / 3600, 0, 0.0017);  // five standard errors
  EXPECT_NEAR(std::sqrt(sum2 / 3600), 0.02, 0.0012);
  EXPECT_NE(world.next_as<ScanReading>("s").ranges_m, scan.ranges_m);
}

TEST(Lidar, GivesTheSameBytesOnAnyNumberOfThreads) {
  const std::string yaml = room_with(
      "a: {type: lidar, noise_m: 0.01}, b: {type: lidar, topic: b, noise_m: 0.01},\n"
      "  c: {type: lidar, topic: c}, d: {type: lidar, topic: d},\n"
      "  p: {type: lidar_3d, noise_m: 0.01}");
  SensorWorld one(yaml, {.threads = 1}), two(yaml, {.threads = 4});
  for (int i = 0; i < 30; ++i) {
    const Readings a = one.step(), b = two.step();
    ASSERT_EQ(a.size(), b.size());
    for (std::size_t k = 0; k < a.size(); ++k) {
      EXPECT_EQ(a[k]->sensor->name, b[k]->sensor->name);
      if (const auto* scan = std::get_if<ScanReading>(&a[k]->measurement)) {
        EXPECT_EQ(scan->ranges_m, std::get<ScanReading>(b[k]->measurement).ranges_m);
      } else {
        const auto& p = std::get<CloudReading>(a[k]->measurement).points;
        const auto& q = std::get<CloudReading>(b[k]->measurement).points;
        ASSERT_EQ(p.size(), q.size());
        EXPECT_EQ(std::memcmp(p.data(), q.data(), p.size() * sizeof(CloudPoint)), 0);
      }
    }
  }
}

TEST(Lidar, IsReadFromSdf) {
  const TestFolder folder;
  const std::string sdf = folder
                              .write("w.sdf", R"(<sdf version="1.9"><world name="w">
  <model name="pole"><static>true</static><link name="top">
    <sensor name="flat" type="gpu_lidar"><lidar><scan><horizontal><samples>5</samples>
      <min_angle>-0.4</min_angle><max_angle>0.4</max_angle></horizontal></scan>
      <range><min>0.5</min><max>7</max></range>
      <noise><type>gaussian</type><mean>0</mean><stddev>0.01</stddev></noise></lidar></sensor>
    <sensor name="deep" type="ray"><ray><scan><horizontal><samples>10</samples></horizontal>
      <vertical><samples>4</samples><min_angle>-0.2</min_angle><max_angle>0.2</max_angle></vertical>
      </scan><range><min>0.5</min><max>inf</max></range></ray></sensor>
    </link></model></world></sdf>)")
                              .string();
  Findings findings;
  ScenarioOptions options;
  options.checks = sensor_checks();
  ASSERT_TRUE(load_scenario(sdf, options, findings));
  EXPECT_EQ(all_text(findings), "");
  SensorWorld world("world: " + sdf + "\n");
  const auto flat = world.next_as<ScanReading>("flat");
  EXPECT_EQ(flat.ranges_m.size(), 5u);
  EXPECT_NEAR(flat.angle_min_rad, -0.4, 1e-6);
  EXPECT_NEAR(flat.angle_increment_rad, 0.2, 1e-6);
  EXPECT_NEAR(flat.range_max_m, 7, 1e-6);
  EXPECT_EQ(world.next("deep")->sensor->type, "lidar_3d");
}

TEST(Lidar3d, PointsLieOnTheWallsAndTheFloor) {
  SensorWorld world(
      room_with("s: {type: lidar_3d, rings: 16, columns: 900, fov_down_deg: -15,\n"
                "  fov_up_deg: 15, range_min_m: 0.1, range_max_m: 100}"));
  const auto cloud = world.next_as<CloudReading>("s");
  EXPECT_EQ(cloud.height, 1);
  EXPECT_TRUE(cloud.is_dense);
  EXPECT_EQ(static_cast<std::size_t>(cloud.width), cloud.points.size());
  int on_floor = 0, on_wall = 0;
  for (const CloudPoint& point : cloud.points) {
    const bool is_on_floor = std::abs(point.z + 0.1) < 1e-3;
    const bool is_on_wall =
        std::abs(std::max(std::abs(point.x), std::abs(point.y)) - 3) < 1e-3 && point.z < 0.9 + 1e-3;
    ASSERT_TRUE(is_on_floor || is_on_wall) << point.x << " " << point.y << " " << point.z;
    on_floor += is_on_floor;
    on_wall += is_on_wall;
    const double elevation = std::atan2(point.z, std::hypot(point.x, point.y));
    ASSERT_NEAR(elevation * 180 / std::numbers::pi, -15 + 2.0 * point.ring, 0.05);
    ASSERT_GE(point.intensity, 0);
    ASSERT_LE(point.intensity, 255);
    ASSERT_EQ(point.time, 0);
  }
  EXPECT_GT(on_floor, 900);  // rings below -1.9 degrees; those that reach the wall before are few
  EXPECT_GT(on_wall, 900 * 7);
}

TEST(Lidar3d, IntensityComesFromMaterialAndAngle) {
  // the same wall, straight ahead and at 45 degrees
  SensorWorld world(room_with("s: {type: lidar_3d, elevations_deg: [0], columns: 8}"));
  const auto cloud = world.next_as<CloudReading>("s");
  ASSERT_EQ(cloud.points.size(), 8u);
  const CloudPoint& ahead = cloud.points[4];  // from -180 degrees on
  const CloudPoint& slanted = cloud.points[5];
  EXPECT_NEAR(ahead.x, 3, 1e-3);
  EXPECT_NEAR(slanted.intensity / ahead.intensity, std::numbers::sqrt2 / 2, 1e-3);
  EXPECT_NE(ahead.label, 0);
}

TEST(Lidar3d, AnOrganizedCloudHasRowsFromTheTopAndNaNForNothing) {
  SensorWorld world(
      room_with("s: {type: lidar_3d, elevations_deg: [-10, 80], columns: 6, organized: true}"));
  const auto cloud = world.next_as<CloudReading>("s");
  EXPECT_EQ(cloud.width, 6);
  EXPECT_EQ(cloud.height, 2);
  EXPECT_FALSE(cloud.is_dense);
  for (int i = 0; i < 6; ++i) {
    EXPECT_TRUE(std::isnan(cloud.points[static_cast<std::size_t>(i)].x));  // up into the sky
    EXPECT_NEAR(cloud.points[static_cast<std::size_t>(6 + i)].z, -0.1, 1e-3);
  }
}

TEST(Lidar3d, MotionDistortionShearsWhatAMovingSensorSees) {
  const std::string still = "s: {type: lidar_3d, elevations_deg: [5], columns: 360, rate_hz: 10";
  SensorWorld world(room_with(still + ", motion_distortion: true}, t: {type: lidar_3d, topic: t,\n"
                                      "  elevations_deg: [5], columns: 360, rate_hz: 10}"));
  world.push("r1", {{2, 0, 0}, {}});
  const auto moving = world.next_as<CloudReading>("s");
  // at the stamp it has gone 0.2 m; the first column is from almost 0.1 s earlier
  const Vec3 now =
      world.world->physics().world_from(world.world->find("r1")->bodies[0]).translation;
  ASSERT_NEAR(now.x, 0.2, 0.01);
  ASSERT_EQ(moving.points.size(), 360u);
  for (const CloudPoint& point : moving.points) {
    EXPECT_LE(point.time, 0);
    EXPECT_GT(point.time, -0.1);
    const double x = now.x + 2 * point.time + point.x;  // in the world
    const double y = point.y;
    EXPECT_NEAR(std::max(std::abs(x), std::abs(y)), 3, 0.01) << point.time;
  }
  EXPECT_NEAR(moving.points.front().time, -0.1 * 359 / 360, 1e-6);
  EXPECT_EQ(moving.points.back().time, 0);
}

TEST(Lidar3d, MotionDistortionCanBeUndoneByTheTimesOfTheBeams) {
  SensorWorld world(
      room_with("s: {type: lidar_3d, elevations_deg: [5], columns: 720, rate_hz: 10,\n"
                "  motion_distortion: true}, t: {type: lidar_3d, topic: t, elevations_deg: [5],\n"
                "  columns: 720, rate_hz: 10}"));
  constexpr double turning = 3;  // rad/s: 17 degrees in a sweep
  const BodyId body = world.world->find("r1")->bodies[0];
  world.place("r1", {{0, 0, 0.1}, {}});
  CloudReading cloud;
  for (bool is_done = false; !is_done;) {
    // held up and turned by hand, without friction and drag
    world.world->set_velocity(*world.world->find("r1"), {{}, {0, 0, turning}});
    for (const auto& reading : world.step())
      if (reading->sensor->name == "s") {
        cloud = std::get<CloudReading>(reading->measurement);
        is_done = true;
      }
  }
  const double yaw = world.world->physics().world_from(body).rotation.yaw();
  ASSERT_NEAR(yaw, 0.1 * turning, 0.02);
  ASSERT_EQ(cloud.points.size(), 720u);
  double worst_undone = 0, worst_raw = 0;
  for (const CloudPoint& point : cloud.points) {
    const auto off_wall = [&](double heading) {
      const double x = std::cos(heading) * point.x - std::sin(heading) * point.y;
      const double y = std::sin(heading) * point.x + std::cos(heading) * point.y;
      return std::abs(std::max(std::abs(x), std::abs(y)) - 3);
    };
    worst_undone = std::max(worst_undone, off_wall(yaw + turning * point.time));
    worst_raw = std::max(worst_raw, off_wall(yaw));
  }
  EXPECT_LT(worst_undone, 0.02);
  EXPECT_GT(worst_raw, 0.3);
}

TEST(Lidar3d, AnyPatternComesFromAFile) {
  const TestFolder folder;
  const std::string file = folder
                               .write("pattern.csv",
                                      "# azimuth, elevation, share, ring\n"
                                      "0, 0, 1, 2\n90, 0, 0.5, 1\n\n-90, 10\n")
                               .string();
  SensorWorld world(room_with("s: {type: lidar_3d, pattern: " + file + "}"));
  const auto cloud = world.next_as<CloudReading>("s");
  ASSERT_EQ(cloud.points.size(), 3u);
  EXPECT_NEAR(cloud.points[0].y, 3, 1e-3);  // by their time in the sweep
  EXPECT_EQ(cloud.points[0].ring, 1);
  EXPECT_NEAR(cloud.points[1].x, 3, 1e-3);
  EXPECT_NEAR(cloud.points[2].z, 3 * std::tan(10 * std::numbers::pi / 180), 1e-3);
}

TEST(Lidar3d, BecomesAScan) {
  SensorWorld world(room_with("s: {type: lidar_3d, rings: 31, columns: 720, fov_down_deg: -15,\n"
                              "  fov_up_deg: 15, scan_beams: 360, scan_height_min_m: -0.05,\n"
                              "  scan_height_max_m: 0.3}",
                              ""),
                    {}, false);
  const auto claim = world.interest->want("r1", "s", streams::scan);
  const auto cloud = world.next_as<CloudReading>("s");
  EXPECT_TRUE(cloud.points.empty());  // nobody wanted them
  ASSERT_TRUE(cloud.scan);
  ASSERT_EQ(cloud.scan->ranges_m.size(), 360u);
  for (std::size_t i = 0; i < 360; ++i) {
    const double angle = -std::numbers::pi + static_cast<double>(i) * std::numbers::pi / 180;
    EXPECT_NEAR(cloud.scan->ranges_m[i], to_wall(angle), 0.04);  // of columns half a degree off
  }
}

TEST(Flatten, TakesTheNearestBetweenTheHeightsAndLeavesHolesOpen) {
  const std::vector<CloudPoint> points{{.x = 2, .z = 0.5f}, {.x = 3, .z = 0}, {.x = 2.5f, .z = 0},
                                       {.x = 2.7f, .z = 0}, {.x = 0.05f},     {.y = 4, .z = 0.05f}};
  const ScanReading scan = flattened(
      points, {.beams = 4, .height_min_m = -0.1, .height_max_m = 0.1, .limits = {0.1, 10, 0}});
  // from behind, counter-clockwise: x is the third, y the fourth
  EXPECT_FLOAT_EQ(scan.angle_min_rad, -std::numbers::pi_v<float>);
  EXPECT_FLOAT_EQ(scan.angle_increment_rad, std::numbers::pi_v<float> / 2);
  EXPECT_EQ(scan.ranges_m, (std::vector<float>{infinity, infinity, 2.5f, 4}));
}

TEST(Lidar3d, MistakesAreExplained) {
  const auto errors = [](const std::string& settings) {
    return findings_on("robots: [{name: r1, model: block.urdf, sensors: {s: {type: lidar_3d, " +
                       settings + "}}}]\n");
  };
  EXPECT_THAT(errors("rings: 4000, columns: 4000"),
              HasSubstr("4000 rings of 4000 columns are 16000000 points: there can be 10000000"));
  EXPECT_THAT(errors("fov_down_deg: 10, fov_up_deg: 5"), HasSubstr("the lowest ring, 10 degrees"));
  EXPECT_THAT(errors("range_min_m: 5, range_max_m: 2"), HasSubstr("must be below"));
  EXPECT_THAT(errors("pattern: nowhere.csv"), HasSubstr("nowhere.csv"));
  EXPECT_THAT(errors("elevations_deg: [1], rings: 3"), HasSubstr("'elevations_deg' replaces"));
  EXPECT_THAT(errors("fov_deg: 90, angle_min_deg: 1"), HasSubstr("give either 'fov_deg'"));
  EXPECT_THAT(errors("angle_min_deg: -300, angle_max_deg: 300"), HasSubstr("more than a circle"));
}

TEST(Range, IsTheNearestThingInItsCone) {
  // looks up a little, so that the floor is farther than the other block
  SensorWorld world(
      "step: 10ms\nworld: {generate: arena, size_x_m: 6, size_y_m: 6}\n"
      "robots:\n"
      "  - name: r1\n"
      "    model: block.urdf\n"
      "    sensors: {s: {type: range, fov_deg: 24, range_max_m: 5, pose: {pitch_deg: -9}},\n"
      "      n: {type: range, fov_deg: 1, range_max_m: 2},\n"
      "      m: {type: range, range_min_m: 4, range_max_m: 5}}\n"
      "  - {name: r2, model: block.urdf, pose: {x: 1.6, y: 0.2}}\n");
  // the other block begins at (1.5, 0.1), beside the middle of the cone
  const auto reading = world.next_as<RangeReading>("s");
  EXPECT_NEAR(reading.range_m, std::hypot(1.5, 0.1), 0.03);
  EXPECT_NEAR(reading.field_of_view_rad, 24 * std::numbers::pi / 180, 1e-6);
  EXPECT_EQ(world.next_as<RangeReading>("n").range_m, infinity);
  EXPECT_EQ(world.next_as<RangeReading>("m").range_m, -infinity);
}

}  // namespace
}  // namespace tandem
