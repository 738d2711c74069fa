// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
// The robot program of docs/middleware.md, over every transport.
#include <gmock/gmock.h>

#include <algorithm>
#include <fstream>
#include <iterator>
#include <limits>
#include <string>

#include "messages/geometry_msgs.h"
#include "messages/sensor_msgs.h"
#include "messages/std_srvs.h"
#include "middleware/test_network.h"
#include "test_places.h"

namespace tandem {

namespace {

// docs/middleware.md shows what is between these marks
// <example>
using geometry_msgs::msg::Twist;
using sensor_msgs::msg::LaserScan;
using std_srvs::srv::Trigger;

// What to do, from plain values: testable without any network.
geometry_msgs::msg::Twist drive(float nearest_m, double speed_mps, double stop_at_m) {
  return {.linear = {.x = nearest_m < stop_at_m ? 0 : speed_mps}};
}

// Drives until something is near. Everything here runs on the node's thread.
class Cautious {
 public:
  explicit Cautious(const NodeOptions& options) : node_("cautious", options) { node_.start(); }

 private:
  Node node_;
  float nearest_m_ = std::numeric_limits<float>::infinity();
  bool is_enabled_ = false;

  Parameter<double> speed_mps_ =
      node_.parameter("speed_mps", 0.3, {.description = "Forward speed.", .range = {0, 1}});
  Parameter<double> stop_at_m_ = node_.parameter("stop_at_m", 0.5);

  Publisher<Twist> commands_ = node_.publisher<Twist>("cmd_vel");
  Subscription scans_ =
      node_.subscribe<LaserScan>("scan", qos::sensor, [this](const LaserScan& it) {
        nearest_m_ = it.ranges.empty() ? nearest_m_ : std::ranges::min(it.ranges);
      });
  Server enable_ = node_.serve<Trigger>("enable", [this](const Trigger::Request&) {
    is_enabled_ = true;
    node_.log(LogLevel::info, "driving");
    return Trigger::Response{.success = true};
  });
  Timer timer_ = node_.timer(50ms, [this] {
    if (is_enabled_) commands_.publish(drive(nearest_m_, speed_mps_.value(), stop_at_m_.value()));
  });
};
// </example>

class Example : public OverNetworks {};
OVER_ALL_NETWORKS(Example);

}  // namespace

TEST_P(Example, DrivesUntilSomethingIsNear) {
  NodeOptions robot = options();
  robot.ns = "/emaros";
  robot.arguments = {"-p", "speed_mps:=0.5"};
  robot.starts_at_once = false;  // its members are made one after the other
  Cautious cautious(robot);

  Node world("world", options());
  auto scans = world.publisher<LaserScan>("/emaros/scan", qos::sensor);
  Seen<double> commands;
  auto on_command = world.subscribe<Twist>("/emaros/cmd_vel", qos::reliable,
                                           [&](const Twist& it) { commands.add(it.linear.x); });
  ASSERT_TRUE(run_until([&] { return scans.subscriber_count() == 1; }));
  auto enable = world.client<Trigger>("/emaros/enable");
  ASSERT_TRUE(enable.wait_for_server(10s));
  ASSERT_TRUE(enable.call_and_wait({}, 10s));
  ASSERT_TRUE(run_until([&] { return commands.count() > 0; }));
  EXPECT_EQ(commands.all()[0], 0.5);
  scans.publish({.ranges = {2.0F, 0.4F, 3.0F}});
  EXPECT_TRUE(run_until([&] { return commands.all().back() == 0; }));
}

TEST(ExamplePage, ShowsThisProgram) {
  const auto read = [](const std::string& name) {
    std::ifstream file(source_folder() / name);
    return std::string(std::istreambuf_iterator<char>(file), {});
  };
  const std::string source = read("src/middleware/example_test.cpp");
  const std::size_t begin = source.find("// <example>\n") + 13;
  const std::size_t end = source.find("// </example>");
  ASSERT_LT(begin, end);
  EXPECT_THAT(read("docs/middleware.md"), testing::HasSubstr(source.substr(begin, end - begin)));
}

}  // namespace tandem
