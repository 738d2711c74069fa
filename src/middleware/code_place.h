// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

namespace tandem {

// Where in the code a line of the log comes from; std::source_location, which Clang 14 has not yet.
struct CodePlace {
  const char* file = "";
  const char* function = "";
  int line = 0;

  // As a default argument: the place of the call.
  static constexpr CodePlace current(const char* file = __builtin_FILE(),
                                     const char* function = __builtin_FUNCTION(),
                                     int line = __builtin_LINE()) {
    return {file, function, line};
  }
};

}  // namespace tandem
