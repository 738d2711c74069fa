// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#include "base/log.h"

#include <fmt/format.h>
#include <unistd.h>

#include <atomic>
#include <string>

namespace tandem {

namespace {

std::atomic<LogLevel> lowest_level = LogLevel::info;

std::string_view prefix(LogLevel level) {
  switch (level) {
    case LogLevel::debug:
      return "debug: ";
    case LogLevel::info:
      return "";
    case LogLevel::warning:
      return "warning: ";
    case LogLevel::error:
      return "error: ";
  }
  return "";
}

}  // namespace

void set_log_level(LogLevel lowest_shown) { lowest_level = lowest_shown; }

void log(LogLevel level, std::string_view message) {
  if (level >= lowest_level) write_log(level, message);
}

void write_log(LogLevel level, std::string_view message) {
  // one write per line, so that lines of several threads never mix
  const std::string line = fmt::format("tandem: {}{}\n", prefix(level), message);
  [[maybe_unused]] const auto written = ::write(STDERR_FILENO, line.data(), line.size());
}

}  // namespace tandem
