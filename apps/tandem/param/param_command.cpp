// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#include "network_commands.h"
#include "param_commands.h"

namespace tandem {

void add_param_command(Command app) {
  Command param = app.group("param", "Parameters of nodes: see and change them");
  add_param_list(param);
  add_param_get(param);
  add_param_set(param);
  add_param_describe(param);
  add_param_dump(param);
  add_param_load(param);
  add_param_delete(param);
}

}  // namespace tandem
