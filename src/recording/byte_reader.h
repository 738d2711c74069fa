// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <span>
#include <string>
#include <type_traits>

namespace tandem {

// Reads what a ByteWriter wrote, and trusts nothing: after the first thing that is not there, it
// has failed and gives zeros.
class ByteReader {
 public:
  explicit ByteReader(std::span<const std::byte> bytes) : bytes_(bytes) {}

  template <class Number>
  requires std::is_arithmetic_v<Number> Number number() {
    Number value{};
    if (const auto from = raw(sizeof value); !from.empty())
      std::memcpy(&value, from.data(), sizeof value);
    return value;
  }
  std::string text() {
    const auto from = raw(number<std::uint32_t>());
    return {reinterpret_cast<const char*>(from.data()), from.size()};
  }
  // The next bytes where they lie; none if there are not as many.
  std::span<const std::byte> raw(std::uint64_t size) {
    if (has_failed_ || size > bytes_.size() - at_) {
      has_failed_ = true;
      return {};
    }
    const auto part = bytes_.subspan(at_, static_cast<std::size_t>(size));
    at_ += part.size();
    return part;
  }
  // How many follow, each of them of `least` bytes or more.
  std::size_t count(std::size_t least) {
    const auto count = number<std::uint32_t>();
    if (count > left() / least) fail();
    return has_failed_ ? 0 : count;
  }

  void fail() { has_failed_ = true; }
  bool has_failed() const { return has_failed_; }
  std::size_t at() const { return at_; }
  std::size_t left() const { return has_failed_ ? 0 : bytes_.size() - at_; }
  bool is_at_end() const { return left() == 0; }

 private:
  std::span<const std::byte> bytes_;
  std::size_t at_ = 0;
  bool has_failed_ = false;
};

}  // namespace tandem
