// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>
#include <map>
#include <memory>
#include <string>

#include "middleware/node.h"

namespace tandem {

// The robot programs that come with Tandem, by the names of their binaries, for who runs them in a
// process of its own.
std::map<std::string, std::function<std::shared_ptr<void>(const NodeOptions&)>> program_makers();

}  // namespace tandem
