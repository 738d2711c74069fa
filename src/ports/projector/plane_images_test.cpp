// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#include "ports/projector/plane_images.h"

#include <gtest/gtest.h>

#include "messages/cdr.h"
#include "messages/sensor_msgs.h"
#include "simulation/simulation.h"

namespace tandem {
namespace {

using ImageMessage = sensor_msgs::msg::Image;

// Two pixels, red and blue, and a byte at the end of the row that is none.
ImageMessage two_pixels() {
  ImageMessage message;
  message.width = 2;
  message.height = 1;
  message.encoding = "bgr8";
  message.step = 7;
  message.data = {0, 0, 255, 255, 0, 0, 99};
  return message;
}

TEST(PlaneImages, MessagesBecomePicturesOrSentences) {
  const Result<RgbaImage> image = image_of_message(to_cdr(two_pixels()));
  ASSERT_TRUE(image) << image.error();
  EXPECT_EQ(image->at(0, 0), (Rgba{255, 0, 0, 255}));
  EXPECT_EQ(image->at(1, 0), (Rgba{0, 0, 255, 255}));
  ImageMessage grey = two_pixels();
  grey.encoding = "mono8";
  EXPECT_EQ(image_of_message(to_cdr(grey))->at(1, 0), (Rgba{0, 0, 0, 255}));

  ImageMessage wrong = two_pixels();
  wrong.encoding = "bayer_rggb8";
  EXPECT_EQ(image_of_message(to_cdr(wrong)).error(),
            "images of encoding 'bayer_rggb8' are not shown");
  wrong = two_pixels();
  wrong.height = 2;
  EXPECT_EQ(image_of_message(to_cdr(wrong)).error(), "the image has fewer bytes than pixels");
  wrong = two_pixels();
  wrong.step = 0;
  EXPECT_FALSE(image_of_message(to_cdr(wrong)));
  wrong = two_pixels();
  wrong.width = 0xffffffff;
  EXPECT_FALSE(image_of_message(to_cdr(wrong)));
  EXPECT_FALSE(image_of_message(std::vector<std::byte>(3)));
}

TEST(PlaneImages, AnObservedImageOfTheRobotGoesBeforeItsSimulatedOne) {
  Findings findings;
  Simulation simulation(load_scenario("empty", {}, findings));
  Frame frame = simulation.step({});
  PlaneImages images;
  images.take(frame);
  EXPECT_EQ(images.of("emaros"), nullptr);

  auto sensor = std::make_shared<SensorInfo>();
  sensor->owner = "emaros";
  CameraReading camera;
  camera.image = {.width = 1, .height = 1, .rgb = {1, 2, 3}};
  frame.readings.push_back(std::make_shared<const Reading>(
      Reading{.sensor = sensor, .index = 1, .measurement = camera}));
  images.take(frame);
  ASSERT_TRUE(images.of("emaros"));
  EXPECT_EQ(images.of("emaros")->at(0, 0), (Rgba{1, 2, 3, 255}));

  const auto bytes = to_cdr(two_pixels());
  std::vector<Observation> observed(2);
  observed[0] = {.topic = "/jackal/image", .type = "sensor_msgs/msg/Image", .count = 1};
  observed[1] = {.topic = "/emaros/image",
                 .type = "sensor_msgs/msg/Image",
                 .message = std::make_shared<const std::vector<std::byte>>(bytes),
                 .count = 1};
  images.take(frame, observed);
  const auto seen = images.of("emaros");
  EXPECT_EQ(seen->width, 2);
  // the same message is the same image, which costs nothing again
  images.take(frame, observed);
  EXPECT_EQ(images.of("emaros"), seen);
  EXPECT_EQ(images.of("jackal"), nullptr);

  // a robot of that name in another world has seen nothing yet
  frame.readings.clear();
  ++frame.world_generation;
  images.begin_world_of(frame);
  EXPECT_EQ(images.of("emaros"), nullptr);
}

TEST(PlaneImages, AreOfARobotByItsNamespaceOrByTheScenariosWord) {
  auto config = std::make_shared<RobotConfig>();
  config->name = "r1";
  RobotState robot;
  robot.name = "r1";
  robot.config = config;
  const auto is_said = [&](const char* topic, const char* of = "") {
    return is_said_of(robot, {.robot = of, .topic = topic});
  };
  EXPECT_TRUE(is_said("/r1/image"));
  EXPECT_FALSE(is_said("/image"));
  EXPECT_FALSE(is_said("/r1x/image"));
  EXPECT_TRUE(is_said("/image", "r1"));
  EXPECT_FALSE(is_said("/r1/image", "r2"));
  config->ros.ns = "";
  EXPECT_TRUE(is_said("/image"));
  EXPECT_FALSE(is_said("/image", "r2"));
}

}  // namespace
}  // namespace tandem
