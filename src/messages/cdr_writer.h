// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <bit>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <string_view>

#include "messages/message.h"

namespace tandem {

static_assert(std::endian::native == std::endian::little, "messages are written as they lie");

// Bytes to add so that the next value of `size` bytes is aligned. CDR aligns to the start of the
// body, behind the four bytes of encapsulation.
constexpr std::size_t cdr_padding(std::size_t offset, std::size_t size) {
  return (0 - offset) & (size - 1);
}

// Says how many bytes a message takes, by taking the same steps as the writer.
class CdrSizer {
 public:
  std::size_t size() const { return at_; }

  template <Primitive T>
  void number(T) {
    at_ += cdr_padding(at_, sizeof(T)) + sizeof(T);
  }
  void text(std::string_view text) {
    number(std::uint32_t{});
    at_ += text.size() + 1;
  }
  void block(const void*, std::size_t size, std::size_t unit) {
    if (size > 0) at_ += cdr_padding(at_, unit) + size;
  }

 private:
  std::size_t at_ = 0;
};

// Writes little endian into memory that is large enough; padding is zero.
class CdrWriter {
 public:
  explicit CdrWriter(std::byte* body) : body_(body) {}

  template <Primitive T>
  void number(T value) {
    copy(&value, sizeof(T), sizeof(T));
  }
  void text(std::string_view text) {
    number(static_cast<std::uint32_t>(text.size() + 1));
    copy(text.data(), text.size(), 1);
    body_[at_++] = std::byte{0};
  }
  // Values of `unit` bytes each that lie one behind the other.
  void block(const void* from, std::size_t size, std::size_t unit) {
    if (size > 0) copy(from, size, unit);
  }

 private:
  void copy(const void* from, std::size_t size, std::size_t alignment) {
    for (std::size_t i = cdr_padding(at_, alignment); i > 0; --i) body_[at_++] = std::byte{0};
    if (size > 0) std::memcpy(body_ + at_, from, size);
    at_ += size;
  }

  std::byte* body_;
  std::size_t at_ = 0;
};

}  // namespace tandem
