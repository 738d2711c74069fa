// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#include "kind_commands.h"
#include "network_commands.h"
#include "service_commands.h"

namespace tandem {

void add_service_command(Command app) {
  Command service = app.group("service", "Services: see and call them");
  add_list_command(service, services);
  add_service_info(service);
  add_service_call(service);
  add_type_command(service, services);
  add_find_command(service, services);
}

}  // namespace tandem
