// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <string_view>

namespace tandem {

// So many characters of UTF-8 text from its beginning, none of them cut in two. Bytes that belong
// to no character count as one each.
constexpr std::string_view first_characters(std::string_view text, std::size_t most) {
  const auto is_inside = [&](std::size_t i) {  // of a character that begins before
    return i < text.size() && (static_cast<unsigned char>(text[i]) & 0xc0) == 0x80;
  };
  std::size_t end = 0;
  for (std::size_t count = 0; count < most && end < text.size(); ++count) {
    const bool is_wide = static_cast<unsigned char>(text[end]) >= 0xc0;
    ++end;
    for (int more = 0; is_wide && more < 3 && is_inside(end); ++more) ++end;
  }
  return text.substr(0, end);
}

}  // namespace tandem
