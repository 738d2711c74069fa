// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#include "middleware/dds_guard.h"

#include <cstdint>
#include <cstring>

namespace tandem {

namespace {

constexpr std::size_t header_size = 20;  // "RTPS", version, vendor, GUID prefix
constexpr std::size_t submessage_header_size = 4;
constexpr std::uint8_t info_timestamp = 0x09;
constexpr std::uint8_t padding = 0x01;
constexpr std::uint8_t statistics = 0x80;  // Fast DDS's own, at the end of its messages

}  // namespace

std::optional<std::size_t> sound_length(std::span<const std::byte> datagram) {
  if (datagram.size() < header_size || std::memcmp(datagram.data(), "RTPS\2", 5) != 0)
    return std::nullopt;

  std::size_t place = header_size;
  while (place < datagram.size()) {
    if (datagram.size() - place < submessage_header_size) return std::nullopt;
    const auto octet = [&](std::size_t i) {
      return std::to_integer<std::uint8_t>(datagram[place + i]);
    };
    const std::uint8_t kind = octet(0);
    const bool is_little_endian = octet(1) & 1;
    const std::size_t length =
        is_little_endian ? octet(2) | octet(3) << 8 : octet(3) | octet(2) << 8;
    if (kind == statistics) return place;
    const std::size_t body = place + submessage_header_size;
    if (length > datagram.size() - body) return std::nullopt;
    // no length: the submessage goes on to the end, except for two kinds that can be empty
    if (length == 0 && kind != info_timestamp && kind != padding) break;
    place = body + ((length + 3) & ~std::size_t{3});
  }
  return datagram.size();
}

}  // namespace tandem
