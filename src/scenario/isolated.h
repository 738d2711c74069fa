// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>
#include <string>

#include "base/result.h"
#include "base/time.h"

namespace tandem {

// Does a piece of work in a process of its own and brings back the bytes it makes. Should the work
// crash or take longer than `limit`, that is an error here and nothing worse. The work finds a copy
// of this process with this thread only, so it must not wait for others.
Result<std::string> run_isolated(const std::function<std::string()>& work, Duration limit);

}  // namespace tandem
