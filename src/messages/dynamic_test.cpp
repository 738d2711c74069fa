// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#include "messages/dynamic.h"

#include <gmock/gmock.h>

#include <cmath>
#include <limits>

#include "messages/cdr.h"
#include "messages/diagnostic_msgs.h"
#include "messages/flow_yaml.h"
#include "messages/geometry_msgs.h"
#include "messages/registry.h"
#include "messages/sensor_msgs.h"
#include "messages/std_msgs.h"

namespace tandem {
namespace {

const TypeDescription& type(std::string_view name) {
  return find_message_type(name)->description();
}

template <class M>
M yaml_to(std::string_view yaml) {
  const auto value = from_yaml(describe<M>(), yaml);
  if (!value) ADD_FAILURE() << value.error();
  return value ? *from_cdr<M>(encode_cdr(*value)) : M{};
}

std::string refusal(std::string_view name, std::string_view yaml) {
  const auto value = from_yaml(type(name), yaml);
  return value ? "accepted" : value.error();
}

std::string json_refusal(std::string_view name, std::string_view json) {
  const auto value = from_json(type(name), json);
  return value ? "accepted" : value.error();
}

template <class M>
std::string echo(const M& message, const YamlStyle& style = {}) {
  return to_yaml(*decode_cdr(describe<M>(), to_cdr(message)), style);
}

TEST(ToFlowYaml, IsOneLineInTheStyleOfRos2) {
  const auto flow = []<class M>(const M& message, const YamlStyle& style = {}) {
    return to_flow_yaml(*decode_cdr(describe<M>(), to_cdr(message)), style);
  };
  EXPECT_EQ(flow(geometry_msgs::msg::Point{.x = 1, .y = -0.5}), "{x: 1.0, y: -0.5, z: 0.0}\n");
  EXPECT_EQ(flow(std_msgs::msg::Empty{}), "{}\n");
  EXPECT_EQ(flow(std_msgs::msg::String{"left, right"}), "{data: 'left, right'}\n");
  EXPECT_EQ(flow(std_msgs::msg::String{"5"}), "{data: '5'}\n");
  sensor_msgs::msg::JointState joints{.name = {"a", "b"}, .position = {1, 2, 3}};
  joints.header.frame_id = "odom";
  EXPECT_EQ(flow(joints, {.longest = 2}),
            "{header: {stamp: {sec: 0, nanosec: 0}, frame_id: od...}, name: [a, b], position: "
            "[1.0, 2.0, '...'], velocity: [], effort: []}\n");
  EXPECT_THAT(flow(joints, {.shows_lists = false}),
              testing::HasSubstr("position: '<float64[], length: 3>'"));
}

TEST(FromYaml, FieldsThatAreNotNamedKeepTheirDefaults) {
  const auto pose = yaml_to<geometry_msgs::msg::Pose>("{position: {x: 0.5}}");
  EXPECT_EQ(pose.position.x, 0.5);
  EXPECT_EQ(pose.orientation.w, 1.0);
  const auto array = yaml_to<geometry_msgs::msg::PoseArray>("poses: [{}, {position: {y: 2}}]");
  ASSERT_EQ(array.poses.size(), 2);
  EXPECT_EQ(array.poses[1].orientation.w, 1.0);
  EXPECT_EQ(array.poses[1].position.y, 2.0);
  EXPECT_EQ(yaml_to<geometry_msgs::msg::Pose>(""), geometry_msgs::msg::Pose{});
}

TEST(FromYaml, ReadsWhatPeopleWrite) {
  EXPECT_EQ(yaml_to<std_msgs::msg::String>("data: hello").data, "hello");
  EXPECT_EQ(yaml_to<std_msgs::msg::String>("data: '5'").data, "5");
  EXPECT_EQ(yaml_to<std_msgs::msg::String>("data: 5").data, "5");
  EXPECT_EQ(yaml_to<std_msgs::msg::Int32>("data: -0x10").data, -16);
  EXPECT_EQ(yaml_to<std_msgs::msg::Float64>("data: 1").data, 1.0);
  EXPECT_EQ(yaml_to<std_msgs::msg::Float64>("data: +1.5e3").data, 1500.0);
  EXPECT_EQ(yaml_to<std_msgs::msg::Float64>("data: -.inf").data,
            -std::numeric_limits<double>::infinity());
  EXPECT_TRUE(std::isnan(yaml_to<std_msgs::msg::Float32>("data: .nan").data));
  EXPECT_TRUE(yaml_to<std_msgs::msg::Bool>("data: True").data);
  EXPECT_EQ(yaml_to<std_msgs::msg::Int64>("data: -9223372036854775808").data, INT64_MIN);
  EXPECT_EQ(yaml_to<std_msgs::msg::UInt64>("data: 18446744073709551615").data, UINT64_MAX);
  EXPECT_EQ(yaml_to<diagnostic_msgs::msg::DiagnosticStatus>("level: 2").level, std::byte{2});
  // less than a double can hold is zero
  EXPECT_EQ(yaml_to<std_msgs::msg::Float64>("data: 1e-400").data, 0.0);
}

TEST(FromYaml, MistakesAreNamed) {
  EXPECT_EQ(refusal("geometry_msgs/Twist", "{linear: {q: 1}}"),
            "linear: geometry_msgs/msg/Vector3 has no field 'q'; it has x, y, z");
  EXPECT_EQ(refusal("std_msgs/Empty", "{q: 1}"),
            "std_msgs/msg/Empty has no field 'q'; it has none");
  EXPECT_EQ(refusal("geometry_msgs/Twist", "{linear: {x: fast}}"),
            "linear.x: must be a number, is 'fast'");
  EXPECT_EQ(refusal("geometry_msgs/Twist", "{linear: {x: '1'}}"),
            "linear.x: must be a number, is '1'");
  EXPECT_EQ(refusal("geometry_msgs/Twist", "linear: 3"),
            "linear: must be the fields of geometry_msgs/msg/Vector3, is '3'");
  EXPECT_EQ(refusal("geometry_msgs/Twist", "[1, 2]"),
            "must be the fields of geometry_msgs/msg/Twist, is a list of 2");
  EXPECT_EQ(refusal("std_msgs/UInt8", "data: 256"), "data: must be from 0 to 255, is 256");
  EXPECT_EQ(refusal("std_msgs/UInt8", "data: -1"), "data: must be from 0 to 255, is -1");
  EXPECT_EQ(refusal("std_msgs/Int8", "data: -129"), "data: must be from -128 to 127, is -129");
  EXPECT_EQ(refusal("std_msgs/UInt64", "data: 18446744073709551616"),
            "data: must be from 0 to 18446744073709551615, is 18446744073709551616");
  EXPECT_EQ(refusal("std_msgs/Int32", "data: 1.0"), "data: must be a whole number, is '1.0'");
  EXPECT_EQ(refusal("std_msgs/Int32", "data: --1"), "data: must be a whole number, is '--1'");
  EXPECT_EQ(refusal("std_msgs/Float32", "data: 1e39"),
            "data: must be a number of 32 bits, 1e39 is too large");
  EXPECT_EQ(refusal("std_msgs/Bool", "data: 1"), "data: must be true or false, is '1'");
  EXPECT_EQ(refusal("std_msgs/String", "data: [a]"), "data: must be text, is a list of 1");
  EXPECT_EQ(refusal("sensor_msgs/Imu", "orientation_covariance: [1, 2]"),
            "orientation_covariance: must be a list of 9, is one of 2");
  EXPECT_EQ(refusal("shape_msgs/SolidPrimitive", "dimensions: [1, 2, 3, 4]"),
            "dimensions: must be a list of 3 at most, is one of 4");
  EXPECT_EQ(refusal("sensor_msgs/LaserScan", "ranges: [1, x]"),
            "ranges[1]: must be a number, is 'x'");
  EXPECT_EQ(refusal("std_msgs/Header", "{frame_id: a, frame_id: b}"),
            "the text names 'frame_id' twice");
  EXPECT_EQ(refusal("std_msgs/Header", "{frame_id: &a x, stamp: *a}"),
            "the text has an alias in line 1; write the value out");
  EXPECT_EQ(refusal("std_msgs/Header", "{[1]: x}"),
            "the text has a name that is not text; is a bracket left open?");
  EXPECT_EQ(refusal("std_msgs/Header", "a: 1\n---\nb: 2"), "the text goes on after the message");
  EXPECT_EQ(refusal("std_msgs/Header", "{frame_id: a"),
            "the text has a name that is not text; is a bracket left open?");
  EXPECT_EQ(refusal("std_msgs/Header", "frame_id: 'a"),
            "the text is not YAML in line 1: illegal EOF in scalar");
}

TEST(FromJson, IsStrict) {
  EXPECT_EQ(json_refusal("std_msgs/String", R"({"data": 5})"), "data: must be text, is '5'");
  EXPECT_EQ(json_refusal("std_msgs/Int32", R"({"data": "5"})"),
            "data: must be a whole number, is '5'");
  EXPECT_EQ(json_refusal("std_msgs/Int32", R"({"data": 5)"),
            "the text is not JSON from character 11 on");
  EXPECT_EQ(json_refusal("std_msgs/Int32", R"({"data": 5, "data": 6})"),
            "the text names 'data' twice");
  EXPECT_EQ(json_refusal("std_msgs/Float64", R"({"data": 1e400})"),
            "the text has the number 1e400, which is too large");
  EXPECT_EQ(json_refusal("std_msgs/Float64", R"({"data": "NaN"})"), "accepted");
}

TEST(FromJson, DeepNestingIsRefused) {
  EXPECT_EQ(json_refusal("std_msgs/Int32", std::string(100'000, '[')),
            "the text is nested more than 64 deep");
  EXPECT_EQ(refusal("std_msgs/Int32", std::string(100'000, '[') + std::string(100'000, ']')),
            "the text is nested more than 64 deep");
}

TEST(ToYaml, LooksLikeRos2TopicEcho) {
  sensor_msgs::msg::LaserScan scan;
  scan.header.stamp.sec = 12;
  scan.header.frame_id = "laser";
  scan.angle_max = 0.1F;
  scan.range_max = 1e-5F;
  scan.ranges = {1.0F, std::numeric_limits<float>::infinity()};
  EXPECT_EQ(echo(scan),
            "header:\n"
            "  stamp:\n"
            "    sec: 12\n"
            "    nanosec: 0\n"
            "  frame_id: laser\n"
            "angle_min: 0.0\n"
            "angle_max: 0.10000000149011612\n"
            "angle_increment: 0.0\n"
            "time_increment: 0.0\n"
            "scan_time: 0.0\n"
            "range_min: 0.0\n"
            "range_max: 9.999999747378752e-06\n"
            "ranges:\n"
            "- 1.0\n"
            "- .inf\n"
            "intensities: []\n");

  diagnostic_msgs::msg::DiagnosticStatus status;
  status.name = "it's on";
  status.message = "two\nlines";
  status.values = {{.key = "true", .value = "1.5"}, {.key = "/a", .value = ""}};
  EXPECT_EQ(echo(status),
            "level: 0\n"
            "name: it's on\n"
            "message: \"two\\nlines\"\n"
            "hardware_id: ''\n"
            "values:\n"
            "- key: 'true'\n"
            "  value: '1.5'\n"
            "- key: /a\n"
            "  value: ''\n");
}

TEST(ToYaml, LongThingsAreCut) {
  std_msgs::msg::UInt8MultiArray array;
  array.data.assign(4, 7);
  EXPECT_EQ(echo(array, {.longest = 2}),
            "layout:\n  dim: []\n  data_offset: 0\ndata:\n- 7\n- 7\n- '...'\n");
  EXPECT_EQ(echo(array, {.shows_lists = false}),
            "layout:\n  dim: '<std_msgs/msg/MultiArrayDimension[], length: 0>'\n  data_offset: 0\n"
            "data: '<uint8[], length: 4>'\n");
  std_msgs::msg::String text{.data = "abcdef"};
  EXPECT_EQ(echo(text, {.longest = 3}), "data: abc...\n");
  EXPECT_EQ(echo(text, {.shows_texts = false}), "data: '<string length: <6>>'\n");
}

TEST(ToJson, IsOneLineThatReadsBack) {
  std_msgs::msg::String text;
  text.data = std::string("a\"\\\n\x01") + "\xff" + "é";
  const auto value = decode_cdr(describe<std_msgs::msg::String>(), to_cdr(text));
  // bytes that are not UTF-8 cannot be in JSON
  EXPECT_EQ(to_json(*value), "{\"data\": \"a\\\"\\\\\\n\\u0001\xef\xbf\xbdé\"}");
}

TEST(FindPart, FollowsAPath) {
  sensor_msgs::msg::PointCloud2 cloud;
  cloud.header.frame_id = "lidar";
  cloud.fields = {{.name = "x", .offset = 0}, {.name = "y", .offset = 4}};
  cloud.data = {5, 6};
  const auto value = *decode_cdr(describe<sensor_msgs::msg::PointCloud2>(), to_cdr(cloud));

  EXPECT_EQ(to_yaml(*find_part(value, "header.frame_id")), "lidar\n");
  EXPECT_EQ(as_number(*find_part(value, "fields[1].offset")), 4.0);
  EXPECT_EQ(as_number(*find_part(value, "fields[y].offset")), 4.0);
  EXPECT_EQ(as_number(*find_part(value, "data[1]")), 6.0);
  EXPECT_EQ(to_yaml(*find_part(value, "data")), "- 5\n- 6\n");
  EXPECT_EQ(as_number(*find_part(value, "header.frame_id")), std::nullopt);
  for (const char* path : {"nothing", "data[2]", "data[-1]", "data[", "data[]", "data[x]", "data.x",
                           "header[0]", "fields.x", "fields[z]", "fields[]"})
    EXPECT_FALSE(find_part(value, path)) << path;
}

}  // namespace
}  // namespace tandem
