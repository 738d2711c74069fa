// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#include "scenario/ros_file.h"

#include <fmt/format.h>

#include <array>
#include <map>

#include "scenario/outlook.h"

namespace tandem {

namespace {

bool is_letter_or_underscore(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_';
}

// Words with slashes between them: "lab/robot_1". ROS allows no word to begin with a digit.
bool is_ros_path(std::string_view text) {
  constexpr std::size_t longest = 200;  // DDS has 255 for the whole name of a topic
  if (text.empty() || text.size() > longest) return false;
  bool is_word_start = true;
  for (const char c : text) {
    if (c == '/') {
      if (is_word_start) return false;
      is_word_start = true;
      continue;
    }
    const bool is_digit = c >= '0' && c <= '9';
    if (!is_letter_or_underscore(c) && (is_word_start || !is_digit)) return false;
    is_word_start = false;
  }
  return !is_word_start;
}

// A text that may be empty; nothing when it is not written, or after an error.
std::optional<std::string> read_name(const Fields& fields, std::string_view key) {
  const YamlNode* node = fields.find(key);
  if (!node) return std::nullopt;
  if (node->is_text() && node->text.empty()) return "";
  return to_text(*node, key, fields.findings());
}

std::optional<std::string> read_namespace(const Fields& robot) {
  const std::optional<std::string> ns = read_name(robot, "namespace");
  if (!ns) return ns;
  if (is_ros_namespace(*ns)) return without_leading_slash(*ns);
  robot.findings().error(
      robot.place_of("namespace"),
      fmt::format("'namespace' expects words of letters, digits and underscores with / between "
                  "them, is {}",
                  describe(*robot.find("namespace"))));
  return std::nullopt;
}

std::optional<std::string> read_frame_prefix(const Fields& robot) {
  std::optional<std::string> prefix = read_name(robot, "frame_prefix");
  if (!prefix || prefix->empty()) return prefix;
  // it is put before a name, so it may end where that begins
  std::string_view words = *prefix;
  if (words.back() == '/') words.remove_suffix(1);
  if (is_ros_path(words)) return prefix;
  robot.findings().error(
      robot.place_of("frame_prefix"),
      fmt::format("'frame_prefix' expects letters, digits and underscores with / between words and "
                  "at the end, as in 'robot_1/', is {}",
                  describe(*robot.find("frame_prefix"))));
  return std::nullopt;
}

std::optional<TopicConfig> read_topic(const YamlEntry& entry, bool is_absolute,
                                      Findings& findings) {
  TopicConfig topic;
  topic.name = entry.key;
  topic.place = entry.place;
  std::string_view path = entry.key;
  if (is_absolute && path.starts_with('/')) path.remove_prefix(1);
  if (!is_ros_path(path) || (is_absolute && path.size() == entry.key.size())) {
    findings.error(entry.place, is_absolute
                                    ? "expected the name of a topic from the root, as in '/map'"
                                    : "expected the name of a topic seen from the robot's "
                                      "namespace, as in 'odom' or 'camera/image_raw'");
    return std::nullopt;
  }

  // "odom: off" is short
  if (entry.value.is_text() && (entry.value.text == "off" || entry.value.text == "on")) {
    topic.is_published = entry.value.text == "on";
    return topic;
  }
  const Fields fields(entry.value, schema::topic, findings);
  if (!fields.is_map()) return std::nullopt;
  constexpr std::array<std::string_view, 2> switches{"off", "on"};
  if (const auto choice = fields.read_choice("publish", switches))
    topic.is_published = *choice == 1;
  double rate_hz = 0;
  if (fields.read("rate_hz", rate_hz, {0.01, 10'000})) topic.rate_hz = rate_hz;
  constexpr std::array<std::string_view, 2> reliabilities{"reliable", "best_effort"};
  if (const auto choice = fields.read_choice("reliability", reliabilities))
    topic.reliability = static_cast<TopicReliability>(*choice);
  constexpr std::array<std::string_view, 2> durabilities{"volatile", "transient_local"};
  if (const auto choice = fields.read_choice("durability", durabilities))
    topic.durability = static_cast<TopicDurability>(*choice);
  int depth = 0;
  if (fields.read("depth", depth, 1, 10'000)) topic.depth = depth;
  return topic;
}

std::vector<TopicConfig> read_topics(const Fields& fields, bool are_absolute) {
  std::vector<TopicConfig> topics;
  const YamlNode* node = fields.find("topics");
  if (!node) return topics;
  if (!node->is_map()) {
    fields.findings().error(
        node->place,
        fmt::format("'topics' expects a map from names to topics, is {}", describe(*node)));
    return topics;
  }
  for (const YamlEntry& entry : node->entries)
    if (auto topic = read_topic(entry, are_absolute, fields.findings()))
      topics.push_back(std::move(*topic));
  return topics;
}

}  // namespace

bool is_ros_namespace(std::string_view text) {
  if (text.starts_with('/')) text.remove_prefix(1);
  return text.empty() || is_ros_path(text);
}

std::string without_leading_slash(std::string text) {
  if (text.starts_with('/')) text.erase(0, 1);
  return text;
}

RobotRosConfig read_robot_ros(const Fields& robot) {
  RobotRosConfig ros;
  ros.ns = read_namespace(robot);
  ros.frame_prefix = read_frame_prefix(robot);
  constexpr std::array<std::string_view, 3> types{"auto", "twist", "stamped"};
  if (const auto type = robot.read_choice("cmd_vel_type", types))
    ros.cmd_vel_type = static_cast<CommandVelocityType>(*type);
  constexpr std::array<std::string_view, 2> localizations{"none", "ideal"};
  if (const auto localization = robot.read_choice("localization", localizations))
    ros.localization = static_cast<Localization>(*localization);
  robot.read("odom_rate_hz", ros.odom_rate_hz, {0.01, 10'000});
  ros.topics = read_topics(robot, false);
  return ros;
}

RosConfig read_ros(const Fields& scenario) {
  RosConfig ros;
  constexpr std::array<std::string_view, 2> tf_topics{"shared", "namespaced"};
  if (const auto tf = scenario.read_choice("tf", tf_topics)) ros.tf = static_cast<TfTopics>(*tf);
  const YamlNode* node = scenario.find("ros");
  if (!node) return ros;
  const Fields fields(*node, schema::ros, scenario.findings());
  fields.read("clock_rate_hz", ros.clock_rate_hz, {0, 10'000});
  fields.read("stats_rate_hz", ros.stats_rate_hz, {0.01, 100});
  if (fields.is_map()) ros.topics = read_topics(fields, true);
  return ros;
}

std::optional<MapConfig> read_map(const YamlNode& node, Findings& findings) {
  const Fields fields(node, schema::map, findings);
  MapConfig map;
  double height_m = 0;
  if (fields.read("height_m", height_m, {-1e5, 1e5})) map.height_m = height_m;
  fields.read("resolution_m", map.resolution_m, {0.001, 100});
  if (const YamlNode* area = fields.find("area")) {
    map.area = read_area(*area, findings);
    if (map.area->world_from_center.yaw != 0)
      findings.error(area->place, "a map lies along the world's axes: its area has no 'yaw_deg'");
  }
  return map;
}

void check_robots_differ_in_ros(const Scenario& scenario, Findings& findings) {
  std::map<std::string, const RobotConfig*> by_namespace, by_prefix;
  for (const RobotConfig& robot : scenario.robots) {
    const auto [first, is_new] = by_namespace.emplace(namespace_of(robot), &robot);
    if (!is_new)
      findings.error(robot.place,
                     fmt::format("robot '{}' has the namespace '{}' of robot '{}': their topics "
                                 "would be the same",
                                 robot.name, first->first, first->second->name));
    if (scenario.ros.tf == TfTopics::namespaced) continue;
    const auto [same, is_other] =
        by_prefix.emplace(frame_prefix_of(robot, scenario.ros.tf), &robot);
    if (!is_other && is_new)
      findings.error(robot.place,
                     fmt::format("robot '{}' has the frame_prefix '{}' of robot '{}': their frames "
                                 "would be the same; 'tf: namespaced' keeps them apart",
                                 robot.name, same->first, same->second->name));
  }
}

std::string namespace_of(const RobotConfig& robot) { return robot.ros.ns.value_or(robot.name); }

std::string frame_prefix_of(const RobotConfig& robot, TfTopics tf) {
  if (robot.ros.frame_prefix) return *robot.ros.frame_prefix;
  const std::string ns = namespace_of(robot);
  return tf == TfTopics::namespaced || ns.empty() ? "" : ns + "/";
}

}  // namespace tandem
