// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <span>
#include <string>
#include <string_view>

#include "base/result.h"
#include "messages/message.h"

namespace tandem {

// Reads what somebody sent, of either endianness, and trusts nothing: after the first thing that
// cannot be, it has an error and gives zeros.
class CdrReader {
 public:
  explicit CdrReader(std::span<const std::byte> message);

  bool has_failed() const { return !error_.empty(); }
  // What was wrong with a message of that type.
  Error error_in(std::string_view type_name) const;

  template <Primitive T>
  void number(T& value) {
    std::array<std::byte, sizeof(T)> bytes{};
    block(bytes.data(), sizeof(T), sizeof(T));
    if constexpr (std::same_as<T, bool>)
      value = boolean(bytes[0]);
    else
      value = std::bit_cast<T>(bytes);
  }
  void text(std::string& text, std::size_t bound);

  // The length of a sequence whose elements take `least` bytes or more each. A bound of 0 is none.
  std::size_t count(std::size_t least, std::size_t bound);

  // Values of `unit` bytes each that lie one behind the other.
  void block(void* to, std::size_t size, std::size_t unit) {
    const std::byte* from = take(size, unit);
    if (from == nullptr) return;
    std::memcpy(to, from, size);
    if (is_swapped_) swap(static_cast<std::byte*>(to), size, unit);
  }

  // The next bytes as they lie in the message; nothing if there are not as many.
  const std::byte* take(std::size_t size, std::size_t alignment) {
    const std::size_t start = at_ + ((0 - at_) & (alignment - 1));
    if (size == 0 || start > body_.size() || size > body_.size() - start) {
      if (size > 0) fail_short(size);
      return nullptr;
    }
    at_ = start + size;
    return body_.data() + start;
  }

 private:
  bool boolean(std::byte byte);
  void fail(std::string reason);
  void fail_short(std::size_t size);
  static void swap(std::byte* data, std::size_t size, std::size_t unit);

  std::span<const std::byte> body_;
  std::size_t at_ = 0;
  bool is_swapped_ = false;
  std::string error_;
};

}  // namespace tandem
