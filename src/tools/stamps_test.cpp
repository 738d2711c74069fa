// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#include "tools/stamps.h"

#include <gtest/gtest.h>

#include "messages/geometry_msgs.h"
#include "messages/sensor_msgs.h"
#include "messages/tf2_msgs.h"

namespace tandem {
namespace {

TEST(Stamps, AreReadFromTheHeader) {
  sensor_msgs::msg::Image image;
  image.header.stamp = {.sec = 12, .nanosec = 500'000'000};
  image.header.frame_id = "camera";
  image.data.resize(1000);
  const auto stamp = stamp_of(describe<sensor_msgs::msg::Image>(), to_cdr(image));
  ASSERT_TRUE(stamp) << stamp.error();
  EXPECT_EQ(*stamp, 12'500ms);
}

TEST(Stamps, AreNotInTypesWithoutHeader) {
  EXPECT_TRUE(has_stamp(describe<geometry_msgs::msg::TwistStamped>()));
  EXPECT_FALSE(has_stamp(describe<geometry_msgs::msg::Twist>()));
  EXPECT_FALSE(has_stamp(describe<tf2_msgs::msg::TFMessage>()));  // a list of things with headers
  EXPECT_FALSE(
      stamp_of(describe<geometry_msgs::msg::Twist>(), to_cdr(geometry_msgs::msg::Twist{})));
}

TEST(Stamps, AreNotReadBeyondTheMessage) {
  const std::vector<std::byte> short_message(6);
  EXPECT_FALSE(stamp_of(describe<geometry_msgs::msg::TwistStamped>(), short_message));
}

}  // namespace
}  // namespace tandem
