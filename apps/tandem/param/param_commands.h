// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "command.h"

namespace tandem {

// Each adds one subcommand of `tandem param`.
void add_param_list(Command param);
void add_param_get(Command param);
void add_param_set(Command param);
void add_param_describe(Command param);
void add_param_dump(Command param);
void add_param_load(Command param);
void add_param_delete(Command param);

}  // namespace tandem
