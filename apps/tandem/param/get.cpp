// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <memory>

#include "param_commands.h"
#include "remote_parameters.h"
#include "tools/parameter_text.h"

namespace tandem {

namespace {

struct Options {
  RemoteOptions remote;
  std::string name;
  bool hides_type = false;
};

void get(const Options& options) {
  NetworkTool tool(options.remote.network);
  RemoteParameters parameters(tool, options.remote);
  const ParameterValue value = parameters.get({options.name}).front();
  if (std::holds_alternative<std::monostate>(value))
    fail(
        fmt::format("{} has no parameter '{}', or it is not set", parameters.node(), options.name));
  tool.out().line(options.hides_type ? value_text(value) : value_sentence(value));
}

}  // namespace

void add_param_get(Command param) {
  Command command = param.add("get", "The value of a parameter");
  const auto options = std::make_shared<Options>();
  add_remote_options(command, options->remote);
  command.argument("NAME", options->name, "Name of the parameter");
  command.flag("--hide-type", options->hides_type, "Only the value");
  command.on_run([options] { get(*options); });
}

}  // namespace tandem
