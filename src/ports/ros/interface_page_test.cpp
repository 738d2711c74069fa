// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>
#include <gmock/gmock.h>

#include <fstream>
#include <map>
#include <set>
#include <sstream>

#include "ports/ros/one_of_each.h"
#include "ports/ros/test_run.h"
#include "test_places.h"

// docs/ros-interface.md is true: its tables are what a run with everything turned on offers.
namespace tandem {
namespace {

using testing::ContainerEq;

// The cells of a line "| a | `b` |", without their backquotes.
std::vector<std::string> cells_of(const std::string& line) {
  std::vector<std::string> cells;
  std::istringstream rest(line.substr(1));
  for (std::string cell; std::getline(rest, cell, '|');) {
    std::erase(cell, '`');
    const auto begin = cell.find_first_not_of(' ');
    cells.push_back(begin == std::string::npos
                        ? ""
                        : cell.substr(begin, cell.find_last_not_of(' ') + 1 - begin));
  }
  return cells;
}

// The rows of the tables below "## heading" that have the given title in their first column.
std::vector<std::vector<std::string>> table(const std::string& heading, const std::string& title) {
  std::ifstream page(source_folder() / "docs/ros-interface.md");
  EXPECT_TRUE(page);
  std::vector<std::vector<std::string>> rows;
  std::string section;
  bool is_inside = false;
  for (std::string line; std::getline(page, line);) {
    if (line.starts_with("## ")) section = line.substr(3);
    if (!line.starts_with("|")) {
      is_inside = false;
      continue;
    }
    const std::vector<std::string> cells = cells_of(line);
    if (section == heading && cells[0] == title)
      is_inside = true;
    else if (is_inside && !cells[0].starts_with("---"))
      rows.push_back(cells);
  }
  EXPECT_FALSE(rows.empty()) << heading;
  return rows;
}

std::string spoken(const Qos& qos, bool is_publisher) {
  const bool is_reliable = is_publisher ? qos.offers_reliable : qos.requests_reliable;
  return fmt::format("{}{}, {}", is_reliable ? "reliable" : "best effort",
                     qos.is_latched ? ", transient local" : "", qos.depth);
}

// What a run offers on its first frame.
class Offered {
 public:
  explicit Offered(std::shared_ptr<const Scenario> scenario) : run_(std::move(scenario)) {
    run_.step();
    for (const auto& sensor : *run_.simulation.sensors())
      for (const SensorTopic& topic : sensor->topics) {
        sensor_topics_.insert("/emaros/" + topic.name);
        sensor_topics_.insert("/emaros/" + topic.name + "/compressed");
        sensor_topics_.insert("/emaros/" + topic.name + "/label_info");
        sensor_topics_.insert("/emaros/" + topic.name.substr(0, topic.name.rfind('/') + 1) +
                              "label_info");
      }
    for (const EndpointInfo& endpoint : run_.context()->transport().graph().endpoints) {
      if (endpoint.node != "/tandem") continue;
      if (endpoint.topic.starts_with("rq/"))
        services[endpoint.topic.substr(2, endpoint.topic.size() - 9)] = endpoint.type.name;
      else if (!endpoint.topic.starts_with("rr/"))
        topics_[endpoint.topic] = endpoint;
    }
  }

  enum class Part { run, robot, sensors };
  // "topic type direction qos", without what nodes of all kinds have
  std::set<std::string> topics(Part wanted) const {
    std::set<std::string> lines;
    for (const auto& [name, endpoint] : topics_) {
      const Part part = !name.starts_with("/emaros/")   ? Part::run
                        : sensor_topics_.contains(name) ? Part::sensors
                                                        : Part::robot;
      if (part != wanted || name == "/rosout" || name == "/parameter_events" ||
          name.find("/_action/") != name.npos)
        continue;
      const std::string prefix = part == Part::run ? "" : "/emaros/";
      lines.insert(fmt::format("{} {} {} {}", name.substr(prefix.size()), endpoint.type.name,
                               endpoint.is_publisher ? "published" : "heard",
                               spoken(endpoint.qos, endpoint.is_publisher)));
    }
    return lines;
  }

  std::map<std::string, std::string> services;

 private:
  TestRun run_;
  std::set<std::string> sensor_topics_;
  std::map<std::string, EndpointInfo> topics_;
};

// emaros in "arena" with all that can be asked for
class InterfacePage : public testing::Test {
 protected:
  static std::set<std::string> documented(const std::string& heading) {
    std::set<std::string> lines;
    for (const auto& row : table(heading, "topic"))
      lines.insert(fmt::format("{} {} {} {}", row[0], row[1], row[2], row[3]));
    return lines;
  }

  Offered offered{
      load_good("arena", {.overrides = {{"map", "{}"},
                                        {"robots.emaros.sensors.encoders", "off"},
                                        {"robots.emaros.topics", "{ground_truth: on}"}}})};
};

TEST_F(InterfacePage, ListsTheTopicsOfARobot) {
  EXPECT_THAT(documented("Topics of a robot"), ContainerEq(offered.topics(Offered::Part::robot)));
}

TEST(InterfacePageOfTwins, ListsTheTopicsOfATwin) {
  TestRun run(load_good("arena", {.overrides = {{"robots.emaros.mode", "twin"}}}));
  run.step();
  std::set<std::string> offered;
  const std::set<std::string> of_any_robot{"odom", "joint_states", "robot_description"};
  for (const EndpointInfo& endpoint : run.context()->transport().graph().endpoints) {
    const std::string prefix = "/emaros/";
    if (endpoint.node != "/tandem" || !endpoint.topic.starts_with(prefix)) continue;
    const std::string name = endpoint.topic.substr(prefix.size());
    // sensors are those of any robot
    if (of_any_robot.contains(name) ||
        !(name.starts_with("twin/") || name == "tracked_pose" || name == "safety_stop" ||
          name.starts_with("gate/") || name.starts_with("hardware/") || name == "cmd_vel"))
      continue;
    offered.insert(fmt::format("{} {} {} {}", name, endpoint.type.name,
                               endpoint.is_publisher ? "published" : "heard",
                               spoken(endpoint.qos, endpoint.is_publisher)));
  }
  std::set<std::string> documented;
  for (const auto& row : table("Topics of a twin", "topic"))
    documented.insert(fmt::format("{} {} {} {}", row[0], row[1], row[2], row[3]));
  EXPECT_THAT(documented, ContainerEq(offered));
}

TEST(InterfacePageOfMixedSensors, ListsTheirTopics) {
  TestRun run(
      load_good("arena", {.overrides = {{"robots.emaros.mode", "twin"},
                                        {"robots.emaros.sensors.lidar.reality", "mixed"},
                                        {"robots.emaros.sensors.bumper.reality", "mixed"},
                                        {"robots.emaros.sensors.camera_front.reality", "mixed"},
                                        {"robots.emaros.sensors.range_front.reality", "mixed"}}}));
  // real pictures are heard while somebody looks at mixed ones
  Node looker("looker", {.context = run.context()});
  const Subscription look = looker.subscribe<sensor_msgs::msg::Image>(
      "/emaros/mixed/camera_front/image_raw", qos::image, [](const sensor_msgs::msg::Image&) {});
  run.step();
  run.step();
  std::set<std::string> offered;
  for (const EndpointInfo& endpoint : run.context()->transport().graph().endpoints) {
    const std::string prefix = "/emaros/";
    if (endpoint.node != "/tandem" || !endpoint.topic.starts_with(prefix)) continue;
    const std::string name = endpoint.topic.substr(prefix.size());
    if (!name.starts_with("mixed/") &&
        (!name.starts_with("hardware/") || name == "hardware/cmd_vel" || name == "hardware/imu"))
      continue;
    offered.insert(fmt::format("{} {} {} {}", name, endpoint.type.name,
                               endpoint.is_publisher ? "published" : "heard",
                               spoken(endpoint.qos, endpoint.is_publisher)));
  }
  std::set<std::string> documented;
  for (const auto& row : table("Topics of mixed sensors", "topic"))
    documented.insert(fmt::format("{} {} {} {}", row[0], row[1], row[2], row[3]));
  EXPECT_THAT(documented, ContainerEq(offered));
}

TEST_F(InterfacePage, ListsTheTopicsOfTheRun) {
  EXPECT_THAT(documented("Topics of the run"), ContainerEq(offered.topics(Offered::Part::run)));
}

TEST_F(InterfacePage, ListsTheTopicsOfSensors) {
  EXPECT_THAT(documented("Topics of sensors"),
              ContainerEq(Offered(one_of_each()).topics(Offered::Part::sensors)));
}

TEST_F(InterfacePage, ListsTheServices) {
  std::map<std::string, std::string> served;
  for (const auto& [name, type] : offered.services) {
    // all nodes have parameters
    const bool is_of_parameters =
        name.starts_with("/tandem/") && name.find("parameter") != name.npos;
    if (is_of_parameters || name.find("/_action/") != name.npos) continue;
    served[name] = type.substr(0, type.size() - std::string("_Request").size());
  }
  std::map<std::string, std::string> documented;
  for (const auto& row : table("Services", "service")) documented[row[0]] = row[1];
  EXPECT_THAT(documented, ContainerEq(served));
  EXPECT_TRUE(offered.services.contains("/simulate_steps/_action/send_goal"));
}

}  // namespace
}  // namespace tandem
