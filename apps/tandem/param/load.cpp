// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <memory>

#include "base/log.h"
#include "middleware/ros_arguments.h"
#include "param_commands.h"
#include "remote_parameters.h"

namespace tandem {

namespace {

struct Options {
  RemoteOptions remote;
  std::string file;
  bool has_no_wildcard = false;
};

RemoteParameters::Named read(const Options& options, const std::string& node) {
  RosArguments arguments = value_or_reject(parse_ros_arguments({"--params-file", options.file}));
  if (options.has_no_wildcard)
    std::erase_if(arguments.parameters,
                  [](const auto& rule) { return rule.node.find('*') != std::string::npos; });
  const auto parameters = arguments.parameters_of(node);
  if (parameters.empty()) reject(fmt::format("{} has nothing for {}", options.file, node));
  return {parameters.begin(), parameters.end()};
}

void load(const Options& options) {
  const auto parameters = read(options, absolute_name(options.remote.node));
  NetworkTool tool(options.remote.network);
  RemoteParameters remote(tool, options.remote);
  const auto results = remote.set_typed(parameters);
  bool are_all_set = true;
  for (std::size_t i = 0; i < results.size(); ++i) {
    if (results[i].successful)
      tool.out().line(fmt::format("Set parameter {} successful", parameters[i].first));
    else
      log(LogLevel::error, fmt::format("setting the parameter {} failed: {}", parameters[i].first,
                                       results[i].reason));
    are_all_set &= results[i].successful;
  }
  if (!are_all_set) throw CommandEnd(1);
}

}  // namespace

void add_param_load(Command param) {
  Command command = param.add("load", "Change parameters to those of a file");
  const auto options = std::make_shared<Options>();
  add_remote_options(command, options->remote);
  command.argument("FILE", options->file, "As `dump` writes it");
  command.flag("--no-use-wildcard", options->has_no_wildcard,
               "Leave out what the file has for several nodes, as under /**");
  command.on_run([options] { load(*options); });
}

}  // namespace tandem
