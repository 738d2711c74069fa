// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string_view>
#include <vector>

#include "base/result.h"

namespace tandem {

enum class Compression { none, lz4, zstd };

// As people and options write it: "none", "lz4", "zstd".
std::string_view name_of(Compression compression);
std::optional<Compression> compression_named(std::string_view name);
// As files write it: none is an empty text.
std::string_view file_name_of(Compression compression);
std::optional<Compression> compression_in_file(std::string_view name);

// Makes chunks smaller, one after the other. The fastest settings: who records has other things to
// do, and `tandem bag convert` has time.
class Compressor {
 public:
  explicit Compressor(Compression kind);
  ~Compressor();
  Compressor(Compressor&&) noexcept;
  Compressor& operator=(Compressor&&) noexcept;

  Compression kind() const { return kind_; }
  // Valid until the next call.
  std::span<const std::byte> compress(std::span<const std::byte> bytes);

 private:
  struct Contexts;

  Compression kind_;
  std::unique_ptr<Contexts> contexts_;
  std::vector<std::byte> output_;
};

// Exactly `size` bytes, or why not. Memory is taken as content comes, not as `size` claims.
Result<std::vector<std::byte>> decompress(Compression kind, std::span<const std::byte> bytes,
                                          std::uint64_t size);

std::uint32_t crc32_of(std::span<const std::byte> bytes, std::uint32_t before = 0);

}  // namespace tandem
