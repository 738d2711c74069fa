// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#include "tools/value_text.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <limits>

#include "messages/diagnostic_msgs.h"
#include "messages/dynamic.h"
#include "messages/geometry_msgs.h"
#include "messages/sensor_msgs.h"
#include "messages/std_srvs.h"
#include "messages/tf2_msgs.h"

namespace tandem {
namespace {

using testing::HasSubstr;
using testing::Optional;

template <Message M>
MessageValue value_of(const M& message) {
  return *decode_cdr(describe<M>(), to_cdr(message));
}

template <Message M>
std::string python(const M& message) {
  return to_python(describe<M>(), value_of(message));
}

TEST(ValueText, CsvHasEveryValueInOrder) {
  geometry_msgs::msg::PointStamped point;
  point.header.stamp.sec = 7;
  point.header.frame_id = "map";
  point.point = {.x = 1, .y = -0.5, .z = std::numeric_limits<double>::infinity()};
  EXPECT_EQ(to_csv(value_of(point)), "7,0,map,1.0,-0.5,inf");
}

TEST(ValueText, CsvFlattensListsAndQuotesTexts) {
  sensor_msgs::msg::JointState joints;
  joints.name = {"left,wheel", "right \"wheel\""};
  joints.position = {0.25, 0.5};
  EXPECT_EQ(to_csv(value_of(joints)), R"(0,0,,"left,wheel","right ""wheel""",0.25,0.5)");
  EXPECT_EQ(csv_names(value_of(joints)),
            "header.stamp.sec,header.stamp.nanosec,header.frame_id,name[0],name[1],position[0],"
            "position[1]");
}

TEST(ValueText, CsvOfOnePartIsThatPart) {
  EXPECT_EQ(to_csv(MessageValue{2.5f}), "2.5");
  EXPECT_EQ(to_csv(MessageValue{true}), "True");
  EXPECT_EQ(to_csv(MessageValue{std::vector<std::uint8_t>{1, 2}}), "1,2");
}

TEST(ValueText, PythonNamesTypesAndFields) {
  EXPECT_EQ(python(std_srvs::srv::SetBool::Request{.data = true}),
            "std_srvs.srv.SetBool_Request(data=True)");
  EXPECT_EQ(python(std_srvs::srv::Trigger::Request{}), "std_srvs.srv.Trigger_Request()");
  EXPECT_EQ(python(geometry_msgs::msg::Twist{.linear = {.x = 0.2}}),
            "geometry_msgs.msg.Twist(linear=geometry_msgs.msg.Vector3(x=0.2, y=0.0, z=0.0), "
            "angular=geometry_msgs.msg.Vector3(x=0.0, y=0.0, z=0.0))");
}

TEST(ValueText, PythonQuotesAsPythonDoes) {
  const auto quoted = [](std::string text) {
    return python(std_srvs::srv::Trigger::Response{.success = false, .message = std::move(text)});
  };
  EXPECT_EQ(quoted("plain"), "std_srvs.srv.Trigger_Response(success=False, message='plain')");
  EXPECT_THAT(quoted("it's"), HasSubstr(R"(message="it's")"));
  EXPECT_THAT(quoted("it's \"so\""), HasSubstr(R"(message='it\'s "so"')"));
  EXPECT_THAT(quoted("a\nb\x01"), HasSubstr(R"(message='a\nb\x01')"));
}

TEST(ValueText, PythonShowsListsOfMessages) {
  geometry_msgs::msg::Polygon polygon;
  polygon.points = {{.x = 1}, {.y = 2}};
  EXPECT_EQ(python(polygon),
            "geometry_msgs.msg.Polygon(points=[geometry_msgs.msg.Point32(x=1.0, y=0.0, z=0.0), "
            "geometry_msgs.msg.Point32(x=0.0, y=2.0, z=0.0)])");
}

TEST(ValueText, PartsThatCanBeThereAreNotRefused) {
  const TypeDescription& transforms = describe<tf2_msgs::msg::TFMessage>();
  for (const char* path : {"", "transforms", "transforms[3]", "transforms[0].header.stamp.sec"})
    EXPECT_EQ(why_no_part(transforms, path), std::nullopt) << path;
  EXPECT_EQ(why_no_part(describe<sensor_msgs::msg::LaserScan>(), "ranges[12]"), std::nullopt);
  const TypeDescription& status = describe<diagnostic_msgs::msg::DiagnosticStatus>();
  EXPECT_EQ(why_no_part(status, "values[late].value"), std::nullopt);
  EXPECT_THAT(why_no_part(status, "values[].value"), Optional(HasSubstr("number of an element")));
}

TEST(ValueText, WrongPartsAreNamed) {
  const TypeDescription& twist = describe<geometry_msgs::msg::Twist>();
  EXPECT_THAT(why_no_part(twist, "linear.w"),
              Optional(std::string("geometry_msgs/msg/Vector3 has no field 'w'; it has x, y, z")));
  EXPECT_THAT(why_no_part(twist, "linear.x.y"),
              Optional(std::string("x is of type float64 and has no fields")));
  EXPECT_THAT(why_no_part(twist, "linear[0]"), Optional(std::string("linear is no list")));
  EXPECT_THAT(why_no_part(twist, "[0]"),
              Optional(std::string("geometry_msgs/msg/Twist is no list")));

  const TypeDescription& transforms = describe<tf2_msgs::msg::TFMessage>();
  EXPECT_THAT(
      why_no_part(transforms, "transforms.header"),
      Optional(std::string("transforms is a list; name an element, as in transforms[0].header")));
  for (const char* path : {"transforms[", "transforms[]", "transforms[-1]", "transforms[x]"})
    EXPECT_THAT(why_no_part(transforms, path), Optional(HasSubstr("the number of an element")))
        << path;
}

}  // namespace
}  // namespace tandem
