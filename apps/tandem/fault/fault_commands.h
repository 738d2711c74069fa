// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include "command.h"
#include "messages/tandem_msgs_faults.h"
#include "network_tool.h"
#include "tools/service_caller.h"

namespace tandem {

// Subcommands of `tandem fault`.
void add_fault_kinds(Command fault);
void add_fault_list(Command fault);
void add_fault_inject(Command fault);
void add_fault_clear(Command fault);

// Options of those that speak with a run.
struct FaultOptions {
  NetworkOptions network;
  Duration timeout = 5s;
};
void add_fault_options(Command command, FaultOptions& options);

// Asks the run that is in the network; the command ends with a sentence when none answers.
template <Service S>
typename S::Response ask_run(const FaultOptions& options, const std::string& service,
                             const typename S::Request& request) {
  NetworkTool tool(options.network);
  auto answer = call_service<S>(tool.node(), service, request, options.timeout);
  if (answer) return *std::move(answer);
  if (tool.is_stopped()) throw CommandEnd(1);
  fail("no run answers: " + answer.error());
}

}  // namespace tandem
