// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <map>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "base/log.h"
#include "base/result.h"
#include "middleware/names.h"
#include "middleware/parameter_value.h"

namespace tandem {

// What a person says about the nodes of a program behind --ros-args, as to any ROS 2 program:
//
//   -r from:=to              another name for a topic or service; "node:from:=to" for one node only
//   -r __node:=name          another name for the node; -r __ns:=/lab another namespace
//   -p name:=value           a parameter, typed as in YAML; "node:name:=value" for one node only
//   --params-file FILE       parameters from a file
//   --log-level LEVEL        debug, info, warn or error; "node:=LEVEL" for one node only
//   --disable-rosout-logs    the log goes to standard error only
//   --disable-stdout-logs    the log goes to /rosout only
struct RosArguments {
  // A parameter for all nodes that a pattern fits: "/**", "/lab/*", "/lab/tandem".
  struct ParameterRule {
    std::string node;
    std::string name;
    ParameterValue value;
  };
  struct LogLevelRule {
    std::string node;  // its logger's name, "lab.tandem"; empty: all
    LogLevel level{};
  };

  std::vector<RemapRule> remaps;
  std::vector<ParameterRule> parameters;  // later ones win
  std::vector<LogLevelRule> log_levels;
  bool has_rosout_logs = true;
  bool has_console_logs = true;

  // The parameters that are given for one node, by its full name.
  std::map<std::string, ParameterValue> parameters_of(const std::string& node) const;
  std::optional<LogLevel> log_level_of(const std::string& node) const;
};

// Of a command line: what is the program's own, and what is between each --ros-args and its "--".
struct CommandLine {
  std::vector<std::string> own;
  std::vector<std::string> ros;
};
CommandLine split_command_line(const std::vector<std::string>& arguments);

// What is wrong with the first wrong one, as a sentence.
Result<RosArguments> parse_ros_arguments(const std::vector<std::string>& arguments);

// True when the pattern "/lab/*/robot" or "/**" fits the full name of a node: "*" is one part
// between slashes, "**" any number of them.
bool fits_node(std::string_view pattern, std::string_view node);

}  // namespace tandem
