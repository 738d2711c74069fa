// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <memory>
#include <span>
#include <vector>

#include "base/result.h"

namespace tandem {

// Bytes that can be read from anywhere: a file, or memory in tests.
class ByteSource {
 public:
  virtual ~ByteSource() = default;
  virtual std::uint64_t size() const = 0;
  // False when they cannot all be had.
  virtual bool read(std::uint64_t offset, std::span<std::byte> to) const = 0;
};

Result<std::shared_ptr<const ByteSource>> open_source(const std::filesystem::path& file);
std::shared_ptr<const ByteSource> memory_source(std::vector<std::byte> bytes);

}  // namespace tandem
