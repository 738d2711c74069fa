// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "command.h"

namespace tandem {

// Each adds one subcommand of `tandem action`.
void add_action_info(Command action);
void add_action_send_goal(Command action);

}  // namespace tandem
