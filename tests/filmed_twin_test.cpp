// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#include "filmed_twin.h"

#include <gtest/gtest.h>

#include <cmath>
#include <cstdlib>
#include <filesystem>
#include <string>

#include "calibration/lens.h"
#include "plant/overhead_camera.h"
#include "ports/mixing/mixed_view.h"
#include "scenario/image.h"
#include "simulation/load_scenario.h"
#include "simulation/simulation.h"

namespace tandem {
namespace {

OverheadConfig small_camera() {
  OverheadConfig camera;
  camera.width_px = 960;
  camera.height_px = 600;
  camera.marker_size_m = 0.2;  // fewer pixels, larger markers
  return camera;
}

void expect_close(const FilmedTwin& twin) {
  testing::Test::RecordProperty("position_rms_m", std::to_string(twin.position_rms_m));
  testing::Test::RecordProperty("position_p95_m", std::to_string(twin.position_p95_m));
  testing::Test::RecordProperty("yaw_rms_deg", std::to_string(twin.yaw_rms_deg));
  testing::Test::RecordProperty("yaw_p95_deg", std::to_string(twin.yaw_p95_deg));
  EXPECT_LT(twin.position_rms_m, 0.02);
  EXPECT_LT(twin.position_p95_m, 0.02);
  EXPECT_LT(twin.yaw_rms_deg, 2);
  EXPECT_LT(twin.yaw_p95_deg, 2);
}

TEST(FilmedTwin, Within2CentimetresAnd2DegreesOfARobotAtHalfAMetreASecond) {
  const auto twin = follow_filmed_robot(small_camera(), 20s);
  ASSERT_TRUE(twin) << twin.error();
  expect_close(*twin);
  // 30 pictures a second, of which the last are not over
  EXPECT_NEAR(twin->pictures, 600, 2);
  EXPECT_EQ(twin->unseen, 0);
}

TEST(FilmedTwin, ProjectedLightFlickerAndDarknessDoNotMoveIt) {
  OverheadConfig camera;
  camera.projection = ProjectedLight{.brightness = 0.5, .spots = 6};
  camera.flicker = 0.15;
  camera.lighting = {{.at = 3s, .during = 1s, .level = 0.5}};
  const auto twin = follow_filmed_robot(camera, 12s);
  ASSERT_TRUE(twin) << twin.error();
  expect_close(*twin);
  // a bright edge that wanders over the marker may cost some
  EXPECT_LT(twin->unseen, 0.05 * twin->pictures);
}

TEST(FilmedTwin, LatePicturesAreMadeUpForByTheirStamps) {
  OverheadConfig camera = small_camera();
  camera.latency = 100ms;
  camera.exposure = 10ms;
  camera.gain = 0.4;
  const auto twin = follow_filmed_robot(camera, 20s);
  ASSERT_TRUE(twin) << twin.error();
  // without that it would be 0.5 m/s * 0.1 s behind
  expect_close(*twin);
}

TEST(FilmedTwin, IsTheSameEveryTime) {
  OverheadConfig camera = small_camera();
  camera.occlude_every = 3s;
  const auto once = follow_filmed_robot(camera, 6s), again = follow_filmed_robot(camera, 6s);
  ASSERT_TRUE(once && again);
  EXPECT_EQ(once->position_rms_m, again->position_rms_m);
  EXPECT_EQ(once->yaw_p95_deg, again->yaw_p95_deg);
  EXPECT_GT(once->unseen, 0);
  EXPECT_EQ(once->unseen, again->unseen);
}

// Virtual boxes in the picture of the stand-in's camera.
TEST(FilmedRoom, VirtualThingsAreDrawnIntoItsPictures) {
  Findings findings;
  const auto scenario = load_checked_scenario_text(R"(name: room
world: {generate: arena, size_x_m: 10, size_y_m: 10, wall_height_m: 0}
robots: [{name: emaros, model: emaros, mode: twin, pose: {x: -0.5, y: 0.1, yaw_deg: 23}}]
spawn:
  red: {area: {x: 0.3, y: 0.5, size_x_m: 0.32, size_y_m: 0.32}, object: {shape: box, size_m: [0.3, 0.3, 0.3], mass_kg: 1, color: red}}
  blue: {area: {x: 0.8, y: -0.5, size_x_m: 0.22, size_y_m: 0.52}, object: {shape: box, size_m: [0.2, 0.5, 0.6], mass_kg: 1, color: blue}}
  ball: {area: {x: -0.1, y: -0.6, size_x_m: 0.32, size_y_m: 0.32}, object: {shape: sphere, radius_m: 0.15, mass_kg: 1, color: yellow}}
)",
                                                   "room.yaml", {}, findings);
  ASSERT_TRUE(scenario);
  Simulation simulation(scenario, SimulationOptions{.threads = 1});
  const Frame frame = simulation.step({});

  OverheadSetup setup{.config = {},
                      .camera = {},
                      .floor = {.world_from_center = {}, .size_x_m = 4, .size_y_m = 3},
                      .robots = {{.name = "emaros", .marker = 7}}};
  setup.camera = *camera_above(setup.floor, 0.15, 1920, 1200);
  OverheadCamera camera = *OverheadCamera::make(setup);
  const Pose2 at{{-0.5, 0.1}, 0.4};
  const RobotMotion motion{at, at};
  std::vector<std::uint8_t> picture(camera.picture_bytes());
  camera.take(1s, 1, {&motion, 1}, picture);
  const std::vector<std::uint8_t> real = halved(picture, 1920, 1200, 1);
  // as a camera that sees colors would have it
  std::vector<std::uint8_t> mixed;
  for (const std::uint8_t value : real) mixed.insert(mixed.end(), 3, value);
  const LensConfig lens = halved(*setup.camera.lens);
  MixedView view = *MixedView::make(lens, 960, 600);
  ASSERT_FALSE(view.draw({frame.time, frame.scenario, frame.entities, frame.world_from_body},
                         *setup.camera.room_from_camera,
                         {.pixels = mixed, .channels = 3, .tone = Tone::linear}));
  const auto pixel_of = [&](double x, double y, double z) {
    const Vec3 seen = inverse(*setup.camera.room_from_camera) * Vec3{x, y, z};
    const Vec2 pixel = project(lens, {seen.x / seen.z, seen.y / seen.z});
    return static_cast<std::size_t>(std::lround(pixel.y)) * 960 +
           static_cast<std::size_t>(std::lround(pixel.x));
  };
  const std::size_t box = pixel_of(0.3, 0.5, 0.3), robot = pixel_of(-0.5, 0.1, 0.15);
  EXPECT_GT(mixed[3 * box], mixed[3 * box + 1] + 30) << "the red box";
  EXPECT_EQ(mixed[3 * robot], real[robot]) << "the robot is real";
  const std::size_t floor = pixel_of(-1.5, -1, 0);
  EXPECT_EQ(mixed[3 * floor], real[floor]) << "so is the floor";

  const char* folder = std::getenv("TANDEM_PICTURES");
  if (!folder) return;
  RgbaImage shown{960, 600, {}};
  for (std::size_t i = 0; i < mixed.size(); i += 3)
    shown.pixels.push_back({mixed[i], mixed[i + 1], mixed[i + 2], 255});
  EXPECT_TRUE(write_jpeg(std::filesystem::path(folder) / "mixed_picture.jpg", shown, 85));
}

}  // namespace
}  // namespace tandem
