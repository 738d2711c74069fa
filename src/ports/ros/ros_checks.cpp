// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#include "ports/ros/ros_checks.h"

#include <fmt/format.h>

#include <algorithm>
#include <vector>

#include "messages/dynamic.h"
#include "messages/registry.h"
#include "ports/ros/sensor_fleet.h"
#include "ports/ros/sensor_topics.h"
#include "scenario/suggest.h"
#include "scenario/utf8_text.h"
#include "sensors/mounting.h"

namespace tandem {

namespace {

using Names = std::vector<std::string>;

bool contains(const Names& names, const std::string& name) {
  return std::ranges::find(names, name) != names.end();
}

// Mistakes in the sensors themselves are told by their own checks.
void add_sensor_topics(const SensorOwner& owner, const SensorNames& names, Names& topics) {
  Findings told_elsewhere;
  for (const MountedSensor& mounted : mount_sensors(owner, told_elsewhere)) {
    for (const OutputSite& site : SensorTopics::sites_of(mounted.info, names))
      topics.push_back(site.topic);
    if (const auto mix = SensorTopics::mix_site_of(mounted.info, names))
      topics.insert(topics.end(), {mix->topic, mix->real_topic});
  }
}

SensorNames below(const std::string& ns) {
  return {ns, "", [](const std::string&) { return TopicChoice{}; }};
}

void check_topics_of(const RobotConfig& robot, const Scenario& scenario, Findings& findings) {
  if (robot.ros.topics.empty()) return;
  const bool has_own_tree = scenario.ros.tf == TfTopics::namespaced;
  Names names{"cmd_vel", "odom", "joint_states", "ground_truth", "robot_description"};
  if (has_own_tree) names.insert(names.end(), {"tf", "tf_static"});
  add_sensor_topics(owner_of(robot, scenario), below(""), names);

  for (const TopicConfig& topic : robot.ros.topics) {
    if (!has_own_tree && (topic.name == "tf" || topic.name == "tf_static"))
      findings.error(topic.place,
                     fmt::format("all robots share '/{}', which stands among the topics of 'ros'; "
                                 "with 'tf: namespaced' each has its own",
                                 topic.name));
    else if (!contains(names, topic.name))
      findings.error(topic.place, fmt::format("robot '{}' has no topic '{}'{}", robot.name,
                                              topic.name, suggestion(topic.name, names)));
    else if (robot.drive.type == DriveType::none &&
             (topic.name == "cmd_vel" || topic.name == "odom"))
      findings.warn(topic.place,
                    fmt::format("robot '{}' has no drive, and so no '{}'", robot.name, topic.name));
    else if (topic.name == "cmd_vel" && (topic.rate_hz || topic.durability))
      findings.warn(topic.place,
                    "'cmd_vel' is heard, not published: 'rate_hz' and 'durability' change nothing");
  }
}

void check_topics_of_run(const Scenario& scenario, Findings& findings) {
  if (scenario.ros.topics.empty()) return;
  Names names{"/clock",         "/tf",           "/tf_static",   "/map", "/diagnostics",
              "/tandem/events", "/tandem/rules", "/tandem/stats"};
  for (const ModelInstance& thing : scenario.world.models)
    if (!thing.model->sensors.empty())
      add_sensor_topics(owner_of(thing, scenario), below("/" + as_ros_name(thing.name)), names);

  for (const TopicConfig& topic : scenario.ros.topics) {
    if (!contains(names, topic.name))
      findings.error(topic.place, fmt::format("there is no topic '{}' here{}", topic.name,
                                              suggestion(topic.name, names)));
    else if (topic.name == "/map" && !scenario.map)
      findings.warn(topic.place, "there is no '/map' without 'map' in the scenario");
    else if ((topic.name == "/tf" || topic.name == "/tf_static") &&
             scenario.ros.tf == TfTopics::namespaced)
      findings.warn(topic.place,
                    fmt::format("with 'tf: namespaced' robots have no '{}' but one of their own "
                                "each, among their 'topics'",
                                topic.name));
  }
}

void check_observed_types(const Scenario& scenario, Findings& findings) {
  for (const ObserveConfig& observed : scenario.observe) {
    if (observed.type.empty()) continue;
    const MessageType* type = find_message_type(observed.type);
    if (!type)
      findings.error(observed.place,
                     fmt::format("there is no message type '{}'; 'tandem message list' lists them",
                                 printable(observed.type)));
    // how long lists are is known only when they come
    else if (!observed.field.empty() && observed.field.find('[') == std::string::npos &&
             !find_part(default_value(type->description()), observed.field))
      findings.error(observed.place,
                     fmt::format("{} has no '{}'; 'tandem message show {}' lists what it has",
                                 type->name, printable(observed.field), type->name));
  }
}

}  // namespace

ScenarioChecks ros_checks() {
  return {.sensor = {}, .scenario = [](const Scenario& scenario, Findings& findings) {
            for (const RobotConfig& robot : scenario.robots)
              check_topics_of(robot, scenario, findings);
            check_topics_of_run(scenario, findings);
            check_observed_types(scenario, findings);
          }};
}

}  // namespace tandem
