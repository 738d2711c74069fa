// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "command.h"

namespace tandem {

// Each adds one subcommand of `tandem service`.
void add_service_info(Command service);
void add_service_call(Command service);

}  // namespace tandem
