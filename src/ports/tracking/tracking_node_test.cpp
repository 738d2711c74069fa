// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#include "ports/tracking/tracking_node.h"

#include <gmock/gmock.h>

#include <cmath>

#include "messages/time.h"
#include "middleware/lockstep.h"
#include "tracking/test_scene.h"

namespace tandem {
namespace {

using diagnostic_msgs::msg::DiagnosticStatus;
using geometry_msgs::msg::PoseStamped;
using sensor_msgs::msg::CompressedImage;
using sensor_msgs::msg::Image;

scene::PaintedMarker marker_at(double x, double y, double yaw, int id = 7) {
  return {.room_from_marker = scene::level(x, y, 0.15, yaw), .size_m = 0.3, .id = id};
}

GreyImage picture_of(const std::vector<scene::PaintedMarker>& markers) {
  return scene::take({.width = 960, .height = 600}, scene::small_camera(), markers);
}

TrackingSetup setup() {
  return {.source = {.topic = "/camera/image_raw"},
          .dictionary = find_dictionary("4x4_50"),
          .camera = std::make_shared<CameraCalibration>(scene::small_camera()),
          .robots = {{.name = "r1",
                      .marker = {.id = 7, .place = {.size_m = 0.3, .height_m = 0.15}},
                      .topic = "/tracker/r1"}}};
}

// A tracker below a camera that sends what it is told to, and somebody who listens.
class TrackingNodeTest : public testing::Test {
 protected:
  void show(Image image, Duration later = 33ms) {
    now_ += later;
    image.header = {.stamp = to_message_time(now_ - 20ms), .frame_id = "ceiling"};
    camera_.publish(image);
    ASSERT_TRUE(lockstep_.advance(now_));
  }
  static Image message(const GreyImage& grey) {
    return {.height = std::uint32_t(grey.height),
            .width = std::uint32_t(grey.width),
            .encoding = "mono8",
            .step = std::uint32_t(grey.width),
            .data = grey.pixels};
  }
  std::string value(const std::string& key) const {
    for (const auto& [name, text] : status_.values)
      if (name == key) return text;
    return "nothing";
  }

  Lockstep lockstep_{{.start = 10s}};
  Node others_{"others", {.context = lockstep_.context()}};
  Publisher<Image> camera_ = others_.publisher<Image>("/camera/image_raw", qos::image);
  Publisher<CompressedImage> jpegs_ = others_.publisher<CompressedImage>("/jpeg", qos::image);
  std::vector<PoseStamped> poses_, pixels_, spatial_;
  DiagnosticStatus status_;
  Subscription heard_[4] = {
      others_.subscribe<PoseStamped>("/tracker/r1", qos::sensor,
                                     [this](const PoseStamped& m) { poses_.push_back(m); }),
      others_.subscribe<PoseStamped>("/tracker/r1/pixels", qos::sensor,
                                     [this](const PoseStamped& m) { pixels_.push_back(m); }),
      others_.subscribe<PoseStamped>("/tracker/r1/spatial", qos::sensor,
                                     [this](const PoseStamped& m) { spatial_.push_back(m); }),
      others_.subscribe<DiagnosticStatus>("/tracker/r1/status", qos::latched,
                                          [this](const DiagnosticStatus& m) { status_ = m; })};
  SimTime now_ = 10s;
};

TEST_F(TrackingNodeTest, TellsWhereRobotsAre) {
  const TrackingNode node(setup(), {.context = lockstep_.context()});
  show(message(picture_of({marker_at(0.8, -0.5, 1.2)})));
  ASSERT_EQ(poses_.size(), 1U);
  EXPECT_EQ(poses_[0].header.frame_id, "room");
  EXPECT_EQ(to_time(poses_[0].header.stamp), now_ - 20ms);  // when it was seen, not when found
  EXPECT_NEAR(poses_[0].pose.position.x, 0.8, 0.002);
  EXPECT_NEAR(poses_[0].pose.position.y, -0.5, 0.002);
  EXPECT_NEAR(2 * std::atan2(poses_[0].pose.orientation.z, poses_[0].pose.orientation.w), 1.2,
              0.01);
  ASSERT_EQ(pixels_.size(), 1U);
  EXPECT_EQ(pixels_[0].header.frame_id, "ceiling");
  const auto view = PlaneView::make(scene::small_camera(), 0.15);
  EXPECT_NEAR(pixels_[0].pose.position.x, view->pixel_of({0.8, -0.5})->x, 0.5);
  EXPECT_NEAR(pixels_[0].pose.position.y, view->pixel_of({0.8, -0.5})->y, 0.5);
  ASSERT_EQ(spatial_.size(), 1U);
  EXPECT_NEAR(spatial_[0].pose.position.z, 0.15, 0.03);
  EXPECT_EQ(status_.level, DiagnosticStatus::OK);
  EXPECT_EQ(status_.message, "its marker is seen");
  EXPECT_EQ(value("latency_ms"), "20.0");
  EXPECT_LT(std::stod(value("reprojection_px")), 0.3);
}

TEST_F(TrackingNodeTest, IsSilentAboutWhatItDoesNotSee) {
  const TrackingNode node(setup(), {.context = lockstep_.context()});
  show(message(picture_of({marker_at(0.8, -0.5, 1.2)})));
  show(message(picture_of({})));
  EXPECT_EQ(poses_.size(), 1U);
  EXPECT_EQ(status_.level, DiagnosticStatus::ERROR);
  EXPECT_EQ(status_.message, "marker 7 is not seen");
  show(message(picture_of({marker_at(0.8, -0.5, 1.2), marker_at(-0.8, 0.5, 0)})));
  show(message(picture_of({marker_at(0.8, -0.5, 1.2), marker_at(-0.8, 0.5, 0)})));
  EXPECT_EQ(poses_.size(), 1U);
  EXPECT_EQ(status_.message, "marker 7 is there twice, which one is the robot's?");
}

TEST_F(TrackingNodeTest, TellsWhenNoPicturesCome) {
  const TrackingNode node(setup(), {.context = lockstep_.context()});
  show(message(picture_of({marker_at(0, 0, 0)})));
  EXPECT_EQ(status_.message, "its marker is seen");
  for (int i = 0; i < 12; ++i) ASSERT_TRUE(lockstep_.advance(now_ += 100ms));
  EXPECT_EQ(status_.message, "no pictures come");
  EXPECT_EQ(status_.level, DiagnosticStatus::ERROR);
}

TEST_F(TrackingNodeTest, PicturesThatCannotBeReadAreCountedAndExplained) {
  const TrackingNode node(setup(), {.context = lockstep_.context()});
  Image depth = message(picture_of({marker_at(0, 0, 0)}));
  depth.encoding = "32FC1";
  show(depth);
  Image cut = message(picture_of({marker_at(0, 0, 0)}));
  cut.data.resize(cut.data.size() / 2);
  show(cut);
  Image huge = cut;
  huge.width = huge.height = huge.step = 0xffffffff;
  show(huge);
  show(Image{.encoding = "mono8"});
  EXPECT_TRUE(poses_.empty());
  for (int i = 0; i < 12; ++i) ASSERT_TRUE(lockstep_.advance(now_ += 100ms));
  EXPECT_EQ(value("unusable"), "4");
  EXPECT_EQ(status_.message, "no picture can be used: the picture is empty");
}

// Its upper and lower rows cut off, it would have the robot 10 cm from where it is.
TEST_F(TrackingNodeTest, PicturesOfAnotherSizeThanTheCalibrationsAreNotUsed) {
  TrackingSetup config = setup();
  CameraCalibration camera = *config.camera;
  camera.width_px = 960, camera.height_px = 600;
  config.camera = std::make_shared<CameraCalibration>(camera);
  const TrackingNode node(config, {.context = lockstep_.context()});
  Image cut = message(picture_of({marker_at(0, 0, 0)}));
  cut.height = 560;
  cut.data.erase(cut.data.begin(), cut.data.begin() + 20 * 960);
  cut.data.resize(std::size_t{560} * 960);
  show(cut);
  for (int i = 0; i < 12; ++i) ASSERT_TRUE(lockstep_.advance(now_ += 100ms));
  EXPECT_TRUE(poses_.empty());
  EXPECT_EQ(value("unusable"), "1");
  EXPECT_EQ(status_.message,
            "no picture can be used: it has 960 x 560 pixels, and the camera was calibrated with "
            "960 x 600");
  show(message(picture_of({marker_at(0, 0, 0)})));
  EXPECT_EQ(poses_.size(), 1U);
}

// As long as it may be that pictures overtook each other nothing is made of them, but it is told.
TEST_F(TrackingNodeTest, ACameraWhoseClockIsSetBackIsNotTakenForOneThatIsUnplugged) {
  const TrackingNode node(setup(), {.context = lockstep_.context()});
  Image image = message(picture_of({marker_at(0, 0, 0)}));
  show(image);
  const auto show_set_back = [&](Duration by) {
    image.header.stamp = to_message_time((now_ += 100ms) - by);
    camera_.publish(image);
    ASSERT_TRUE(lockstep_.advance(now_));
  };
  for (int i = 0; i < 12; ++i) show_set_back(4s);
  EXPECT_EQ(poses_.size(), 1U);
  EXPECT_EQ(status_.level, DiagnosticStatus::ERROR);
  EXPECT_EQ(status_.message.substr(0, 25), "the pictures that come ar");
  EXPECT_NE(status_.message.find("was the camera's clock set back?"), std::string::npos);
  EXPECT_GT(std::stoi(value("old")), 5);
  // then it is unplugged
  for (int i = 0; i < 40; ++i) ASSERT_TRUE(lockstep_.advance(now_ += 100ms));
  EXPECT_EQ(status_.message, "no pictures come");
  show(image);
  EXPECT_EQ(poses_.size(), 2U);
  EXPECT_EQ(status_.message, "its marker is seen");
}

TEST_F(TrackingNodeTest, TheRateOfThePicturesIsTold) {
  const TrackingNode node(setup(), {.context = lockstep_.context()});
  const Image image = message(picture_of({marker_at(0, 0, 0)}));
  for (int i = 0; i < 40; ++i) show(image, 40ms);
  EXPECT_EQ(value("rate_hz"), "25.0");
  for (int i = 0; i < 40; ++i) show(image, 100ms);
  EXPECT_EQ(value("rate_hz"), "10.0");
}

TEST_F(TrackingNodeTest, OlderPicturesThanTheLastAreLeftOut) {
  const TrackingNode node(setup(), {.context = lockstep_.context()});
  const Image image = message(picture_of({marker_at(0, 0, 0)}));
  show(image);
  Image late = image;
  late.header.stamp = to_message_time(now_ - 60ms);
  camera_.publish(late);
  camera_.publish(late);
  ASSERT_TRUE(lockstep_.advance(now_ += 10ms));
  EXPECT_EQ(poses_.size(), 1U);
  show(image);
  EXPECT_EQ(poses_.size(), 2U);
}

TEST_F(TrackingNodeTest, ReadsColoursAndJpeg) {
  TrackingSetup compressed = setup();
  compressed.source = {.topic = "/jpeg", .is_compressed = true};
  const TrackingNode node(compressed, {.context = lockstep_.context()});
  const GreyImage grey = picture_of({marker_at(0.8, -0.5, 1.2)});
  std::vector<std::uint8_t> rgb;
  for (const std::uint8_t pixel : grey.pixels) rgb.insert(rgb.end(), 3, pixel);
  const auto jpeg = JpegEncoder().encode(rgb, grey.width, grey.height);
  ASSERT_TRUE(jpeg);
  jpegs_.publish({.header = {.stamp = to_message_time(now_)}, .format = "jpeg", .data = *jpeg});
  jpegs_.publish({.header = {.stamp = to_message_time(now_)}, .data = {1, 2, 3}});
  ASSERT_TRUE(lockstep_.advance(now_ += 20ms));
  ASSERT_EQ(poses_.size(), 1U);
  EXPECT_NEAR(poses_[0].pose.position.x, 0.8, 0.003);

  const TrackingNode raw(setup(), {.context = lockstep_.context()});
  Image colours = message(grey);
  colours.encoding = "bgr8";
  colours.step = std::uint32_t(3 * grey.width);
  colours.data = rgb;
  show(colours);
  ASSERT_EQ(poses_.size(), 2U);
  EXPECT_NEAR(poses_[1].pose.position.x, 0.8, 0.002);
}

TEST_F(TrackingNodeTest, DrawsWhatItSawForWhoWantsToLook) {
  const TrackingNode node(setup(), {.context = lockstep_.context()});
  std::vector<CompressedImage> drawn;
  const auto debug = others_.subscribe<CompressedImage>(
      "/tracker/image", qos::image, [&](const CompressedImage& m) { drawn.push_back(m); });
  const Image image = message(picture_of({marker_at(0.3, 0.2, 1)}));
  for (int i = 0; i < 8; ++i) show(image);
  ASSERT_EQ(drawn.size(), 2U);  // at 5 Hz: the first, and the one 231 ms later
  const auto picture = JpegDecoder().decode(drawn[0].data);
  ASSERT_TRUE(picture);
  EXPECT_EQ(picture->width, 480);
  // there is something green around the marker
  int green = 0;
  for (std::size_t i = 0; i < picture->rgb.size(); i += 3)
    if (picture->rgb[i + 1] > picture->rgb[i] + 60) ++green;
  EXPECT_GT(green, 50);
}

}  // namespace
}  // namespace tandem
