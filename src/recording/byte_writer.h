// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <bit>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <span>
#include <string_view>
#include <type_traits>
#include <vector>

namespace tandem {

static_assert(std::endian::native == std::endian::little);

// Appends numbers and texts to bytes, little end first. Doubles keep every bit.
class ByteWriter {
 public:
  template <class Number>
  requires std::is_arithmetic_v<Number>
  void number(Number value) { raw({reinterpret_cast<const std::byte*>(&value), sizeof value}); }
  void text(std::string_view text) {
    number(static_cast<std::uint32_t>(text.size()));
    raw(std::as_bytes(std::span(text)));
  }
  void raw(std::span<const std::byte> bytes) {
    bytes_.insert(bytes_.end(), bytes.begin(), bytes.end());
  }

  // Leaves room for a number that is known later: overwrite() puts it there.
  template <class Number>
  std::size_t reserve() {
    const std::size_t at = bytes_.size();
    number(Number{});
    return at;
  }
  template <class Number>
  void overwrite(std::size_t at, Number value) {
    std::memcpy(bytes_.data() + at, &value, sizeof value);
  }

  std::size_t size() const { return bytes_.size(); }
  void clear() { bytes_.clear(); }
  std::span<const std::byte> bytes() const { return bytes_; }
  std::vector<std::byte> take() { return std::move(bytes_); }

 private:
  std::vector<std::byte> bytes_;
};

}  // namespace tandem
