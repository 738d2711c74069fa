// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#include <memory>

#include "param_commands.h"
#include "remote_parameters.h"

namespace tandem {

namespace {

struct Options {
  RemoteOptions remote;
  std::string name;
};

void remove(const Options& options) {
  NetworkTool tool(options.remote.network);
  RemoteParameters parameters(tool, options.remote);
  const auto result = parameters.set({{options.name, ParameterValue()}}).front();
  if (!result.successful) fail("deleting the parameter failed: " + result.reason);
  tool.out().line("Deleted parameter successfully");
}

}  // namespace

void add_param_delete(Command param) {
  Command command = param.add("delete", "Delete a parameter, where the node allows it");
  const auto options = std::make_shared<Options>();
  add_remote_options(command, options->remote);
  command.argument("NAME", options->name, "Name of the parameter");
  command.on_run([options] { remove(*options); });
}

}  // namespace tandem
