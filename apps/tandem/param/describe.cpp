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
  std::vector<std::string> names;
};

void describe(const Options& options) {
  NetworkTool tool(options.remote.network);
  RemoteParameters parameters(tool, options.remote);
  const auto descriptors = parameters.describe(options.names);
  // a node that does not know one of them says nothing of the others
  if (descriptors.size() != options.names.size())
    fail(fmt::format("{} does not have all of these parameters: {}", parameters.node(),
                     fmt::join(options.names, ", ")));
  for (const auto& descriptor : descriptors) tool.out().print(to_text(descriptor));
}

}  // namespace

void add_param_describe(Command param) {
  Command command = param.add("describe", "Type, purpose and limits of parameters");
  const auto options = std::make_shared<Options>();
  add_remote_options(command, options->remote);
  command.argument("NAME", options->names, "Names of the parameters");
  command.on_run([options] { describe(*options); });
}

}  // namespace tandem
