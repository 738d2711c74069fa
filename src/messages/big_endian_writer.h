// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <cstring>
#include <string_view>
#include <vector>

#include "messages/cdr.h"

namespace tandem {

// For tests: writes as a peer on a big-endian machine would, with padding that is not zero.
class BigEndianWriter {
 public:
  template <Primitive T>
  void number(T value) {
    block(&value, sizeof(T), sizeof(T));
  }
  void text(std::string_view text) {
    number(static_cast<std::uint32_t>(text.size() + 1));
    block(text.data(), text.size(), 1);
    number(std::uint8_t{0});
  }
  void block(const void* from, std::size_t size, std::size_t unit) {
    if (size == 0) return;
    cdr.insert(cdr.end(), cdr_padding(cdr.size() - 4, unit), std::byte{0xcd});
    const auto* bytes = static_cast<const std::byte*>(from);
    cdr.insert(cdr.end(), bytes, bytes + size);
    for (auto value = cdr.end() - static_cast<std::ptrdiff_t>(size); value != cdr.end();
         value += static_cast<std::ptrdiff_t>(unit))
      std::reverse(value, value + static_cast<std::ptrdiff_t>(unit));
  }

  std::vector<std::byte> cdr{std::byte{0}, std::byte{0}, std::byte{0}, std::byte{0}};
};

}  // namespace tandem
