// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#include "ports/mixing/mixed_camera.h"

#include <gtest/gtest.h>

#include "messages/time.h"
#include "middleware/lockstep.h"
#include "ports/mixing/test_pictures.h"
#include "render/viewpoint.h"
#include "simulation/load_scenario.h"
#include "simulation/simulation.h"

namespace tandem {
namespace {

using sensor_msgs::msg::CameraInfo;
using sensor_msgs::msg::Image;

constexpr int width = 160, height = 100;
constexpr std::uint8_t grey = 90;

// A camera above a red box that is virtual, in a world whose frames come when the test says so.
class MixedCameraTest : public testing::Test {
 protected:
  MixedCameraTest() {
    Findings findings;
    const auto scenario = load_checked_scenario_text(R"(name: room
clock: zero
world: {generate: arena, size_x_m: 10, size_y_m: 10, wall_height_m: 0}
spawn:
  box: {area: {x: 0, y: 0, size_x_m: 0.51, size_y_m: 0.51}, object: {shape: box, size_m: [0.5, 0.5, 0.5], mass_kg: 5, color: red}}
)",
                                                     "room.yaml", {}, findings);
    EXPECT_TRUE(scenario);
    Simulation simulation(scenario, SimulationOptions{.threads = 1});
    frame_ = simulation.step({});
    follow();
  }

  void show_world(SimTime time) {
    Frame frame = frame_;
    frame.time = time;
    camera_.publish(std::make_shared<const Frame>(std::move(frame)));
  }
  void take_picture(SimTime time, const std::string& encoding = "rgb8", int share = 1) {
    const int columns = width / share, rows = height / share;
    Image image{
        .header = {.stamp = to_message_time(time), .frame_id = "above"},
        .encoding = encoding,
        .data = std::vector<std::uint8_t>(static_cast<std::size_t>(3 * columns * rows), grey)};
    image.width = static_cast<std::uint32_t>(columns);
    image.height = static_cast<std::uint32_t>(rows);
    image.step = static_cast<std::uint32_t>(3 * columns);
    real_.publish(image);
    follow();
  }
  void follow() { ASSERT_TRUE(lockstep_.advance(now_ += 250ms)); }
  static bool has_box(const Image& image) {
    const std::size_t middle = 3 * (std::size_t{height} / 2 * width + width / 2);
    return image.data[middle] > image.data[middle + 1] + 30;
  }

  SimTime now_{};
  Frame frame_;
  Lockstep lockstep_;
  MixedCamera camera_{
      {.camera = {.lens = LensConfig{.fx_px = 100, .fy_px = 100, .cx_px = 79.5, .cy_px = 49.5},
                  .width_px = width,
                  .height_px = height},
       .world_from_camera = looking_at({0.01, 0, 3}, {0, 0, 0})},
      {.context = lockstep_.context()}};
  Node node_{"looker", {.context = lockstep_.context()}};
  Publisher<Image> real_ = node_.publisher<Image>("/overhead/image_raw", qos::image);
  std::vector<Image> mixed_;
  std::vector<CameraInfo> infos_;
  Subscription heard_ = node_.subscribe<Image>("/overhead/mixed/image_raw", qos::image,
                                               [this](const Image& m) { mixed_.push_back(m); });
  Subscription told_ =
      node_.subscribe<CameraInfo>("/overhead/mixed/camera_info", qos::sensor,
                                  [this](const CameraInfo& m) { infos_.push_back(m); });
};

TEST_F(MixedCameraTest, DrawsWhatIsVirtualIntoPicturesOfItsTopic) {
  show_world(1s);
  take_picture(1s);
  ASSERT_EQ(mixed_.size(), 1u);
  EXPECT_TRUE(has_box(mixed_[0]));
  EXPECT_EQ(mixed_[0].data[0], grey);
  EXPECT_EQ(mixed_[0].header.frame_id, "above");
  ASSERT_EQ(infos_.size(), 1u);
  EXPECT_EQ(infos_[0].k[0], 100);
  EXPECT_EQ(infos_[0].header, mixed_[0].header);
}

TEST_F(MixedCameraTest, ABusyMachineMayLeaveStepsOut) {
  show_world(1s);
  show_world(1400ms);  // 200 ms from what was taken in between
  take_picture(1200ms);
  ASSERT_EQ(mixed_.size(), 1u);
  EXPECT_TRUE(has_box(mixed_[0]));
  // or be late with the world's newest
  take_picture(1650ms);
  ASSERT_EQ(mixed_.size(), 2u);
  EXPECT_TRUE(has_box(mixed_[1]));
  // of a world that is not known nothing is drawn, and nothing comes
  take_picture(5s);
  EXPECT_EQ(mixed_.size(), 2u);
}

TEST_F(MixedCameraTest, PicturesThatCannotBeDrawnIntoDoNotHoldTheNext) {
  show_world(1s);
  take_picture(1s, "yuv422");
  EXPECT_TRUE(mixed_.empty());
  take_picture(1s);
  EXPECT_EQ(mixed_.size(), 1u);
  // at most five a second
  take_picture(1100ms);
  EXPECT_EQ(mixed_.size(), 1u);
}

TEST_F(MixedCameraTest, PicturesThatCannotBeDrawnIntoAreCountedAndTold) {
  std::optional<diagnostic_msgs::msg::DiagnosticStatus> status;
  const Subscription told = node_.subscribe<diagnostic_msgs::msg::DiagnosticStatus>(
      "/overhead/mixed/image_raw/status", qos::latched, [&](const auto& m) { status = m; });
  show_world(1s);
  take_picture(1s, "yuv422");
  take_picture(1s, "yuv422");
  take_picture(1s, "yuv422");
  ASSERT_TRUE(status);
  EXPECT_EQ(status->message,
            "pictures are not mixed: they are 'yuv422'; mono8, rgb8 and bgr8 can be");
  EXPECT_EQ(status->values.back().key, "unusable");
  EXPECT_EQ(status->values.back().value, "3");  // half a second after the first
  take_picture(1s);
  EXPECT_EQ(status->level, diagnostic_msgs::msg::DiagnosticStatus::OK);
}

TEST_F(MixedCameraTest, RowsMayHaveSpaceBehindThem) {
  show_world(1s);
  Image padded{.header = {.stamp = to_message_time(SimTime{1s}), .frame_id = "above"},
               .height = height,
               .width = width,
               .encoding = "rgb8",
               .step = 3 * width + 32};
  padded.data.assign(std::size_t{padded.step} * height, 255);
  for (std::size_t row = 0; row < height; ++row)
    for (std::size_t i = 0; i < std::size_t{3} * width; ++i)
      padded.data[row * padded.step + i] = grey;
  real_.publish(padded);
  follow();
  ASSERT_EQ(mixed_.size(), 1u);
  EXPECT_TRUE(has_box(mixed_[0]));
  EXPECT_EQ(mixed_[0].step, 3u * width);
  EXPECT_EQ(mixed_[0].data.size(), std::size_t{3} * width * height);
  EXPECT_EQ(mixed_[0].data[3 * width], grey);
}

// What is virtual would be at places that the camera sees elsewhere.
TEST_F(MixedCameraTest, PicturesOfAnotherSizeThanItsCalibrationsAreNotMixed) {
  show_world(1s);
  take_picture(1s, "rgb8", 2);
  EXPECT_TRUE(mixed_.empty());
  take_picture(1s);
  EXPECT_EQ(mixed_.size(), 1u);
}

}  // namespace
}  // namespace tandem
