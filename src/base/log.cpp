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

// Names that others chose are part of what is said; a terminal shall show them, not obey them.
void replace_controls(std::string& text) {
  const auto byte = [&](std::size_t i) { return static_cast<unsigned char>(text[i]); };
  for (std::size_t i = 0; i < text.size(); ++i) {
    const bool is_control =
        (byte(i) < 0x20 && text[i] != '\n' && text[i] != '\t') || byte(i) == 0x7f;
    const bool is_wide_control =
        byte(i) == 0xc2 && i + 1 < text.size() && byte(i + 1) >= 0x80 && byte(i + 1) < 0xa0;
    if (is_control || is_wide_control) text.replace(i, is_wide_control ? 2 : 1, "?");
  }
}

}  // namespace

void set_log_level(LogLevel lowest_shown) { lowest_level = lowest_shown; }

void log(LogLevel level, std::string_view message) {
  if (level >= lowest_level) write_log(level, message);
}

void write_log(LogLevel level, std::string_view message) {
  // one write per line, so that lines of several threads never mix
  std::string line = fmt::format("tandem: {}{}\n", prefix(level), message);
  replace_controls(line);
  [[maybe_unused]] const auto written = ::write(STDERR_FILENO, line.data(), line.size());
}

}  // namespace tandem
