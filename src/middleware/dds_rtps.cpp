// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#include "middleware/dds_rtps.h"

#include <algorithm>
#include <cstring>

namespace tandem::wire {

namespace {

constexpr std::size_t submessage_header_size = 4;
constexpr std::uint16_t end_of_parameters = 1;

}  // namespace

std::span<const std::byte> Reader::take(std::size_t size) {
  if (size > bytes_.size()) {
    has_failed_ = true;
    bytes_ = {};
    return {};
  }
  const auto taken = bytes_.first(size);
  bytes_ = bytes_.subspan(size);
  return taken;
}

std::uint32_t Reader::number(std::size_t size) {
  const auto taken = take(size);
  std::uint32_t value = 0;
  for (std::size_t i = 0; i < taken.size(); ++i)
    value = value << 8 |
            std::to_integer<std::uint32_t>(taken[is_little_endian_ ? taken.size() - 1 - i : i]);
  return value;
}

std::uint32_t Reader::entity() {
  const auto taken = take(4);
  std::uint32_t value = 0;
  for (const std::byte octet : taken) value = value << 8 | std::to_integer<std::uint32_t>(octet);
  return value;
}

Submessages::Submessages(std::span<const std::byte> datagram) : datagram_(datagram) {
  has_failed_ = datagram.size() < header_size || std::memcmp(datagram.data(), "RTPS\2", 5) != 0;
}

std::optional<Submessage> Submessages::next() {
  if (has_failed_ || place_ >= datagram_.size()) return std::nullopt;
  const auto rest = datagram_.subspan(place_);
  if (rest.size() < submessage_header_size) {
    has_failed_ = true;
    return std::nullopt;
  }
  Submessage found{.place = place_,
                   .kind = std::to_integer<std::uint8_t>(rest[0]),
                   .flags = std::to_integer<std::uint8_t>(rest[1])};
  found.body = rest.subspan(submessage_header_size);
  std::size_t length = Reader(rest.subspan(2, 2), found.flags & 1).u16();
  found.has_length = length > 0 || found.kind == info_timestamp || found.kind == pad;
  if (!found.has_length) length = found.body.size();
  if (length > found.body.size()) {
    has_failed_ = true;
    return std::nullopt;
  }
  found.body = found.body.first(length);
  place_ += submessage_header_size + ((length + 3) & ~std::size_t{3});
  return found;
}

std::optional<Parameter> next_parameter(Reader& list) {
  Parameter parameter{.id = list.u16()};
  const std::uint16_t length = list.u16();
  if (list.has_failed() || parameter.id == end_of_parameters) return std::nullopt;
  parameter.value = list.take((length + 3u) & ~3u);
  if (list.has_failed()) return std::nullopt;
  return parameter;
}

std::optional<BitSet> read_bits(Reader& reader) {
  const std::uint32_t bits = reader.u32();
  if (bits > most_bits) return std::nullopt;
  BitSet set;
  for (std::uint32_t first = 0; first < bits; first += 32) {
    const std::uint32_t word = reader.u32();
    for (std::uint32_t i = 0; i < 32 && first + i < bits; ++i)
      if (word >> (31 - i) & 1) set.highest = first + i;
  }
  if (reader.has_failed()) return std::nullopt;
  return set;
}

std::optional<Gap> read_gap(const Submessage& submessage) {
  Reader reader = submessage.read();
  reader.entity();
  Gap gap{.writer = reader.entity(), .start = reader.sequence(), .base = reader.sequence()};
  const auto bits = read_bits(reader);
  if (!bits || gap.start < 1 || gap.base < gap.start) return std::nullopt;
  gap.last = bits->highest ? gap.base + *bits->highest : gap.base - 1;
  return gap;
}

}  // namespace tandem::wire
