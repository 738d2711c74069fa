// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#include "laboratory/program_commands.h"

#include <algorithm>
#include <utility>

#include "middleware/names.h"
#include "middleware/ros_arguments.h"

namespace tandem {

namespace {

bool has(const ProgramConfig& program, const std::string& parameter) {
  return std::ranges::any_of(program.parameters,
                             [&](const auto& given) { return given.first == parameter; });
}

}  // namespace

std::vector<ProgramCommand> program_commands(const Scenario& scenario,
                                             const std::vector<ProgramConfig>& programs,
                                             const std::vector<std::string>& ros_arguments) {
  std::vector<RemapRule> remaps;
  if (const auto parsed = parse_ros_arguments(ros_arguments)) remaps = parsed->remaps;
  std::string ns = "/";
  for (const RemapRule& rule : remaps)
    if (rule.from == "__ns") ns = rule.to;

  std::vector<ProgramCommand> commands;
  for (const ProgramConfig& program : programs) {
    const auto robot = std::ranges::find(scenario.robots, program.robot, &RobotConfig::name);
    if (robot == scenario.robots.end()) continue;
    std::vector<std::string> words{"--ros-args"};
    const auto remap = [&](const std::string& from, const std::string& to) {
      words.insert(words.end(), {"-r", from + ":=" + to});
    };
    const auto set = [&](const std::string& name, const std::string& value) {
      words.insert(words.end(), {"-p", name + ":=" + value});
    };
    remap("__ns", join_names(ns, namespace_of(*robot)));
    if (program.name != program.program) remap("__node", program.name);
    for (const auto& [from, to] : program.remaps) remap(from, to);
    for (const RemapRule& rule : remaps)
      if (rule.node.empty() && !rule.from.starts_with("__")) remap(rule.from, rule.to);
    if (scenario.ros.tf == TfTopics::namespaced)
      for (const std::string topic : {"tf", "tf_static"}) remap("/" + topic, topic);
    set("use_sim_time", "true");
    if (program.program == "navigator" && robot->mode == RobotMode::twin &&
        !has(program, "parameter_set"))
      set("parameter_set", "physical");
    for (const auto& [name, value] : program.parameters) set(name, value);
    commands.push_back({process_name(program), program.program, std::move(words)});
  }
  return commands;
}

}  // namespace tandem
