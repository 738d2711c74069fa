// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "command.h"

namespace tandem {

// Runs missions and says whether what they expect is true (docs/testing.md).
void add_test_command(Command app);

}  // namespace tandem
