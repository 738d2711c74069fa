// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "command.h"

namespace tandem {

// Each adds one subcommand of `tandem node`.
void add_node_list(Command node);
void add_node_info(Command node);

}  // namespace tandem
