// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#include "scenario/programs_file.h"

#include <fmt/format.h>

#include <algorithm>
#include <set>

#include "scenario/fields.h"
#include "scenario/suggest.h"
#include "scenario/utf8_text.h"

namespace tandem {

namespace {

constexpr std::size_t most_programs = 100;

bool is_name_character(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_';
}

// Of a topic, service or action.
bool is_ros_name(const std::string& name) {
  return !name.empty() && std::ranges::all_of(name, [](char c) {
    return is_name_character(c) || c == '/' || c == '~';
  });
}

bool is_node_name(const std::string& name) {
  return !name.empty() && (name[0] < '0' || name[0] > '9') &&
         std::ranges::all_of(name, is_name_character);
}

bool is_parameter_name(const std::string& name) {
  return !name.empty() &&
         std::ranges::all_of(name, [](char c) { return is_name_character(c) || c == '.'; });
}

// "5", "[a, b]"; nothing for what no parameter can be.
std::optional<std::string> to_parameter(const YamlNode& node) {
  if (node.is_text()) return node.text;
  if (!node.is_list()) return std::nullopt;
  std::string list;
  for (const YamlNode& item : node.items) {
    if (!item.is_text()) return std::nullopt;
    list += (list.empty() ? "" : ", ") + item.text;
  }
  return fmt::format("[{}]", list);
}

void read_parameters(const Fields& fields, ProgramConfig& program) {
  const YamlNode* node = fields.find("parameters");
  if (!node) return;
  if (!node->is_map()) {
    fields.findings().error(
        node->place,
        fmt::format("'parameters' expects a map from names to values, is {}", describe(*node)));
    return;
  }
  for (const YamlEntry& entry : node->entries) {
    const std::optional<std::string> value = to_parameter(entry.value);
    if (!is_parameter_name(entry.key))
      fields.findings().error(
          entry.place, fmt::format("'{}' cannot be the name of a parameter", printable(entry.key)));
    else if (!value)
      fields.findings().error(
          entry.place, fmt::format("the parameter '{}' expects a value or a list of values, is {}",
                                   entry.key, describe(entry.value)));
    else
      program.parameters.emplace_back(entry.key, *value);
  }
}

void read_remaps(const Fields& fields, ProgramConfig& program) {
  const YamlNode* node = fields.find("remap");
  if (!node) return;
  if (!node->is_map()) {
    fields.findings().error(
        node->place,
        fmt::format("'remap' expects a map from names to names, is {}", describe(*node)));
    return;
  }
  for (const YamlEntry& entry : node->entries) {
    const bool is_right = entry.value.is_text() && is_ros_name(entry.key) &&
                          !entry.key.starts_with("__") && is_ros_name(entry.value.text);
    if (is_right)
      program.remaps.emplace_back(entry.key, entry.value.text);
    else
      fields.findings().error(
          entry.place, fmt::format("'remap' expects names of topics, as in 'scan: lidar/scan'; "
                                   "'{}' to {} is none",
                                   printable(entry.key), describe(entry.value)));
  }
}

std::optional<ProgramConfig> read_program(const Fields& fields,
                                          const std::vector<std::string>& robots) {
  Findings& findings = fields.findings();
  ProgramConfig program;
  program.place = fields.place();
  if (!fields.require("program") || !fields.read("program", program.program)) return {};
  if (!std::ranges::count(known_programs(), program.program)) {
    findings.error(fields.place_of("program"),
                   fmt::format("there is no program '{}'{}", printable(program.program),
                               suggestion(program.program, known_programs())));
    return {};
  }
  program.name = program.program;
  if (fields.read("name", program.name) && !is_node_name(program.name))
    findings.error(fields.place_of("name"),
                   fmt::format("'{}' cannot be the name of a node: letters, digits and _, no digit "
                               "first",
                               printable(program.name)));
  if (robots.empty()) {
    findings.error(fields.place(), "a program needs a robot, and this scenario has none");
    return {};
  }
  program.robot = robots.front();
  if (fields.read("robot", program.robot) && !std::ranges::count(robots, program.robot))
    findings.error(fields.place_of("robot"),
                   fmt::format("there is no robot '{}'{}", printable(program.robot),
                               suggestion(program.robot, robots)));
  read_parameters(fields, program);
  read_remaps(fields, program);
  return program;
}

}  // namespace

const std::vector<std::string>& known_programs() {
  static const std::vector<std::string> names{"navigator", "perception", "line_follower",
                                              "logistics", "farming",    "pong_player"};
  return names;
}

std::vector<ProgramConfig> read_programs(const YamlNode& node,
                                         const std::vector<RobotConfig>& robots,
                                         Findings& findings) {
  std::vector<ProgramConfig> programs;
  if (!node.is_list()) {
    findings.error(node.place, fmt::format("'programs' expects a list, is {}", describe(node)));
    return programs;
  }
  if (node.items.size() > most_programs) {
    findings.error(node.place, fmt::format("at most {} programs run beside a scenario, here are {}",
                                           most_programs, node.items.size()));
    return programs;
  }
  std::vector<std::string> names;
  for (const RobotConfig& robot : robots) names.push_back(robot.name);
  std::set<std::pair<std::string, std::string>> nodes;
  for (const YamlNode& item : node.items) {
    // "navigator" is short for {program: navigator}
    const YamlNode entry =
        item.is_text()
            ? YamlNode{YamlNode::Kind::map, item.place, {}, {}, {{"program", item.place, item}}}
            : item;
    const auto program = read_program(Fields(entry, schema::program, findings), names);
    if (!program) continue;
    if (!nodes.emplace(program->robot, program->name).second)
      findings.error(item.place,
                     fmt::format("'{}' has two programs named '{}'; give one another 'name'",
                                 program->robot, program->name));
    programs.push_back(*program);
  }
  return programs;
}

}  // namespace tandem
