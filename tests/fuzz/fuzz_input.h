// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <span>
#include <string_view>

namespace tandem {

// What all fuzz targets read: the name of a message type, a line end, and what is to be decoded.
struct FuzzInput {
  FuzzInput(const std::uint8_t* data, std::size_t size) {
    const std::string_view all(reinterpret_cast<const char*>(data), size);
    const std::size_t end = all.find('\n');
    if (end == std::string_view::npos) return;
    type = all.substr(0, end);
    text = all.substr(end + 1);
  }

  std::span<const std::byte> bytes() const {
    return {reinterpret_cast<const std::byte*>(text.data()), text.size()};
  }

  std::string_view type;
  std::string_view text;
};

// Ends the program, which is how libFuzzer learns of a finding.
inline void require(bool is_so, const char* what) {
  if (is_so) return;
  std::fprintf(stderr, "not so: %s\n", what);
  std::abort();
}

}  // namespace tandem
