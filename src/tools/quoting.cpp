// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#include "tools/quoting.h"

#include <fmt/format.h>

#include <algorithm>

namespace tandem {

namespace {

bool is_control(char c) { return static_cast<unsigned char>(c) < 0x20 || c == 0x7f; }

// Escapes that Python and YAML share.
std::string escaped(std::string_view text, char quote) {
  std::string out(1, quote);
  for (const char c : text) {
    if (c == quote || c == '\\')
      out += {'\\', c};
    else if (c == '\n')
      out += "\\n";
    else if (c == '\t')
      out += "\\t";
    else if (is_control(c))
      out += fmt::format("\\x{:02x}", static_cast<int>(c));
    else
      out += c;
  }
  return out + quote;
}

std::string doubled(std::string_view text, char quote) {
  std::string out(1, quote);
  for (const char c : text) out.append(c == quote ? 2 : 1, c);
  return out + quote;
}

}  // namespace

std::string in_python_quotes(std::string_view text) {
  const bool has_single = text.find('\'') != std::string_view::npos;
  const bool has_double = text.find('"') != std::string_view::npos;
  return escaped(text, has_single && !has_double ? '"' : '\'');
}

std::string in_yaml_quotes(std::string_view text) {
  return std::ranges::any_of(text, is_control) ? escaped(text, '"') : doubled(text, '\'');
}

std::string in_csv_quotes(std::string_view text) {
  if (text.find_first_of(",\"\r\n") == std::string_view::npos) return std::string(text);
  return doubled(text, '"');
}

}  // namespace tandem
