// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <bit>
#include <cstdint>
#include <cstring>
#include <string_view>
#include <type_traits>

namespace tandem {

// A 64-bit digest of values in order. Not for security: for telling whether two runs are the same.
class Hash {
 public:
  void add(std::uint64_t value) {
    state_ = std::rotl(state_ ^ (value * 0x9e3779b97f4a7c15u), 29) * 0xbf58476d1ce4e5b9u;
  }
  void add(double value) { add(std::bit_cast<std::uint64_t>(value)); }
  void add(std::string_view text);

  std::uint64_t value() const {
    std::uint64_t mixed = state_;
    mixed = (mixed ^ (mixed >> 30)) * 0xbf58476d1ce4e5b9u;
    mixed = (mixed ^ (mixed >> 27)) * 0x94d049bb133111ebu;
    return mixed ^ (mixed >> 31);
  }

 private:
  std::uint64_t state_ = 0x243f6a8885a308d3u;
};

}  // namespace tandem
