// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#include "messages/cdr.h"

#include <gtest/gtest.h>

#include "messages/diagnostic_msgs.h"
#include "messages/geometry_msgs.h"
#include "messages/hex.h"
#include "messages/rcl_interfaces.h"
#include "messages/rmw_dds_common.h"
#include "messages/sensor_msgs.h"
#include "messages/shape_msgs.h"
#include "messages/std_msgs.h"
#include "messages/std_srvs.h"

namespace tandem {
namespace {

template <class M>
Result<M> from_text(std::string_view hex) {
  return from_cdr<M>(*from_hex(hex));
}

TEST(Cdr, NumbersAreAlignedToTheStartOfTheBody) {
  rcl_interfaces::msg::ParameterValue value;
  value.type = rcl_interfaces::msg::ParameterType::PARAMETER_INTEGER;
  value.bool_value = true;
  value.integer_value = 0x0102030405060708;
  // type, bool, six bytes of padding, integer
  EXPECT_TRUE(to_hex(to_cdr(value))
                  .starts_with("00010000"
                               "0201000000000000"
                               "0807060504030201"));
}

TEST(Cdr, EmptySequencesOfWideNumbersAreNotPadded) {
  const std_msgs::msg::Float64MultiArray empty;
  EXPECT_EQ(to_hex(to_cdr(empty)),
            "00010000"
            "00000000"
            "00000000"
            "00000000");
}

TEST(Cdr, AnEmptyMessageIsOneByte) {
  EXPECT_EQ(to_hex(to_cdr(std_srvs::srv::Trigger::Request{})), "0001000000");
  EXPECT_TRUE(from_text<std_srvs::srv::Trigger::Request>("0001000000"));
  EXPECT_FALSE(from_text<std_srvs::srv::Trigger::Request>("00010000"));
}

TEST(Cdr, ReusesTheMemoryOfItsOutput) {
  std::vector<std::byte> out;
  sensor_msgs::msg::Image image;
  image.data.resize(1000);
  to_cdr(image, out);
  const std::byte* memory = out.data();
  const std::size_t size = out.size();
  image.encoding = "";
  image.data.resize(10);
  to_cdr(image, out);
  EXPECT_EQ(out.data(), memory);
  EXPECT_EQ(out.size(), size - 990);
  EXPECT_EQ(*from_cdr<sensor_msgs::msg::Image>(out), image);
}

TEST(Cdr, ReusedMemoryLeavesNothingInThePadding) {
  std::vector<std::byte> out(200, std::byte{0xff});
  geometry_msgs::msg::TransformStamped transform;
  transform.child_frame_id = "a";
  to_cdr(transform, out);
  EXPECT_EQ(out, to_cdr(transform));
}

TEST(Cdr, ALengthBeyondTheMessageIsRefusedBeforeAnythingIsAllocated) {
  // four billion strings of nothing
  const auto strings = from_text<std_msgs::msg::String>(
      "00010000"
      "ffffffff");
  ASSERT_FALSE(strings);
  EXPECT_EQ(strings.error(),
            "std_msgs/msg/String has the length 4294967295 at byte 4 with 0 bytes left");

  const auto doubles = from_text<std_msgs::msg::Float64MultiArray>(
      "00010000"
      "00000000"
      "00000000"
      "ffffff1f"
      "0000000000000000");
  ASSERT_FALSE(doubles);
  EXPECT_EQ(doubles.error(),
            "std_msgs/msg/Float64MultiArray has the length 536870911 at byte 12 with 8 bytes left");

  // 17 bytes at least per status, so two of them cannot be in 20
  const auto statuses = from_text<diagnostic_msgs::msg::DiagnosticArray>(
      "00010000"
      "0000000000000000"
      "01000000"
      "00"
      "000000"
      "02000000"
      "0000000000000000000000000000000000000000");
  ASSERT_FALSE(statuses);
  EXPECT_NE(statuses.error().find("the length 2 at byte 20 with 20 bytes left"), std::string::npos)
      << statuses.error();
}

TEST(Cdr, AMessageThatEndsTooSoonSaysWhere) {
  const auto twist = from_text<geometry_msgs::msg::Vector3>(
      "00010000"
      "0000000000000000"
      "00000000");
  ASSERT_FALSE(twist);
  EXPECT_EQ(twist.error(),
            "geometry_msgs/msg/Vector3 ends at byte 16 where 24 more would follow from byte 4");
}

TEST(Cdr, OtherEncapsulationsAreRefused) {
  const auto parameters = from_text<std_msgs::msg::UInt8>("0003000000");
  ASSERT_FALSE(parameters);
  EXPECT_EQ(
      parameters.error(),
      "std_msgs/msg/UInt8 has encapsulation 0x0003; only plain CDR, 0x0000 and 0x0001, is read");
  EXPECT_FALSE(from_text<std_msgs::msg::UInt8>("010000"));
}

TEST(Cdr, ABoolIsZeroOrOne) {
  EXPECT_TRUE(from_text<std_msgs::msg::Bool>("0001000001")->data);
  const auto two = from_text<std_msgs::msg::Bool>("0001000002");
  ASSERT_FALSE(two);
  EXPECT_EQ(two.error(), "std_msgs/msg/Bool has a bool of 2 at byte 4");
}

TEST(Cdr, TextsWithoutTheirZeroAreRead) {
  EXPECT_EQ(from_text<std_msgs::msg::String>("00010000"
                                             "02000000"
                                             "6162")
                ->data,
            "ab");
  EXPECT_EQ(from_text<std_msgs::msg::String>("00010000"
                                             "00000000")
                ->data,
            "");
}

TEST(Cdr, BoundsAreKept) {
  const auto four = from_text<shape_msgs::msg::SolidPrimitive>(
      "00010000"
      "01000000"
      "04000000");
  ASSERT_FALSE(four);
  EXPECT_NE(four.error().find("the length 4 at byte 8 where 3 is the bound"), std::string::npos)
      << four.error();

  rmw_dds_common::msg::NodeEntitiesInfo node;
  node.node_name = std::string(257, 'n');
  EXPECT_FALSE(from_cdr<rmw_dds_common::msg::NodeEntitiesInfo>(to_cdr(node)));
  node.node_name.pop_back();
  EXPECT_EQ(*from_cdr<rmw_dds_common::msg::NodeEntitiesInfo>(to_cdr(node)), node);
}

TEST(Cdr, MessagesOfOneSizeOfNumberAreCopiedWhole) {
  static_assert(block_unit<geometry_msgs::msg::Point32> == 4);
  static_assert(block_unit<geometry_msgs::msg::PoseWithCovariance> == 8);
  static_assert(block_unit<geometry_msgs::msg::PoseStamped> == 0);  // has text
  static_assert(block_unit<builtin_interfaces::msg::Time> == 4);
  static_assert(block_unit<bool> == 0);                                // is checked
  static_assert(block_unit<sensor_msgs::msg::RegionOfInterest> == 0);  // has a bool

  geometry_msgs::msg::PoseArray poses;
  poses.header.frame_id = "map";
  poses.poses.resize(3);
  poses.poses[2].position.z = 1.5;
  EXPECT_EQ(*from_cdr<geometry_msgs::msg::PoseArray>(to_cdr(poses)), poses);
}

TEST(Cdr, MessagesCompareByTheirFields) {
  geometry_msgs::msg::Twist twist;
  geometry_msgs::msg::Twist other;
  EXPECT_EQ(twist, other);
  other.angular.z = 0.1;
  EXPECT_NE(twist, other);
}

TEST(Cdr, HumblesGidsHave24Bytes) {
  const rmw_dds_common::humble::ParticipantEntitiesInfo humble;
  const rmw_dds_common::msg::ParticipantEntitiesInfo jazzy;
  EXPECT_EQ(to_cdr(humble).size(), 4 + 24 + 4);
  EXPECT_EQ(to_cdr(jazzy).size(), 4 + 16 + 4);
}

}  // namespace
}  // namespace tandem
