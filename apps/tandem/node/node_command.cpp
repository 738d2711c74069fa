// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#include "network_commands.h"
#include "node_commands.h"

namespace tandem {

void add_node_command(Command app) {
  Command node = app.group("node", "Nodes: who is there, and what they do");
  add_node_list(node);
  add_node_info(node);
}

}  // namespace tandem
