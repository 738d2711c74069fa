// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#include "ports/tracking/plane_node.h"

#include <gmock/gmock.h>

#include <cmath>
#include <fstream>

#include "geometry/rgba_image.h"
#include "messages/time.h"
#include "middleware/lockstep.h"
#include "scenario/image.h"

namespace tandem {
namespace {

using diagnostic_msgs::msg::DiagnosticStatus;
using geometry_msgs::msg::PoseStamped;
using testing::HasSubstr;

// Pictures of a poster are rendered in plane_tracking's own tests; here the camera looks straight
// at one from a metre before it, which the picture itself shows.
GreyImage poster() {
  GreyImage image{640, 480, std::vector<std::uint8_t>(640 * 480, 170)};
  std::uint64_t state = 1;
  const auto next = [&](int below) {
    state = state * 6364136223846793005ULL + 1442695040888963407ULL;
    return static_cast<int>((state >> 33) % static_cast<std::uint64_t>(below));
  };
  for (int i = 0; i < 160; ++i) {
    const int x = next(640), y = next(480), w = 8 + next(50), h = 8 + next(50), grey = next(256);
    for (int v = y; v < std::min(480, y + h); ++v)
      for (int u = x; u < std::min(640, x + w); ++u)
        image.pixels[static_cast<std::size_t>(v * 640 + u)] = static_cast<std::uint8_t>(grey);
  }
  return image;
}

// A lens whose picture of the poster, a metre away, is the poster with a margin around it.
GreyImage seen(int margin = 60) {
  const GreyImage drawn = poster();
  GreyImage image{640 + 2 * margin, 480 + 2 * margin, {}};
  image.pixels.assign(static_cast<std::size_t>(image.width * image.height), 90);
  for (int y = 0; y < 480; ++y)
    for (int x = 0; x < 640; ++x)
      image.pixels[static_cast<std::size_t>((y + margin) * image.width + x + margin)] =
          drawn.pixels[static_cast<std::size_t>(y * 640 + x)];
  return image;
}

std::string write_files(bool has_odometry) {
  const auto folder = std::filesystem::path(testing::TempDir()) / "plane_node";
  std::filesystem::create_directories(folder);
  const GreyImage drawn = poster();
  RgbaImage picture{640, 480, {}};
  for (const std::uint8_t grey : drawn.pixels) picture.pixels.push_back({grey, grey, grey, 255});
  EXPECT_TRUE(write_png(folder / "poster.png", picture));
  // 0.8 x 0.6 m are 640 x 480 pixels a metre away
  std::ofstream(folder / "camera.yaml")
      << "camera_matrix: [800, 0, 379.5, 0, 800, 299.5, 0, 0, 1]\n";
  std::ofstream(folder / "plane.yaml")
      << "source: {topic: /eye}\n"
         "calibration_file: camera.yaml\n"
         "plane:\n"
         "  picture: poster.png\n"
         "  corners_m: {top_left: [3, 0.4, 0.8], top_right: [3, -0.4, 0.8], bottom_right: [3, "
         "-0.4, "
         "0.2], bottom_left: [3, 0.4, 0.2]}\n"
         "robot: {name: r1, camera: {x: 0.1, z: 0.5}"
      << (has_odometry ? ", odometry_topic: /r1/wheels}\n" : "}\n");
  return folder / "plane.yaml";
}

PlaneSetup setup(bool has_odometry = false) {
  Findings findings;
  const auto read = read_plane_file(write_files(has_odometry), findings);
  EXPECT_TRUE(read) << (findings.all().empty() ? "" : findings.all()[0].message);
  return *read;
}

class PlaneNodeTest : public testing::Test {
 protected:
  std::string value(const std::string& key) const {
    for (const auto& [name, text] : status_.values)
      if (name == key) return text;
    return "nothing";
  }
  void drive(double way_m) {
    now_ += 50ms;
    wheels_.publish({.header = {.stamp = to_message_time(now_)},
                     .pose = {.pose = {.position = {.x = way_m}, .orientation = {.w = 1}}}});
    ASSERT_TRUE(lockstep_.advance(now_));
  }

  Lockstep lockstep_{{.start = 10s}};
  Node others_{"others", {.context = lockstep_.context()}};
  Publisher<nav_msgs::msg::Odometry> wheels_ =
      others_.publisher<nav_msgs::msg::Odometry>("/r1/wheels", qos::sensor);
  std::vector<PoseStamped> poses_, cameras_;
  DiagnosticStatus status_;
  Subscription heard_[3] = {
      others_.subscribe<PoseStamped>("/tracker/r1", qos::sensor,
                                     [this](const PoseStamped& m) { poses_.push_back(m); }),
      others_.subscribe<PoseStamped>("/tracker/r1/camera", qos::sensor,
                                     [this](const PoseStamped& m) { cameras_.push_back(m); }),
      others_.subscribe<DiagnosticStatus>("/tracker/r1/status", qos::latched,
                                          [this](const DiagnosticStatus& m) { status_ = m; })};
  SimTime now_ = 10s;
};

TEST_F(PlaneNodeTest, TellsWhereTheRobotIsWheneverThePlaneIsSeen) {
  PlaneNode node(setup(), {.context = lockstep_.context()});
  node.look(seen(), now_, "eye");
  ASSERT_TRUE(lockstep_.advance(now_ += 10ms));
  ASSERT_EQ(poses_.size(), 1U);
  EXPECT_EQ(poses_[0].header.frame_id, "room");
  // a metre before the poster, 10 cm of which the camera is ahead of the robot's middle
  EXPECT_NEAR(poses_[0].pose.position.x, 1.9, 0.005);
  EXPECT_NEAR(poses_[0].pose.position.y, 0, 0.005);
  ASSERT_EQ(cameras_.size(), 1U);
  EXPECT_NEAR(cameras_[0].pose.position.x, 2, 0.01);
  EXPECT_NEAR(cameras_[0].pose.position.z, 0.5, 0.01);
  EXPECT_EQ(status_.message, "the plane was found");
  EXPECT_LT(std::stod(value("reprojection_px")), 0.5);

  GreyImage blank = seen();
  std::ranges::fill(blank.pixels, std::uint8_t(90));
  node.look(blank, now_ + 5ms, "eye");
  ASSERT_TRUE(lockstep_.advance(now_ += 10ms));
  EXPECT_EQ(poses_.size(), 1U);
  EXPECT_EQ(status_.message, "the plane is not seen");
}

TEST_F(PlaneNodeTest, BetweenSightsWheelsTellAndTheirDriftIsMadeGood) {
  PlaneNode node(setup(true), {.context = lockstep_.context()});
  for (int i = 0; i < 4; ++i) drive(5);
  EXPECT_TRUE(poses_.empty());  // nobody knows yet where those wheels began
  node.look(seen(), now_, "eye");
  drive(5);
  ASSERT_EQ(poses_.size(), 1U);
  EXPECT_NEAR(poses_.back().pose.position.x, 1.9, 0.005);
  for (int i = 1; i <= 10; ++i) drive(5 + 0.01 * i);
  EXPECT_NEAR(poses_.back().pose.position.x, 2.0, 0.005);
  // it slipped: the robot still stands where it stood
  node.look(seen(), now_, "eye");
  drive(5.1);
  EXPECT_NEAR(poses_.back().pose.position.x, 1.9, 0.005);
  for (int i = 0; i < 12; ++i) drive(5.1);
  node.look(seen(), now_, "eye");
  drive(5.1);
  EXPECT_EQ(value("corrections"), "1");
  EXPECT_LT(std::stod(value("drift_mm")), 1);
}

// Wheels drift, and the camera may have been unplugged long ago: whoever follows stops.
TEST_F(PlaneNodeTest, WheelsAloneAreBelievedForAWhileOnly) {
  PlaneSetup config = setup(true);
  EXPECT_EQ(config.longest_unseen, 10s);
  config.longest_unseen = 2s;
  PlaneNode node(config, {.context = lockstep_.context()});
  drive(5);
  node.look(seen(), now_, "eye");
  for (int i = 0; i < 40; ++i) drive(5);
  EXPECT_EQ(poses_.size(), 40U);
  EXPECT_EQ(status_.message, "no pictures come");
  for (int i = 0; i < 40; ++i) drive(5);
  EXPECT_EQ(poses_.size(), 40U) << "after 2 s";

  GreyImage blank = seen();
  std::ranges::fill(blank.pixels, std::uint8_t(90));
  node.look(blank, now_, "eye");
  drive(5);
  EXPECT_EQ(status_.message,
            "the plane is not seen, for longer than the 2 s that wheels are believed");
  EXPECT_EQ(status_.level, DiagnosticStatus::ERROR);
  node.look(seen(), now_, "eye");
  for (int i = 0; i < 10; ++i) drive(5);
  EXPECT_EQ(poses_.size(), 50U);
}

TEST_F(PlaneNodeTest, PicturesThatAreNotLookedAtAreExplained) {
  PlaneSetup config = setup();
  CameraCalibration camera = *config.camera;
  camera.width_px = 760, camera.height_px = 600;
  config.camera = std::make_shared<CameraCalibration>(camera);
  PlaneNode node(config, {.context = lockstep_.context()});
  const auto wait = [&](int tenths) {
    for (int i = 0; i < tenths; ++i) ASSERT_TRUE(lockstep_.advance(now_ += 100ms));
  };
  node.look(seen(50), now_, "eye");
  wait(12);
  EXPECT_TRUE(poses_.empty());
  EXPECT_EQ(status_.message,
            "no picture can be used: it has 740 x 580 pixels, and the camera was calibrated with "
            "760 x 600");
  EXPECT_EQ(value("unusable"), "1");

  // one that can be used, and then the camera is unplugged
  node.look(seen(), now_, "eye");
  wait(12);
  EXPECT_EQ(poses_.size(), 1U);
  EXPECT_EQ(status_.message, "no pictures come");

  // its clock is set back
  for (int i = 0; i < 20; ++i) {
    node.look(seen(), now_ - 4s, "eye");
    wait(1);
  }
  EXPECT_EQ(poses_.size(), 1U);
  EXPECT_THAT(status_.message, HasSubstr("was the camera's clock set back?"));
  EXPECT_GT(std::stoi(value("old")), 5);
}

TEST_F(PlaneNodeTest, ItsDebugPictureOutlinesThePlane) {
  PlaneNode node(setup(), {.context = lockstep_.context()});
  std::vector<sensor_msgs::msg::CompressedImage> drawn;
  const auto debug = others_.subscribe<sensor_msgs::msg::CompressedImage>(
      "/tracker/image", qos::image, [&](const auto& m) { drawn.push_back(m); });
  ASSERT_TRUE(lockstep_.advance(now_ += 10ms));
  node.look(seen(), now_, "eye");
  ASSERT_TRUE(lockstep_.advance(now_ += 10ms));
  ASSERT_EQ(drawn.size(), 1U);
  const auto picture = JpegDecoder().decode(drawn[0].data);
  ASSERT_TRUE(picture);
  int green = 0;
  for (std::size_t i = 0; i < picture->rgb.size(); i += 3)
    if (picture->rgb[i + 1] > picture->rgb[i] + 60) ++green;
  EXPECT_GT(green, 300);
}

TEST(PlaneFile, SaysEverythingThatIsWrongWithItsLine) {
  const std::filesystem::path good = write_files(false);
  const auto file = good.parent_path() / "wrong.yaml";
  std::ofstream(file)
      << "source: {topic: /eye}\n"
         "calibration_file: camera.yaml\n"
         "plane: {picture: nowhere.png, corners_m: {top_left: [3, 0.4, 0.8], "
         "top_right: [3, -0.4, 0.8], bottom_right: [3, -0.4, 0.2], bottom_left: [3, "
         "0.4, 0.2]}}\n"
         "robot: {camera: {x: 0.1}}\n"
         "colour: red\n";
  Findings findings;
  EXPECT_FALSE(read_plane_file(file, findings));
  std::vector<std::string> told;
  for (const Finding& finding : findings.all())
    told.push_back(std::to_string(finding.place.line) + ": " + finding.message);
  EXPECT_THAT(told, testing::IsSupersetOf({HasSubstr("3: "), HasSubstr("4: "), HasSubstr("5: ")}));
  std::ofstream(file)
      << "source: {topic: /eye}\n"
         "calibration_file: camera.yaml\n"
         "plane: {picture: poster.png, corners_m: {top_left: [3, 0.4, 0.8], "
         "top_right: [3, -0.4, 0.8], bottom_right: [3, -0.4, 0.2], bottom_left: [3, "
         "0.9, 0.2]}}\n"
         "robot: {name: r1, camera: {x: 0.1}}\n";
  Findings crooked;
  EXPECT_FALSE(read_plane_file(file, crooked));
  ASSERT_FALSE(crooked.all().empty());
  EXPECT_THAT(crooked.all()[0].message, HasSubstr("not those of a rectangle"));
}

}  // namespace
}  // namespace tandem
