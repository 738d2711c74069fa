// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#include "scenario/utf8_text.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstdint>

#include "scenario/regular_file.h"

namespace tandem {

namespace {

constexpr std::uintmax_t max_bytes = 4u << 20;  // no person writes more by hand

// How many bytes the UTF-8 character at the start of `text` has; 0 when it is none.
std::size_t character_length(std::string_view text) {
  const auto byte = [&](std::size_t i) { return static_cast<unsigned char>(text[i]); };
  const unsigned char first = byte(0);
  if (first < 0x80) return 1;
  const std::size_t length = first >= 0xf0 ? 4 : first >= 0xe0 ? 3 : 2;
  if (first < 0xc2 || first > 0xf4 || text.size() < length) return 0;
  for (std::size_t i = 1; i < length; ++i)
    if ((byte(i) & 0xc0) != 0x80) return 0;
  return length;
}

bool is_control(char c) {
  const auto byte = static_cast<unsigned char>(c);
  return (byte < 0x20 && c != '\t' && c != '\n' && c != '\r') || byte == 0x7f;
}

}  // namespace

std::optional<std::string> read_text_file(const SourceFile& source, Findings& findings) {
  const std::filesystem::path& file = source.path;
  Result<std::string> content = read_source(source, max_bytes);
  if (!content) {
    findings.error({file.string(), 0}, content.error());
    return std::nullopt;
  }
  std::string text = *std::move(content);

  int line = 1;
  for (std::size_t i = 0; i < text.size();) {
    const std::size_t length = character_length(std::string_view(text).substr(i));
    if (length == 0 || is_control(text[i])) {
      findings.error({file.string(), line}, fmt::format("is not UTF-8 text: byte 0x{:02x}",
                                                        static_cast<unsigned char>(text[i])));
      return std::nullopt;
    }
    if (text[i] == '\n') ++line;
    i += length;
  }
  return text;
}

bool is_printable(std::string_view text) {
  while (!text.empty()) {
    const std::size_t length = character_length(text);
    if (length == 0 || is_control(text.front())) return false;
    text.remove_prefix(length);
  }
  return true;
}

std::string printable(std::string_view text) {
  std::string shown;
  while (!text.empty()) {
    const std::size_t length = character_length(text);
    if (length == 0 || is_control(text.front()) || text.front() == '\n' || text.front() == '\r') {
      shown += '?';
    } else {
      shown += text.substr(0, length);
    }
    text.remove_prefix(std::max<std::size_t>(length, 1));
  }
  return shown;
}

}  // namespace tandem
