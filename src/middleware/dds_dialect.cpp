// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#include "middleware/dds_dialect.h"

#include <algorithm>
#include <memory>
#include <vector>

namespace tandem {

namespace {

constexpr std::size_t encapsulation_size = 4;

std::uint64_t read_number(const std::byte* from, bool is_little_endian) {
  std::uint64_t value = 0;
  for (std::size_t i = 0; i < 8; ++i) {
    const std::size_t place = is_little_endian ? 7 - i : i;
    value = value << 8 | std::to_integer<std::uint64_t>(from[place]);
  }
  return value;
}

}  // namespace

bool speaks_cyclone(const GidPrefix& prefix) {
  return prefix[0] == 0x01 && prefix[1] == 0x10;  // Eclipse's vendor id
}

std::array<std::byte, CycloneHeader::size> to_bytes(const CycloneHeader& header) {
  std::array<std::byte, CycloneHeader::size> bytes;
  for (std::size_t i = 0; i < 8; ++i) {
    bytes[i] = static_cast<std::byte>(header.client >> 8 * i);
    bytes[8 + i] = static_cast<std::byte>(static_cast<std::uint64_t>(header.sequence) >> 8 * i);
  }
  return bytes;
}

std::optional<CycloneMessage> split_cyclone(std::span<const std::byte> bytes) {
  if (bytes.size() < encapsulation_size + CycloneHeader::size) return std::nullopt;
  const bool is_little_endian = std::to_integer<int>(bytes[1]) & 1;
  const std::byte* header = bytes.data() + encapsulation_size;

  auto message = std::make_shared<std::vector<std::byte>>(bytes.size() - CycloneHeader::size);
  const auto rest = std::copy_n(bytes.begin(), encapsulation_size, message->begin());
  std::copy(bytes.begin() + encapsulation_size + CycloneHeader::size, bytes.end(), rest);
  return CycloneMessage{
      .header = {.client = read_number(header, is_little_endian),
                 .sequence = static_cast<std::int64_t>(read_number(header + 8, is_little_endian))},
      .message = std::move(message)};
}

}  // namespace tandem
