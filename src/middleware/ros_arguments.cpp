// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#include "middleware/ros_arguments.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <tuple>
#include <utility>

#include "middleware/parameter_yaml.h"

namespace tandem {

namespace {

using Sides = std::pair<std::string, std::string>;

std::optional<Sides> split_assignment(const std::string& text) {
  const std::size_t at = text.find(":=");
  if (at == std::string::npos || at == 0) return std::nullopt;
  return Sides{text.substr(0, at), text.substr(at + 2)};
}

// "node:name" -> {"node", "name"}, "name" -> {"", "name"}
Sides split_node(const std::string& text) {
  const std::size_t at = text.find(':');
  if (at == std::string::npos) return {"", text};
  return {text.substr(0, at), text.substr(at + 1)};
}

bool is_word(std::string_view text, std::string_view word) {  // in whatever case
  return std::ranges::equal(text, word, {}, [](unsigned char c) { return std::tolower(c); });
}

std::optional<LogLevel> parse_level(std::string_view text) {
  constexpr std::array<std::pair<std::string_view, LogLevel>, 6> levels{
      {{"debug", LogLevel::debug},
       {"info", LogLevel::info},
       {"warn", LogLevel::warning},
       {"warning", LogLevel::warning},
       {"error", LogLevel::error},
       {"fatal", LogLevel::error}}};
  const auto level =
      std::ranges::find_if(levels, [&](const auto& known) { return is_word(text, known.first); });
  if (level == levels.end()) return std::nullopt;
  return level->second;
}

std::optional<std::string> add_remap(const std::string& text, RosArguments& arguments) {
  const auto sides = split_assignment(text);
  if (!sides || sides->second.empty()) return fmt::format("-r {}: expected from:=to", text);
  RemapRule rule{.to = sides->second};

  // [node:][rostopic://|rosservice://]from
  std::string from = sides->first;
  const auto take_scheme = [&](std::string_view scheme, RemapRule::Kind kind) {
    const std::size_t at = from.find(scheme);
    if (at == std::string::npos) return;
    rule.kind = kind;
    from.erase(at, scheme.size());
  };
  take_scheme("rostopic://", RemapRule::Kind::topic);
  take_scheme("rosservice://", RemapRule::Kind::service);
  std::tie(rule.node, rule.from) = split_node(from);
  if (rule.from.empty()) return fmt::format("-r {}: expected from:=to", text);
  if (!rule.node.empty())
    if (const auto reason = why_not_a_node_name(rule.node))
      return fmt::format("-r {}: {}", text, *reason);

  if (rule.from == "__node" || rule.from == "__name") {
    if (const auto reason = why_not_a_node_name(rule.to))
      return fmt::format("-r {}: {}", text, *reason);
  } else if (rule.from == "__ns") {
    if (const auto reason = why_not_a_namespace(rule.to))
      return fmt::format("-r {}: {}", text, *reason);
  } else {
    for (const std::string& name : {rule.from, rule.to})
      if (const auto checked = expand_name(name, {"node", "/"}); !checked)
        return fmt::format("-r {}: {}", text, checked.error());
  }
  arguments.remaps.push_back(std::move(rule));
  return std::nullopt;
}

std::optional<std::string> add_parameter(const std::string& text, RosArguments& arguments) {
  const auto sides = split_assignment(text);
  if (!sides) return fmt::format("-p {}: expected name:=value", text);
  auto [node, name] = split_node(sides->first);
  if (name.empty()) return fmt::format("-p {}: expected name:=value", text);
  Result<ParameterValue> value = parse_parameter_value(sides->second);
  if (!value) return fmt::format("-p {}: {}", text, value.error());
  // a bare name means that node in whatever namespace
  const std::string pattern = node.empty() ? "/**" : node.starts_with('/') ? node : "/**/" + node;
  arguments.parameters.push_back({pattern, name, *std::move(value)});
  return std::nullopt;
}

std::optional<std::string> add_file(const std::string& path, RosArguments& arguments) {
  auto parameters = parameters_of_file(path);
  if (!parameters) return fmt::format("--params-file {}", parameters.error());
  for (const YamlParameter& parameter : *parameters)
    arguments.parameters.push_back({parameter.node, parameter.name, parameter.value});
  return std::nullopt;
}

std::optional<std::string> add_log_level(const std::string& text, RosArguments& arguments) {
  const auto sides = split_assignment(text).value_or(Sides{"", text});
  if (is_word(sides.second, "unset")) {  // as if it had not been said
    std::erase_if(arguments.log_levels, [&](const auto& rule) { return rule.node == sides.first; });
    return std::nullopt;
  }
  const auto level = parse_level(sides.second);
  if (!level)
    return fmt::format(
        "--log-level {}: expected debug, info, warn, error, fatal or unset, or node:=level", text);
  arguments.log_levels.push_back({sides.first, *level});
  return std::nullopt;
}

// For the keys of secured networks, and for log files. Tandem has neither.
std::optional<std::string> ignore(const std::string&, RosArguments&) { return std::nullopt; }

}  // namespace

CommandLine split_command_line(const std::vector<std::string>& arguments) {
  CommandLine split;
  bool is_ros = false;
  for (const std::string& argument : arguments) {
    if (!is_ros && argument == "--ros-args")
      is_ros = true;
    else if (is_ros && argument == "--")
      is_ros = false;
    else if (!is_ros || argument != "--ros-args")
      (is_ros ? split.ros : split.own).push_back(argument);
  }
  return split;
}

Result<RosArguments> parse_ros_arguments(const std::vector<std::string>& arguments) {
  using Add = std::optional<std::string> (*)(const std::string&, RosArguments&);
  constexpr std::array<std::pair<std::string_view, Add>, 10> flags{{{"-r", add_remap},
                                                                    {"--remap", add_remap},
                                                                    {"-p", add_parameter},
                                                                    {"--param", add_parameter},
                                                                    {"--params-file", add_file},
                                                                    {"--log-level", add_log_level},
                                                                    {"-e", ignore},
                                                                    {"--enclave", ignore},
                                                                    {"--log-config-file", ignore},
                                                                    {"--log-file-name", ignore}}};
  constexpr std::array<std::tuple<std::string_view, bool RosArguments::*, bool>, 4> switches{
      {{"--enable-rosout-logs", &RosArguments::has_rosout_logs, true},
       {"--disable-rosout-logs", &RosArguments::has_rosout_logs, false},
       {"--enable-stdout-logs", &RosArguments::has_console_logs, true},
       {"--disable-stdout-logs", &RosArguments::has_console_logs, false}}};
  RosArguments parsed;
  for (std::size_t i = 0; i < arguments.size(); ++i) {
    const auto is_this = [&](const auto& known) { return std::get<0>(known) == arguments[i]; };
    if (const auto known = std::ranges::find_if(switches, is_this); known != switches.end()) {
      parsed.*std::get<1>(*known) = std::get<2>(*known);
      continue;
    }
    if (arguments[i] == "--enable-external-lib-logs" ||
        arguments[i] == "--disable-external-lib-logs")
      continue;  // log files, which there are none of
    const auto flag = std::ranges::find_if(flags, is_this);
    if (flag == flags.end())
      return Error{fmt::format(
          "{} is no argument that --ros-args knows; they are -r, -p, --params-file and --log-level",
          arguments[i])};
    if (i + 1 == arguments.size()) return Error{fmt::format("{} needs a value", arguments[i])};
    if (auto problem = flag->second(arguments[++i], parsed)) return Error{*std::move(problem)};
  }
  return parsed;
}

bool fits_node(std::string_view pattern, std::string_view node) {
  const auto take_part = [](std::string_view& text) {
    text.remove_prefix(1);  // the slash
    const std::size_t end = std::min(text.find('/'), text.size());
    const std::string_view part = text.substr(0, end);
    text.remove_prefix(end);
    return part;
  };
  if (pattern.empty()) return node.empty();
  const std::string_view part = take_part(pattern);
  if (part == "**") {
    // as many parts of the node's name as it takes
    while (true) {
      if (fits_node(pattern, node)) return true;
      if (node.empty()) return false;
      take_part(node);
    }
  }
  if (node.empty()) return false;
  const std::string_view node_part = take_part(node);
  return (part == "*" || part == node_part) && fits_node(pattern, node);
}

std::map<std::string, ParameterValue> RosArguments::parameters_of(const std::string& node) const {
  std::map<std::string, ParameterValue> result;
  for (const ParameterRule& rule : parameters)
    if (fits_node(rule.node, node)) result[rule.name] = rule.value;
  return result;
}

std::optional<LogLevel> RosArguments::log_level_of(const std::string& node) const {
  std::optional<LogLevel> level;
  for (const LogLevelRule& rule : log_levels)
    if (rule.node.empty() || rule.node == node) level = rule.level;
  return level;
}

}  // namespace tandem
