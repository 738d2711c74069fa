// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>
#include <string>

#include "base/time.h"
#include "kind_commands.h"
#include "network_tool.h"

namespace tandem {

// What a command needs a server for.
struct Wanted {
  Kind kind;  // services or actions
  std::string name;
  std::string type;
};

// Waits until somebody serves it; says meanwhile what is waited for, and fails with a sentence when
// nobody does in time or somebody serves it as another type.
void wait_for_server(NetworkTool& tool, const std::function<bool(Duration)>& wait,
                     const Wanted& wanted, Duration timeout);

}  // namespace tandem
