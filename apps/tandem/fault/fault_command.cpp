// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#include "fault_commands.h"
#include "network_commands.h"

namespace tandem {

void add_fault_command(Command app) {
  Command fault = app.group("fault", "Make something go wrong in a run, to see what becomes of it");
  add_fault_kinds(fault);
  add_fault_list(fault);
  add_fault_inject(fault);
  add_fault_clear(fault);
}

void add_fault_options(Command command, FaultOptions& options) {
  command.seconds("--timeout", options.timeout,
                  "How long to wait for a run and its answer, 5 unless said");
  add_network_options(command, options.network);
}

}  // namespace tandem
