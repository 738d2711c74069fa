// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>
#include <map>
#include <numbers>
#include <set>

#include "sensors/camera_model.h"
#include "sensors/test_world.h"
#include "world/paint_layer.h"

namespace tandem {
namespace {

using ::testing::HasSubstr;

// Small balls in front of a camera at the origin that looks along x, on the thing's own names.
struct Ball {
  double x, y, z;
};
const std::vector<Ball> balls{{2, 0, 1}, {2.5, 0.7, 1.4}, {3, -0.8, 0.6}, {2, 0.5, 0.7}};

std::string world_of_balls(const TestFolder& folder) {
  std::string sdf = "<sdf version=\"1.9\"><world name=\"w\">\n";
  for (std::size_t i = 0; i < balls.size(); ++i)
    sdf +=
        "<model name=\"ball" + std::to_string(i) + "\"><static>true</static><pose>" +
        std::to_string(balls[i].x) + " " + std::to_string(balls[i].y) + " " +
        std::to_string(balls[i].z) +
        " 0 0 0</pose><link name=\"l\"><visual name=\"v\"><geometry><sphere><radius>0.04</radius>"
        "</sphere></geometry></visual></link></model>\n";
  // what carries the camera
  sdf +=
      "<model name=\"stand\"><static>true</static><pose>0 0 1 0 0 0</pose>"
      "<link name=\"l\"/></model></world></sdf>";
  return folder.write("balls.sdf", sdf).string();
}

// The middle of all pixels that show an entity.
std::optional<std::array<double, 2>> seen_at(const CameraImage& image, std::uint32_t instance) {
  double x = 0, y = 0, count = 0;
  for (int row = 0; row < image.height; ++row)
    for (int column = 0; column < image.width; ++column) {
      const auto i = static_cast<std::size_t>(row * image.width + column);
      if (image.instances[i] != instance) continue;
      x += column;
      y += row;
      ++count;
    }
  if (count == 0) return std::nullopt;
  return std::array{x / count, y / count};
}

// A camera on a robot that floats at (0, 0, 1) and looks along x, without gravity.
std::string scenario_of(const std::string& world, const std::string& camera) {
  return "step: 10ms\nworld: " + world +
         "\nrobots: [{name: r1, model: block.urdf, pose: {x: -0.15, z: 1}, sensors: {c: {" +
         camera + "}}}]\n";
}

TEST(Camera, InfoMatchesThePixelsForEveryLens) {
  const TestFolder folder;
  const std::string balls_sdf = world_of_balls(folder);
  const std::vector<std::string> lenses{
      "fov_deg: 90", "lens: plumb_bob, fov_deg: 80, distortion: [-0.28, 0.07, 0.001, -0.002, 0]",
      "lens: fisheye, fov_deg: 170, distortion: [0.02, -0.01, 0.003, 0]",
      "fx_px: 400, fy_px: 380, cx_px: 300, cy_px: 250"};
  for (const std::string& lens : lenses) {
    SensorWorld world(scenario_of(balls_sdf,
                                  "type: camera, link: eye_optical_frame, width_px: 640, "
                                  "height_px: 480, antialiasing: false, " +
                                      lens));
    const auto reading = world.next("c");
    const auto& picture = std::get<CameraReading>(reading->measurement);
    const Entity& robot = *world.world->find("r1");
    const std::size_t link = 2;  // eye_optical_frame
    const Pose world_from_camera = world.world->world_from(robot.links[link]);
    for (std::size_t i = 0; i < balls.size(); ++i) {
      const Vec3 in_camera = inverse(world_from_camera) * Vec3{balls[i].x, balls[i].y, balls[i].z};
      const auto expected = project(picture.intrinsics, in_camera);
      const auto seen =
          seen_at(picture.image, instance_id(world.world->find("ball" + std::to_string(i))->id));
      ASSERT_TRUE(expected && seen) << lens << " " << i;
      EXPECT_NEAR((*seen)[0], (*expected)[0], 0.5) << lens << " " << i;
      EXPECT_NEAR((*seen)[1], (*expected)[1], 0.5) << lens << " " << i;
    }
  }
}

TEST(Camera, DepthIsAlongTheOpticalAxis) {
  SensorWorld world(
      "step: 10ms\nworld: {generate: arena, size_x_m: 8, size_y_m: 8, wall_height_m: 2}\n"
      "robots: [{name: r1, model: block.urdf, sensors: {c: {type: camera, width_px: 64,\n"
      "  height_px: 48, link: eye_optical_frame}}}]\n");
  const auto picture = world.next_as<CameraReading>("c");
  ASSERT_EQ(picture.image.depth_m.size(), 64u * 48u);
  // the wall at 4 m, in every pixel of the upper half, however far out
  for (int column = 0; column < 64; column += 9)
    EXPECT_NEAR(picture.image.depth_m[static_cast<std::size_t>(20 * 64 + column)], 3.85, 2e-3);
}

TEST(Camera, OnePictureGivesColoursDepthClassesAndThingsThatAgree) {
  const TestFolder folder;
  SensorWorld world(scenario_of(world_of_balls(folder),
                                "type: camera, link: eye_optical_frame, width_px: 320, "
                                "height_px: 240, antialiasing: false"));
  const auto picture = world.next_as<CameraReading>("c");
  const CameraImage& image = picture.image;
  const std::size_t pixels = 320 * 240;
  ASSERT_EQ(image.rgb.size(), 3 * pixels);
  ASSERT_EQ(image.depth_m.size(), pixels);
  ASSERT_EQ(image.labels.size(), pixels);
  ASSERT_EQ(image.instances.size(), pixels);
  std::map<std::uint32_t, std::set<std::uint8_t>> labels_of;  // by thing
  int count = 0;
  for (std::size_t i = 0; i < pixels; ++i) {
    const bool is_thing = image.instances[i] != 0;
    ASSERT_EQ(image.labels[i] != 0, is_thing);
    ASSERT_EQ(std::isfinite(image.depth_m[i]), is_thing);
    if (!is_thing) continue;
    ++count;
    labels_of[image.instances[i]].insert(image.labels[i]);
  }
  EXPECT_GT(count, 80);  // discs of about three pixels
  EXPECT_EQ(labels_of.size(), balls.size());
  std::set<std::uint8_t> classes;
  for (const auto& [thing, labels] : labels_of) {
    EXPECT_EQ(labels.size(), 1u);
    classes.insert(labels.begin(), labels.end());
  }
  EXPECT_EQ(classes.size(), 1u);  // all are balls
}

TEST(Camera, AStereoPairHasTheDisparityOfItsBaseline) {
  const TestFolder folder;
  const std::string balls_sdf = world_of_balls(folder);
  SensorWorld world(scenario_of(balls_sdf,
                                "type: stereo, link: eye_optical_frame, width_px: 1024, "
                                "height_px: 768, fov_deg: 66, baseline_m: 0.2, "
                                "antialiasing: false"));
  const auto pair = world.next_as<StereoReading>("c");
  EXPECT_EQ(pair.left.baseline_m, 0);
  EXPECT_EQ(pair.right.baseline_m, 0.2);
  const double camera_x = world.world->world_from(world.world->find("r1")->links[2]).translation.x;
  for (std::size_t i = 0; i < balls.size(); ++i) {
    const std::uint32_t id = instance_id(world.world->find("ball" + std::to_string(i))->id);
    const auto left = seen_at(pair.left.image, id), right = seen_at(pair.right.image, id);
    ASSERT_TRUE(left && right);
    const double z = balls[i].x - camera_x;
    EXPECT_NEAR((*left)[0] - (*right)[0], pair.left.intrinsics.fx * 0.2 / z, 0.5);
    EXPECT_NEAR((*left)[1], (*right)[1], 0.3);
  }
}

TEST(Camera, TheTwoOfAPairHaveNoiseOfTheirOwn) {
  const auto pair_with_noise = [](const std::string& noise) {
    SensorWorld world(
        "step: 10ms\nworld: {generate: arena, size_x_m: 4, size_y_m: 4}\n"
        "robots: [{name: r1, model: block.urdf, sensors: {c: {type: stereo, link: "
        "eye_optical_frame, width_px: 64, height_px: 48, noise: " +
        noise + "}}}]\n");
    return world.next_as<StereoReading>("c");
  };
  const StereoReading clean = pair_with_noise("0"), noisy = pair_with_noise("0.04");
  std::size_t equal = 0;
  const std::size_t count = clean.left.image.rgb.size();
  for (std::size_t i = 0; i < count; ++i)
    equal += noisy.left.image.rgb[i] - clean.left.image.rgb[i] ==
             noisy.right.image.rgb[i] - clean.right.image.rgb[i];
  // two numbers with a deviation of 10 are equal one time in 36
  EXPECT_LT(equal, count / 10);
}

constexpr const char* room = R"(step: 10ms
world: {generate: arena, size_x_m: 4, size_y_m: 4}
robots:
  - name: r1
    model: block.urdf
    sensors:
      c: {type: camera, link: eye_optical_frame, width_px: 64, height_px: 48, rate_hz: 50)";

TEST(Camera, NoiseHasItsDeviationAndIsTheSameOnAnyNumberOfThreads) {
  SensorWorld clean(std::string(room) + "}\n");
  SensorWorld one(std::string(room) + ", noise: 0.02}\n", {.threads = 1});
  SensorWorld two(std::string(room) + ", noise: 0.02}\n", {.threads = 2});
  const auto truth = clean.next_as<CameraReading>("c"), a = one.next_as<CameraReading>("c"),
             b = two.next_as<CameraReading>("c");
  EXPECT_EQ(a.image.rgb, b.image.rgb);
  double sum = 0, sum2 = 0;
  int count = 0;
  for (std::size_t i = 0; i < truth.image.rgb.size(); ++i) {
    if (truth.image.rgb[i] < 30 || truth.image.rgb[i] > 225) continue;  // would be cut off
    const double error = a.image.rgb[i] - truth.image.rgb[i];
    sum += error;
    sum2 += error * error;
    ++count;
  }
  ASSERT_GT(count, 3000);
  EXPECT_NEAR(sum / count, 0, 5 * 5.1 / std::sqrt(count));
  // the deviation and the rounding to whole levels
  EXPECT_NEAR(std::sqrt(sum2 / count), std::sqrt(5.1 * 5.1 + 1.0 / 12), 0.4);
  EXPECT_NE(one.next_as<CameraReading>("c").image.rgb, a.image.rgb);
}

TEST(Camera, NoiseOfChannelsAndPicturesIsIndependent) {
  const ChannelNoise chip(0.04);
  const Noise noise(7, "camera");
  constexpr std::size_t count = 300'001;  // no multiple of anything
  const auto errors_of = [&](std::uint64_t index) {
    std::vector<std::uint8_t> gray(count, 128);
    chip.add_to(gray, noise.measurement(index), nullptr);
    std::vector<double> errors;
    for (const std::uint8_t level : gray) errors.push_back(level - 128.0);
    return errors;
  };
  const auto correlation = [](const std::vector<double>& a, const std::vector<double>& b,
                              std::size_t lag) {
    double sum = 0, square = 0;
    for (std::size_t i = 0; i + lag < a.size(); ++i) {
      sum += a[i] * b[i + lag];
      square += a[i] * a[i];
    }
    return sum / square;
  };
  const std::vector<double> first = errors_of(1), second = errors_of(2);
  const double limit = 5 / std::sqrt(32768.0);  // as many different numbers as there are
  for (const std::size_t lag : {1, 2, 3, 63, 64, 192, 1920})
    EXPECT_LT(std::abs(correlation(first, first, lag)), limit) << lag;
  EXPECT_LT(std::abs(correlation(first, second, 0)), limit);
  double sum = 0, square = 0, fourth = 0;
  for (const double error : first) {
    sum += error;
    square += error * error;
    fourth += error * error * error * error;
  }
  EXPECT_NEAR(sum / count, 0, 10.2 * limit);
  EXPECT_NEAR(std::sqrt(square / count), 10.2, 0.1);
  EXPECT_NEAR(fourth / count / std::pow(square / count, 2), 3, 0.1);  // as of a normal distribution
  EXPECT_NE(first.back(), 0);  // the end that fills no block has noise, too
}

TEST(Camera, ExposureMultipliesTheLight) {
  SensorWorld world(std::string(room) + "}\n"), dim(std::string(room) + ", exposure: 0.25}\n");
  const auto linear = [](std::uint8_t level) {
    const double s = level / 255.0;
    return s <= 0.04045 ? s / 12.92 : std::pow((s + 0.055) / 1.055, 2.4);
  };
  const auto bright = world.next_as<CameraReading>("c"), dark = dim.next_as<CameraReading>("c");
  int count = 0;
  for (std::size_t i = 0; i < bright.image.rgb.size(); ++i) {
    if (bright.image.rgb[i] < 60 || bright.image.rgb[i] > 250) continue;
    const double ratio = linear(dark.image.rgb[i]) / linear(bright.image.rgb[i]);
    ASSERT_NEAR(ratio, 0.25, 0.02);
    ++count;
  }
  EXPECT_GT(count, 1000);
}

TEST(Camera, DrawsOnlyWhatSomebodyWants) {
  SensorWorld world(std::string(room) + "}\n", {}, false);
  auto claim = world.interest->want("r1", "c", streams::depth);
  const auto depth = world.next_as<CameraReading>("c");
  EXPECT_TRUE(depth.image.rgb.empty());
  EXPECT_FALSE(depth.image.depth_m.empty());
  EXPECT_TRUE(depth.image.instances.empty());
  claim = world.interest->want("r1", "c", streams::info);
  const auto info = world.next_as<CameraReading>("c");
  EXPECT_EQ(info.intrinsics.width, 64);
  EXPECT_TRUE(info.image.depth_m.empty());
}

TEST(Camera, BehindTheSimulationPicturesComeLaterAndAreTheSame) {
  SensorWorld in_step(std::string(room) + ", noise: 0.01}\n");
  SensorWorld behind(std::string(room) + ", noise: 0.01}\n");
  std::map<std::uint64_t, std::vector<std::uint8_t>> expected;
  for (int i = 0; i < 40; ++i)
    for (const auto& reading : in_step.step()) {
      EXPECT_EQ(reading->stamp, in_step.time);
      expected[reading->index] = std::get<CameraReading>(reading->measurement).image.rgb;
    }
  Readings all;
  // the first look is waited for, or else all of this could be over before the world is built
  for (int i = 0; i < 40; ++i)
    for (auto& reading : behind.step(i < 2 ? PictureTiming::in_step : PictureTiming::behind))
      all.push_back(reading);
  // a step that waits brings all that is left
  for (auto& reading : behind.step(PictureTiming::in_step)) all.push_back(reading);
  ASSERT_GE(all.size(), 2u);
  SimTime last{};
  for (const auto& reading : all) {
    if (reading->index > 20) continue;
    EXPECT_EQ(std::get<CameraReading>(reading->measurement).image.rgb, expected[reading->index]);
    EXPECT_EQ(reading->stamp, reading->index * 20ms);
    EXPECT_GT(reading->stamp, last);
    last = reading->stamp;
  }
  EXPECT_EQ(all.size() + behind.suite->dropped_pictures(), 20u);
}

TEST(Camera, SeesThePaintOfItsStep) {
  SensorWorld world(std::string(room) + ", pose: {pitch_deg: 0}}\n");
  PaintLayer layer({.surface = "floor", .area = {{}, 4, 4}, .pixel_m = 0.01, .initial = {}});
  const auto before = world.next_as<CameraReading>("c");
  layer.apply(paint_fill(PaintEverywhere{}, {1, 0, 0, 1}));
  world.paint = layer.share();
  const auto after = world.next_as<CameraReading>("c");
  // the lowest row shows the floor
  const std::size_t pixel = 3 * (47 * 64 + 32);
  EXPECT_GT(after.image.rgb[pixel], 100);
  EXPECT_LT(after.image.rgb[pixel + 1], 60);
  EXPECT_GT(before.image.rgb[pixel + 1], 100);
}

TEST(Camera, OnAnOrdinaryLinkLooksAlongX) {
  SensorWorld world(
      "step: 10ms\nworld: {generate: arena, size_x_m: 8, size_y_m: 4, wall_height_m: 3}\n"
      "robots: [{name: r1, model: block.urdf, sensors: {\n"
      "  c: {type: camera, link: mast, width_px: 9, height_px: 9, fov_deg: 10},\n"
      "  left: {type: camera, link: mast, pose: {yaw_deg: 90}, width_px: 9, height_px: 9,\n"
      "    fov_deg: 10}}}]\n");
  EXPECT_NEAR(world.next_as<CameraReading>("c").image.depth_m[40], 3.9, 1e-3);
  EXPECT_NEAR(world.next_as<CameraReading>("left").image.depth_m[40], 2, 1e-3);
  for (const auto& info : *world.suite->sensors())
    if (info->name == "left") {
      // its pictures look along z of their frame, which is the world's y
      expect_near(info->link_from_frame.rotation * Vec3{0, 0, 1}, {0, 1, 0}, 1e-9);
      expect_near(info->link_from_frame.rotation * Vec3{0, 1, 0}, {0, 0, -1}, 1e-9);
    }
}

TEST(Camera, ManyEqualOnesShareTheirTable) {
  const Intrinsics intrinsics = intrinsics_from_fov(320, 240, 1);
  const PixelDirections one(intrinsics), same(intrinsics),
      other(intrinsics_from_fov(320, 240, 1.1));
  const RayTable* const table = one.table().get();
  EXPECT_EQ(one.table().get(), table);  // kept from picture to picture
  EXPECT_EQ(same.table().get(), table);
  EXPECT_NE(other.table().get(), table);
}

TEST(Camera, IsReadFromSdf) {
  const TestFolder folder;
  const std::string sdf = folder
                              .write("w.sdf", R"(<sdf version="1.9"><world name="w">
  <model name="pole"><static>true</static><link name="top">
    <sensor name="eye" type="rgbd_camera"><update_rate>20</update_rate><camera name="c">
      <horizontal_fov>1.2</horizontal_fov>
      <image><width>40</width><height>30</height><format>R8G8B8</format></image>
      <clip><near>0.1</near><far>50</far></clip>
      <noise><type>gaussian</type><mean>0</mean><stddev>0.007</stddev></noise>
      <distortion><k1>-0.1</k1><k2>0.01</k2><k3>0</k3><p1>0</p1><p2>0</p2></distortion>
    </camera></sensor>
    <sensor name="exact" type="camera"><update_rate>20</update_rate><camera>
      <image><width>40</width><height>30</height></image>
      <lens><intrinsics><fx>33</fx><fy>34</fy><cx>20.5</cx><cy>15.5</cy><s>0</s></intrinsics></lens>
    </camera></sensor></link></model></world></sdf>)")
                              .string();
  Findings findings;
  ScenarioOptions options;
  options.checks = sensor_checks();
  ASSERT_TRUE(load_scenario(sdf, options, findings));
  EXPECT_EQ(all_text(findings), "");
  SensorWorld world("world: " + sdf + "\n");
  const auto eye = world.next_as<CameraReading>("eye");
  EXPECT_EQ(eye.intrinsics.width, 40);
  EXPECT_EQ(eye.intrinsics.lens, Lens::plumb_bob);
  EXPECT_EQ(eye.intrinsics.distortion[0], -0.1);
  EXPECT_NEAR(eye.intrinsics.fx, 20 / std::tan(0.6), 1e-9);
  const auto exact = world.next_as<CameraReading>("exact");
  EXPECT_EQ(exact.intrinsics.fx, 33);
  EXPECT_EQ(exact.intrinsics.fy, 34);
  EXPECT_EQ(exact.intrinsics.cx, 20.5);
}

constexpr const char* pair_sdf = R"(<sdf version="1.9"><world name="w">
  <model name="pole"><static>true</static><link name="top">
    <sensor name="eyes" type="multicamera"><update_rate>20</update_rate>
      <camera name="left"><pose>0.1 0.06 0 0 0 0</pose><horizontal_fov>1.15</horizontal_fov>
        <image><width>40</width><height>30</height></image></camera>
      <camera name="right"><pose>0.1 RIGHT 0 0 0 0</pose><horizontal_fov>FOV</horizontal_fov>
        <image><width>40</width><height>30</height></image></camera>
    </sensor></link></model></world></sdf>)";

std::string pair_with(const std::string& right, const std::string& fov) {
  std::string sdf = pair_sdf;
  sdf.replace(sdf.find("RIGHT"), 5, right);
  sdf.replace(sdf.find("FOV"), 3, fov);
  return sdf;
}

TEST(Camera, APairIsReadFromSdf) {
  const TestFolder folder;
  const std::string sdf = folder.write("w.sdf", pair_with("-0.06", "1.15")).string();
  EXPECT_EQ(findings_on("world: " + sdf + "\n"), "");
  SensorWorld world("world: " + sdf + "\n");
  const auto reading = world.next("eyes");
  EXPECT_EQ(reading->sensor->type, "stereo");
  expect_near(reading->sensor->link_from_frame.translation, {0.1, 0.06, 0});
  expect_near(reading->sensor->link_from_frame.rotation * Vec3{0, 0, 1}, {1, 0, 0}, 1e-9);
  const auto& pair = std::get<StereoReading>(reading->measurement);
  EXPECT_NEAR(pair.right.baseline_m, 0.12, 1e-12);
  EXPECT_EQ(pair.right.intrinsics.width, 40);
}

TEST(Camera, APairOfSdfMustBeOne) {
  const TestFolder folder;
  const auto found = [&](const std::string& right, const std::string& fov) {
    return findings_on("world: " + folder.write("w.sdf", pair_with(right, fov)).string() + "\n");
  };
  EXPECT_THAT(found("0.2", "1.15"), HasSubstr("w.sdf:3: error: the second camera of a pair is to"));
  EXPECT_THAT(found("-0.06", "1.2"),
              HasSubstr("w.sdf:6: warning: <camera/horizontal_fov> of sensor 'eyes' counts as "
                        "given first, in line 4"));
}

TEST(Camera, MistakesAreExplained) {
  const auto errors = [](const std::string& settings) {
    return findings_on("robots: [{name: r1, model: block.urdf, sensors: {s: {type: camera, " +
                       settings + "}}}]\n");
  };
  EXPECT_THAT(errors("width_px: 8192, height_px: 8192"),
              HasSubstr("test.yaml:1: error: 8192 by 8192 pixels are too many"));
  EXPECT_THAT(errors("width_px: 9000"),
              HasSubstr("'width_px' must be at least 1 and at most 8192"));
  EXPECT_THAT(errors("fov_deg: 180"), HasSubstr("180 degrees: a flat image sees less than 180"));
  EXPECT_THAT(errors("lens: fisheye, fov_deg: 360"),
              HasSubstr("360 degrees: a fisheye sees less than 360"));
  EXPECT_THAT(errors("lens: plumb_bob, distortion: [-0.9, 0, 0, 0, 0]"),
              HasSubstr("the lens folds"));
  EXPECT_THAT(errors("lens: fisheye, fov_deg: 180, distortion: [-0.3, 0, 0, 0]"),
              HasSubstr("the lens folds"));
  EXPECT_THAT(errors("distortion: [1, 2]"), HasSubstr("a pinhole has no distortion"));
  EXPECT_THAT(errors("lens: plumb_bob, distortion: [1, 2]"),
              HasSubstr("has 5 numbers (k1 k2 p1 p2 k3), here are 2"));
  EXPECT_THAT(errors("fov_deg: 60, fx_px: 100"), HasSubstr("give either 'fov_deg' or 'fx_px'"));
  EXPECT_THAT(errors("near_m: 5, far_m: 1"), HasSubstr("'near_m' must be below 'far_m'"));
  EXPECT_EQ(errors("lens: fisheye, fov_deg: 220"), "");
}

}  // namespace
}  // namespace tandem
