// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <cstdio>
#include <memory>

#include "fault_commands.h"

namespace tandem {

namespace {

using tandem_msgs::srv::ClearFault;

struct Options {
  FaultOptions run;
  std::string name;
};

void clear(const Options& options) {
  const std::string name = options.name == "all" ? "" : options.name;
  const auto answer = ask_run<ClearFault>(options.run, "/tandem/clear_fault", {.name = name});
  if (!answer.success) fail(answer.message);
  fmt::print("{}\n", name.empty() ? "all faults are cleared" : name + " is cleared");
}

}  // namespace

void add_fault_clear(Command fault) {
  Command command = fault.add("clear", "End a fault");
  const auto options = std::make_shared<Options>();
  command.argument("NAME", options->name, "As 'tandem fault list' has it, or 'all'");
  add_fault_options(command, options->run);
  command.on_run([options] { clear(*options); });
}

}  // namespace tandem
