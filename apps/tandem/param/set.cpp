// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <memory>

#include "param_commands.h"
#include "remote_parameters.h"

namespace tandem {

namespace {

struct Options {
  RemoteOptions remote;
  std::string name;
  std::string value;
};

void set(const Options& options) {
  const ParameterValue value = value_or_reject(parse_parameter_value(options.value));
  NetworkTool tool(options.remote.network);
  RemoteParameters parameters(tool, options.remote);
  const auto result = parameters.set_typed({{options.name, value}}).front();
  if (!result.successful) fail("setting the parameter failed: " + result.reason);
  tool.out().line("Set parameter successful");
}

}  // namespace

void add_param_set(Command param) {
  Command command = param.add("set", "Change a parameter");
  const auto options = std::make_shared<Options>();
  add_remote_options(command, options->remote);
  command.argument("NAME", options->name, "Name of the parameter");
  command.argument("VALUE", options->value, "As in YAML: true, 8, 0.5, lab, '[1, 2]'");
  command.on_run([options] { set(*options); });
}

}  // namespace tandem
