// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#include "plant/overhead_camera.h"

#include <gmock/gmock.h>

#include <cmath>
#include <cstdlib>
#include <filesystem>
#include <numbers>

#include "calibration/plane_view.h"
#include "scenario/image.h"
#include "test_places.h"
#include "tracking/annotation.h"
#include "tracking/marker_tracker.h"

namespace tandem {
namespace {

constexpr double degree = std::numbers::pi / 180;
constexpr double height_m = 0.15;

OverheadSetup small_room() {
  OverheadSetup setup;
  setup.config.width_px = 960;
  setup.config.height_px = 600;
  setup.floor = {.world_from_center = {}, .size_x_m = 4, .size_y_m = 3};
  // fewer pixels, larger markers
  setup.robots = {
      {.name = "a", .marker = 7, .marker_size_m = 0.2, .radius_m = 0.16, .height_m = height_m}};
  setup.camera = *camera_above(setup.floor, height_m, 960, 600);
  return setup;
}

OverheadCamera make(const OverheadSetup& setup) {
  auto camera = OverheadCamera::make(setup);
  EXPECT_TRUE(camera) << camera.error();
  return *std::move(camera);
}

using Pixels = std::vector<std::uint8_t>;

Pixels take(OverheadCamera& camera, const RobotMotion& motion, Duration time = 1s,
            std::uint64_t index = 1) {
  Pixels picture(camera.picture_bytes());
  camera.take(time, index, {&motion, 1}, picture);
  return picture;
}

MarkerSight look(const OverheadSetup& setup, const Pixels& picture) {
  MarkerTrackerConfig config{.dictionary = find_dictionary("4x4_50"), .camera = setup.camera};
  for (const FilmedRobot& robot : setup.robots)
    config.markers.push_back(
        {.id = robot.marker, .place = {.size_m = robot.marker_size_m, .height_m = robot.height_m}});
  MarkerTracker tracker = *MarkerTracker::make(config);
  return tracker.look({setup.config.width_px, setup.config.height_px, picture}, 1s)[0];
}

double off_m(const MarkerSight& sight, const Pose2& truth) {
  const Vec2 off = sight.pose->room_from_marker.translation - truth.translation;
  return std::hypot(off.x, off.y);
}

double off_rad(const MarkerSight& sight, const Pose2& truth) {
  return std::abs(
      std::remainder(sight.pose->room_from_marker.yaw - truth.yaw, 2 * std::numbers::pi));
}

double mean(const Pixels& pixels) {
  double sum = 0;
  for (const std::uint8_t pixel : pixels) sum += pixel;
  return sum / static_cast<double>(pixels.size());
}

TEST(OverheadCamera, ShowsMarkersWhereRobotsAreUpToTheEdges) {
  const OverheadSetup setup = small_room();
  OverheadCamera camera = make(setup);
  for (const double x : {-1.85, 0.0, 1.85})
    for (const double y : {-1.35, 0.1, 1.35}) {
      const Pose2 at{{x, y}, 0.3 + x - 2 * y};
      const MarkerSight sight = look(setup, take(camera, {at, at}));
      ASSERT_TRUE(sight.pose) << x << " " << y;
      EXPECT_LT(off_m(sight, at), 0.001) << x << " " << y;
      EXPECT_LT(off_rad(sight, at), 0.5 * degree) << x << " " << y;
    }
}

TEST(OverheadCamera, SeesTheMarkerWhereItIsOnTheRobot) {
  OverheadSetup setup = small_room();
  setup.robots[0].robot_from_marker = {{-0.03, 0.02}, -90 * degree};
  OverheadCamera camera = make(setup);
  const Pose2 at{{0.7, -0.4}, 1};
  const MarkerSight sight = look(setup, take(camera, {at, at}));
  ASSERT_TRUE(sight.pose);
  EXPECT_LT(off_m(sight, at * setup.robots[0].robot_from_marker), 0.001);
  EXPECT_LT(off_rad(sight, at * setup.robots[0].robot_from_marker), 0.5 * degree);
}

TEST(OverheadCamera, PicturesOfTheSameMomentAreTheSame) {
  OverheadSetup setup = small_room();
  setup.config.projection = ProjectedLight{.spots = 3};
  setup.config.occlude_every = 3s;
  OverheadCamera once = make(setup), again = make(setup);
  const RobotMotion here{{{1, 1}, 2}, {{1, 1}, 2}}, there{{{-1, 0}, 0}, {{-0.99, 0}, 0.1}};
  // whatever it has seen before
  for (int i = 0; i < 30; ++i) take(again, here, i * 100ms, 5);
  EXPECT_EQ(take(once, there, 2s, 8), take(again, there, 2s, 8));
  EXPECT_NE(take(once, there, 2s, 9), take(again, there, 2s, 8));
  setup.seed = 2;
  OverheadCamera other = make(setup);
  EXPECT_NE(take(once, there, 2s, 8), take(other, there, 2s, 8));
}

TEST(OverheadCamera, MotionIsBlurredAroundTheMiddleOfTheExposure) {
  OverheadSetup setup = small_room();
  setup.config.noise = 0;
  OverheadCamera camera = make(setup);
  // 12 mm are 2.4 of these pixels
  const Pose2 middle{{0.5, 0.2}, 0}, opened{{0.494, 0.2}, -0.02}, closed{{0.506, 0.2}, 0.02};
  const Pixels still = take(camera, {middle, middle}), moving = take(camera, {opened, closed});
  const MarkerSight sight = look(setup, moving);
  ASSERT_TRUE(sight.pose);
  EXPECT_LT(off_m(sight, middle), 0.001);
  EXPECT_LT(off_rad(sight, middle), 0.5 * degree);
  // along the rows of the marker
  const auto steepest = [&](const Pixels& pixels) {
    const auto& corners = sight.mark->corners_px;
    const auto row = static_cast<std::size_t>(corners[0].y + corners[2].y) / 2;
    int most = 0;
    for (auto x = static_cast<std::size_t>(corners[0].x) - 8;
         x < static_cast<std::size_t>(corners[1].x) + 8; ++x) {
      const std::size_t i = row * 960 + x;
      most = std::max(most, std::abs(pixels[i] - pixels[i - 1]));
    }
    return most;
  };
  // an edge of a lens whose blur is 0.76 pixels, a part of one included, rises by 0.48 in a pixel;
  // with 2.4 pixels of motion by 0.38
  EXPECT_NEAR(static_cast<double>(steepest(moving)) / steepest(still), 0.38 / 0.48, 0.12);
  EXPECT_NEAR(mean(moving), mean(still), 0.05);
}

TEST(OverheadCamera, NoiseHasTheDeviationThatWasAskedFor) {
  OverheadSetup setup = small_room();
  setup.config.noise = 4;
  OverheadCamera camera = make(setup);
  const Pixels first = take(camera, {}, 1s, 1), second = take(camera, {}, 1s, 2);
  double squares = 0;
  for (std::size_t i = 0; i < first.size(); ++i)
    squares += std::pow(static_cast<double>(first[i]) - second[i], 2);
  // of a difference twice the variance, and whole numbers add a twelfth each
  EXPECT_NEAR(squares / static_cast<double>(first.size()), 2 * (16 + 1.0 / 12), 0.5);
}

TEST(OverheadCamera, LightAndExposureMakeItBrighter) {
  OverheadSetup setup = small_room();
  setup.config.noise = 0;
  setup.config.lighting = {{.at = 2s, .during = 1s, .level = 0.5}};
  OverheadCamera camera = make(setup);
  const double before = mean(take(camera, {}, 2s));
  EXPECT_NEAR(mean(take(camera, {}, 2500ms)), 0.75 * before, 0.5);
  EXPECT_NEAR(mean(take(camera, {}, 3s)), 0.5 * before, 0.5);
  EXPECT_NEAR(mean(take(camera, {}, 60s)), 0.5 * before, 0.5);
  setup.config.exposure = 2ms;
  EXPECT_NEAR(mean([&] {
                OverheadCamera shorter = make(setup);
                return take(shorter, {}, 1s);
              }()),
              0.5 * before, 0.5);
}

TEST(OverheadCamera, MarkersAreFoundInAThirdOfTheLight) {
  OverheadSetup setup = small_room();
  setup.config.lighting = {{.at = 0s, .during = 0s, .level = 0.3}};
  OverheadCamera camera = make(setup);
  const Pose2 at{{1.2, -0.9}, 2};
  const MarkerSight sight = look(setup, take(camera, {at, at}));
  ASSERT_TRUE(sight.pose);
  EXPECT_LT(off_m(sight, at), 0.003);
}

TEST(OverheadCamera, HandsAndThingsCoverTheMarkerWhileTheyAreThere) {
  OverheadSetup setup = small_room();
  setup.config.occlusions = {{.at = 1s, .during = 1s},
                             {.type = OccluderType::object, .at = 3s, .during = 1s}};
  for (std::uint64_t seed = 1; seed < 5; ++seed) {
    setup.seed = seed;
    OverheadCamera camera = make(setup);
    const Pose2 at{{-1.2, 0.9}, 2};
    const auto is_seen = [&](Duration time) {
      return look(setup, take(camera, {at, at}, time)).pose.has_value();
    };
    EXPECT_TRUE(is_seen(900ms)) << seed;
    EXPECT_FALSE(is_seen(1500ms)) << seed;
    EXPECT_TRUE(is_seen(2100ms)) << seed;
    EXPECT_FALSE(is_seen(3500ms)) << seed;
    EXPECT_TRUE(is_seen(4100ms)) << seed;
  }
}

TEST(OverheadCamera, SuddenOcclusionsComeOnceInTheirSpan) {
  OverheadConfig config;
  config.occlude_every = 5s;
  int begun = 0;
  bool was_there = false;
  for (Duration time{}; time < 100s; time += 10ms) {
    const bool is_there = !due_occlusions(config, {"a", "b"}, 3, time).empty();
    begun += is_there && !was_there ? 1 : 0;
    was_there = is_there;
  }
  // two may touch where one span ends
  EXPECT_GE(begun, 18);
  EXPECT_LE(begun, 20);
}

TEST(OverheadCamera, TheProjectorsLightFallsOnFloorAndRobotAndDoesNotMoveTheMarker) {
  OverheadSetup setup = small_room();
  setup.config.noise = 0;
  const Pose2 at{{1.0, 0.5}, 0.7};
  OverheadCamera dark = make(setup);
  const Pixels before = take(dark, {at, at});

  // stripes of light, 10 cm wide
  RgbaImage stripes{400, 300, {}};
  for (int y = 0; y < 300; ++y)
    for (int x = 0; x < 400; ++x) {
      const std::uint8_t value = x / 10 % 2 == 0 ? 255 : 0;
      stripes.pixels.push_back({value, value, value, 255});
    }
  const auto file = std::filesystem::temp_directory_path() / "tandem_stripes.png";
  ASSERT_TRUE(write_png(file, stripes));
  setup.config.projection = ProjectedLight{.image = file, .brightness = 0.5, .spots = 2};
  OverheadCamera lit = make(setup);
  std::filesystem::remove(file);
  const Pixels after = take(lit, {at, at});
  for (std::size_t i = 0; i < before.size(); ++i) ASSERT_GE(after[i] + 2, before[i]);

  // half of the room has half of the light more; some of it is beyond the area
  EXPECT_GT(mean(after), 1.1 * mean(before));
  const MarkerSight sight = look(setup, after);
  ASSERT_TRUE(sight.pose);
  EXPECT_LT(off_m(sight, at), 0.002);
  EXPECT_LT(off_rad(sight, at), 0.7 * degree);
}

TEST(OverheadCamera, TheLightOfALiveFloorIsWhatIsShownNow) {
  OverheadSetup setup = small_room();
  setup.config.noise = 0;
  setup.config.gain = 0.5;  // so that white in the light is not cut off
  setup.config.projection = ProjectedLight{.is_live = true, .brightness = 0.5, .has_halos = false};
  const Pose2 at{{1.0, 0.5}, 0.7};
  OverheadCamera camera = make(setup);
  const Pixels dark = take(camera, {at, at});
  // west of the middle white, east of it black, in pixels of 1 cm
  std::vector<std::uint8_t> west_is_white(400 * 300), north_is_grey(200 * 150);
  for (std::size_t i = 0; i < west_is_white.size(); ++i) west_is_white[i] = i % 400 < 200 ? 255 : 0;
  for (std::size_t i = 0; i < north_is_grey.size(); ++i) north_is_grey[i] = i / 200 < 75 ? 128 : 0;
  const auto value = [&](const Pixels& picture, double x, double y) {
    const Vec2 pixel = *PlaneView::make(setup.camera, 0)->pixel_of({x, y});
    return picture[static_cast<std::size_t>(std::lround(pixel.y)) * 960 +
                   static_cast<std::size_t>(std::lround(pixel.x))];
  };
  camera.show(400, 300, west_is_white);
  const Pixels lit = take(camera, {at, at});
  EXPECT_NEAR(value(lit, -0.7, 0.4), 1.5 * value(dark, -0.7, 0.4), 2);
  EXPECT_EQ(value(lit, 0.3, 0.4), value(dark, 0.3, 0.4));
  EXPECT_EQ(value(lit, -2.2, 0.4), value(dark, -2.2, 0.4)) << "beyond the area";

  // another one takes its place; half of the eye's scale is 0.218 of the light
  camera.show(200, 150, north_is_grey);
  const Pixels other = take(camera, {at, at});
  EXPECT_EQ(value(other, -0.7, -0.4), value(dark, -0.7, -0.4));
  EXPECT_NEAR(value(other, -0.7, 0.4), (1 + 0.5 * 0.218) * value(dark, -0.7, 0.4), 2);
  ASSERT_TRUE(look(setup, other).pose);
  EXPECT_LT(off_m(look(setup, other), at), 0.001);

  // on the robot's back too, half of which is in the light then
  camera.show(400, 300, west_is_white);
  const Pose2 between{{0.0, 0.5}, 0};
  const Pixels half = take(camera, {between, between});
  const auto top = [&](double x) {
    const Vec2 pixel = *PlaneView::make(setup.camera, height_m)->pixel_of({x, 0.5});
    return static_cast<double>(half[static_cast<std::size_t>(std::lround(pixel.y)) * 960 +
                                    static_cast<std::size_t>(std::lround(pixel.x))]);
  };
  // the white margins of the marker
  EXPECT_NEAR(top(-0.115) / top(0.115), 1.5, 0.1);
  ASSERT_TRUE(look(setup, half).pose);
  EXPECT_LT(off_m(look(setup, half), between), 0.002);

  // what is no picture changes nothing
  camera.show(400, 300, north_is_grey);
  camera.show(0, 0, {});
  EXPECT_EQ(take(camera, {between, between}), half);
}

// docs/pictures/filmed_robot.jpg and filmed_debug.jpg; CONTRIBUTING.md tells how.
TEST(OverheadCamera, ForPeople) {
  const char* folder = std::getenv("TANDEM_PICTURES");
  if (!folder) GTEST_SKIP() << "TANDEM_PICTURES names no folder";
  OverheadSetup setup = small_room();
  setup.config.width_px = 1920;
  setup.config.height_px = 1200;
  setup.robots = {{.name = "a", .marker = 7}, {.name = "b", .marker = 3}};
  setup.camera = *camera_above(setup.floor, height_m, 1920, 1200);
  setup.config.projection =
      ProjectedLight{.image = source_folder() / "docs/pictures/logistics_floor.jpg",
                     .brightness = 0.9,
                     .spots = 2};
  setup.config.occlusions = {{.at = 2s, .during = 1s, .robot = "b"}};
  OverheadCamera camera = make(setup);
  const RobotMotion motions[]{{{{-0.5, 0.1}, 0.4}, {{-0.5, 0.1}, 0.4}},
                              {{{0.9, -0.55}, 2}, {{0.9, -0.55}, 2}}};
  GreyImage picture{1920, 1200, Pixels(camera.picture_bytes())};
  camera.take(2500ms, 3, motions, picture.pixels);
  MarkerTrackerConfig config{.dictionary = find_dictionary("4x4_50"), .camera = setup.camera};
  for (const FilmedRobot& robot : setup.robots)
    config.markers.push_back(
        {.id = robot.marker, .place = {.size_m = robot.marker_size_m, .height_m = height_m}});
  MarkerTracker tracker = *MarkerTracker::make(config);
  const auto& sights = tracker.look(picture, 1s);
  EXPECT_TRUE(sights[0].pose);
  EXPECT_FALSE(sights[1].pose);

  RgbaImage grey{960, 600, {}};
  for (int y = 0; y < 600; ++y)
    for (int x = 0; x < 960; ++x) {
      const std::uint8_t value = picture.pixels[static_cast<std::size_t>(2 * y * 1920 + 2 * x)];
      grey.pixels.push_back({value, value, value, 255});
    }
  EXPECT_TRUE(write_jpeg(std::filesystem::path(folder) / "filmed_robot.jpg", grey, 85));
  const RgbImage seen = annotated(picture, sights);
  RgbaImage debug{seen.width, seen.height, {}};
  for (std::size_t i = 0; i < seen.rgb.size(); i += 3)
    debug.pixels.push_back({seen.rgb[i], seen.rgb[i + 1], seen.rgb[i + 2], 255});
  EXPECT_TRUE(write_jpeg(std::filesystem::path(folder) / "filmed_debug.jpg", debug, 85));
}

TEST(OverheadCamera, OnesThatCannotBeAreRefusedWithAReason) {
  OverheadSetup setup = small_room();
  setup.robots[0].height_m = 2.45;
  EXPECT_EQ(OverheadCamera::make(setup).error(), "the camera must be well above the robots");
  setup = small_room();
  setup.config.projection = ProjectedLight{.height_m = 0.5};
  EXPECT_EQ(OverheadCamera::make(setup).error(), "the projector must be well above the robots");
  setup = small_room();
  setup.camera.room_from_camera->rotation = Quat::from_rpy(90 * degree, 0, 0);
  EXPECT_THAT(OverheadCamera::make(setup).error(), testing::HasSubstr("does not see the floor"));
  setup.camera.lens.reset();
  EXPECT_FALSE(OverheadCamera::make(setup));
}

TEST(OverheadCamera, IsAsHighAsTheRoomIsLarge) {
  const auto up = [](double x, double y) {
    return camera_above({.world_from_center = {}, .size_x_m = x, .size_y_m = y}, 0.15, 1920, 1200)
        ->room_from_camera->translation.z;
  };
  EXPECT_DOUBLE_EQ(up(4, 3), 2.5);
  // twice as large, twice as high above the markers, to a step of 2 %
  EXPECT_NEAR((up(12, 9) - 0.15) / (up(6, 4.5) - 0.15), 2, 0.09);
}

}  // namespace
}  // namespace tandem
