// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string_view>

namespace tandem {

enum class LogLevel { debug, info, warning, error };

// One line to standard error: "tandem: warning: ...". Any thread.
void log(LogLevel level, std::string_view message);
void set_log_level(LogLevel lowest_shown);

// The same whatever the level; for who has a level of its own.
void write_log(LogLevel level, std::string_view message);

}  // namespace tandem
