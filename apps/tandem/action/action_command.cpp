// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#include "action_commands.h"
#include "kind_commands.h"
#include "network_commands.h"

namespace tandem {

void add_action_command(Command app) {
  Command action = app.group("action", "Actions: see them and send goals");
  add_list_command(action, actions);
  add_action_info(action);
  add_action_send_goal(action);
  add_type_command(action, actions);
  add_find_command(action, actions);
}

}  // namespace tandem
