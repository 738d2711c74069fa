// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#include "autonomy/perception/perception_node.h"

#include <gmock/gmock.h>

#include "autonomy/perception/picture_messages.h"
#include "autonomy/perception/test_pictures.h"
#include "messages/rcl_interfaces.h"
#include "messages/time.h"
#include "middleware/lockstep.h"
#include "middleware/transform_broadcaster.h"

namespace tandem {

namespace {

using diagnostic_msgs::msg::DiagnosticArray;
using diagnostic_msgs::msg::DiagnosticStatus;
using sensor_msgs::msg::CameraInfo;
using sensor_msgs::msg::CompressedImage;
using sensor_msgs::msg::Image;
using tandem_msgs::msg::Sight;
using tandem_msgs::srv::SelectProcessor;
using testing::HasSubstr;

// A robot whose camera sees a red box, in lockstep with a perception node.
class PerceptionTest : public testing::Test {
 protected:
  NodeOptions options(std::vector<std::string> arguments = {}) const {
    return {.ns = "/r", .context = lockstep_.context(), .arguments = std::move(arguments)};
  }
  void advance(Duration time = 100ms) {
    now_ += time;
    const auto delivered = lockstep_.advance(now_);
    ASSERT_TRUE(delivered) << delivered.error();
  }
  SelectProcessor::Response select(const std::string& processor,
                                   std::vector<std::string> labels = {}) {
    Result<SelectProcessor::Response> answer = Error{"none"};
    client_.call({processor, std::move(labels)}, 1s, [&](const auto& it) { answer = it; });
    advance();
    EXPECT_TRUE(answer) << answer.error();
    return answer ? *answer : SelectProcessor::Response{};
  }
  std_msgs::msg::Header header() const {
    return {.stamp = to_message_time(now_), .frame_id = "r/camera_optical"};
  }
  void send_calibration() {
    CameraInfo info = test_camera_info();
    info.header = header();
    infos_.publish(info);
    const Pose pose = test_base_from_camera();
    const Quat& q = pose.rotation;
    frames_.send({{.header = {.frame_id = "r/base_link"},
                   .child_frame_id = "r/camera_optical",
                   .transform = {.translation = {pose.translation.x, 0, pose.translation.z},
                                 .rotation = {q.x, q.y, q.z, q.w}}}});
    advance();
  }
  void send_picture() {
    CompressedImage message{.header = header(), .format = "jpeg"};
    message.data = *JpegEncoder().encode(image_.rgb, image_.width, image_.height);
    pictures_.publish(message);
    advance();
  }
  static std::vector<std::string> floor_at_base() { return {"-p", "floor_z_m:=0.0"}; }

  const RgbImage image_ =
      picture_of({.boxes = {{.middle = {0.8, 0.1}}}}, test_camera(), test_base_from_camera());
  Lockstep lockstep_;
  SimTime now_ = 1s;
  Node robot_{"robot", {.ns = "/r", .context = lockstep_.context()}};
  Publisher<CameraInfo> infos_ = robot_.publisher<CameraInfo>("camera_front/camera_info");
  Publisher<CompressedImage> pictures_ =
      robot_.publisher<CompressedImage>("camera_front/image_raw/compressed");
  Publisher<Image> raw_pictures_ = robot_.publisher<Image>("camera_front/image_raw");
  StaticTransformBroadcaster frames_{robot_};
  Client<SelectProcessor> client_ = robot_.client<SelectProcessor>("perception/select");
  std::vector<Sight> sights_;
  Subscription sight_topic_ = robot_.subscribe<Sight>(
      "perception/sight", qos::reliable, [this](const Sight& sight) { sights_.push_back(sight); });
  DiagnosticStatus status_;
  Subscription diagnostics_ = robot_.subscribe<DiagnosticArray>(
      "/diagnostics", qos::reliable,
      [this](const DiagnosticArray& message) { status_ = message.status.at(0); });
};

std::string value_of(const DiagnosticStatus& status, const std::string& key) {
  for (const auto& value : status.values)
    if (value.key == key) return value.value;
  return "?";
}

}  // namespace

TEST_F(PerceptionTest, HearsTheCameraOnlyWhileAProcessorIsSelected) {
  const PerceptionNode perception(options());
  advance();
  EXPECT_EQ(pictures_.subscriber_count(), 0);
  EXPECT_TRUE(select("box").success);
  EXPECT_EQ(pictures_.subscriber_count(), 1);
  EXPECT_TRUE(select("").success);
  EXPECT_EQ(pictures_.subscriber_count(), 0);
}

TEST_F(PerceptionTest, TellsWhatItSeesWithThePicturesStampInTheRobotsFrame) {
  const PerceptionNode perception(options(floor_at_base()));
  send_calibration();
  select("box", {"red_box"});
  const SimTime taken = now_;
  send_picture();
  ASSERT_EQ(sights_.size(), 1u);
  EXPECT_EQ(to_time(sights_[0].header.stamp), taken);
  EXPECT_EQ(sights_[0].header.frame_id, "r/base_link");
  EXPECT_EQ(sights_[0].processor, "box");
  ASSERT_EQ(sights_[0].sightings.size(), 1u);
  EXPECT_EQ(sights_[0].sightings[0].label, "red_box");
  EXPECT_NEAR(sights_[0].sightings[0].position.x, 0.725, 0.015);
}

TEST_F(PerceptionTest, RefusesWhatItDoesNotKnowAndGoesOnAsBefore) {
  const PerceptionNode perception(options());
  send_calibration();
  select("box");
  EXPECT_THAT(select("boxes").message, HasSubstr("no processor 'boxes'"));
  EXPECT_FALSE(select("box", {"pink_box"}).success);
  send_picture();
  ASSERT_EQ(sights_.size(), 1u);
  EXPECT_EQ(sights_[0].processor, "box");
}

TEST_F(PerceptionTest, WithoutACalibrationNothingHasAPlace) {
  const PerceptionNode perception(options());
  select("box");
  send_picture();
  ASSERT_EQ(sights_.size(), 1u);
  ASSERT_EQ(sights_[0].sightings.size(), 1u);
  EXPECT_FALSE(sights_[0].sightings[0].has_position);
  advance(1s);
  EXPECT_EQ(value_of(status_, "without_place"), "1");
}

TEST_F(PerceptionTest, BrokenPicturesAreCountedAndTheNextOneIsSeen) {
  const PerceptionNode perception(options());
  send_calibration();
  select("box");
  for (const std::size_t bytes : {0u, 50u, 3000u}) {
    CompressedImage broken{.header = header(), .format = "jpeg"};
    broken.data.assign(bytes, 7);
    pictures_.publish(broken);
  }
  advance();
  EXPECT_TRUE(sights_.empty());
  send_picture();
  EXPECT_EQ(sights_.size(), 1u);
  advance(1s);
  EXPECT_EQ(value_of(status_, "unreadable"), "3");
  EXPECT_EQ(value_of(status_, "pictures"), "1");
}

TEST_F(PerceptionTest, ACameraThatFallsSilentIsSaid) {
  const PerceptionNode perception(options());
  advance(3s);
  EXPECT_EQ(status_.level, DiagnosticStatus::OK);
  EXPECT_EQ(status_.message, "idle");
  select("line");
  send_picture();
  advance(900ms);
  EXPECT_EQ(status_.level, DiagnosticStatus::OK);
  advance(1s);
  EXPECT_EQ(status_.level, DiagnosticStatus::ERROR);
  EXPECT_THAT(status_.message, HasSubstr("no picture on /r/camera_front/image_raw/compressed for"));
  send_picture();
  advance(1s);
  EXPECT_EQ(status_.level, DiagnosticStatus::OK);
}

TEST_F(PerceptionTest, RawPicturesAreReadWhenItIsToldTo) {
  std::vector<std::string> arguments = floor_at_base();
  arguments.insert(arguments.end(), {"-p", "transport:=raw", "-p", "processor:=box"});
  const PerceptionNode perception(options(arguments));
  send_calibration();
  Image message = message_of(image_);
  message.header = header();
  raw_pictures_.publish(message);
  advance();
  ASSERT_EQ(sights_.size(), 1u);
  EXPECT_NEAR(sights_[0].sightings.at(0).position.x, 0.725, 0.015);
}

TEST_F(PerceptionTest, DrawsOnlyForThoseWhoLook) {
  const PerceptionNode perception(options());
  send_calibration();
  select("box");
  std::vector<Image> shown;
  {
    const Subscription viewer =
        robot_.subscribe<Image>("perception/debug_image", qos::image,
                                [&](const Image& message) { shown.push_back(message); });
    advance();
    send_picture();
  }
  send_picture();
  ASSERT_EQ(shown.size(), 1u);
  EXPECT_EQ(shown[0].encoding, "rgb8");
  EXPECT_EQ(shown[0].width, 640u);
  // where the outline is, there is green that the picture does not have
  const auto greens = [](const std::vector<std::uint8_t>& rgb) {
    int count = 0;
    for (std::size_t i = 0; i + 2 < rgb.size(); i += 3)
      count += rgb[i + 1] > 200 && rgb[i] < 100 && rgb[i + 2] < 120;
    return count;
  };
  EXPECT_EQ(greens(image_.rgb), 0);
  EXPECT_GT(greens(shown[0].data), 50);
}

TEST_F(PerceptionTest, ColorsCanBeChangedWhileItLooks) {
  const PerceptionNode perception(options());
  send_calibration();
  select("box");
  Client<rcl_interfaces::srv::SetParameters> parameters =
      robot_.client<rcl_interfaces::srv::SetParameters>("perception/set_parameters");
  const auto set = [&](std::vector<std::int64_t> numbers) {
    rcl_interfaces::srv::SetParameters::Response response;
    parameters.call({.parameters = {{.name = "box.red_box",
                                     .value = {.type = 7,  // a list of integers
                                               .integer_array_value = std::move(numbers)}}}},
                    1s, [&](const auto& it) { response = *it; });
    advance();
    return response.results.at(0);
  };
  EXPECT_THAT(set({1, 2, 3}).reason, HasSubstr("six numbers"));
  send_picture();
  EXPECT_TRUE(set({80, 0, 0, 90, 255, 255}).successful);
  send_picture();
  ASSERT_EQ(sights_.size(), 2u);
  EXPECT_TRUE(sights_[0].found);
  EXPECT_FALSE(sights_[1].found);
}

TEST_F(PerceptionTest, ALabelOfOnesOwnNeedsItsColors) {
  const std::vector<std::string> label{"-p", "box.labels:=[pink_box]"};
  EXPECT_THROW(PerceptionNode{options(label)}, std::invalid_argument);
  std::vector<std::string> both = label;
  both.insert(both.end(), {"-p", "box.pink_box:=[150, 60, 60, 170, 255, 255]"});
  const PerceptionNode perception(options(both));
  EXPECT_TRUE(select("box", {"pink_box"}).success);
  EXPECT_FALSE(select("box", {"red_box"}).success);
}

}  // namespace tandem
