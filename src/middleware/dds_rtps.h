// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>

namespace tandem {

// The bytes of RTPS, as far as they must be understood to be trusted.
namespace wire {

inline constexpr std::size_t header_size = 20;  // "RTPS", version, vendor, GUID prefix
inline constexpr std::size_t prefix_place = 8;
inline constexpr std::size_t prefix_size = 12;

enum Kind : std::uint8_t {
  pad = 0x01,
  acknack = 0x06,
  heartbeat = 0x07,
  gap = 0x08,
  info_timestamp = 0x09,
  info_source = 0x0c,
  info_destination = 0x0e,
  nack_fragments = 0x12,
  data = 0x15,
  data_fragments = 0x16,
  first_of_security = 0x30,
  last_of_security = 0x34,
  statistics = 0x80,  // Fast DDS's own, behind everything it sends
};

inline constexpr std::uint32_t everybody = 0;  // in place of one reader
inline constexpr std::uint32_t participant_announcer = 0x000100c2;
inline constexpr std::uint32_t writer_announcer = 0x000003c2;
inline constexpr std::uint32_t reader_announcer = 0x000004c2;
inline constexpr std::uint32_t writer_detector = 0x000003c7;  // hears the writer announcers
inline constexpr std::uint32_t reader_detector = 0x000004c7;

// Reads numbers one after the other. Beyond the end it reads zeros and remembers that.
class Reader {
 public:
  Reader(std::span<const std::byte> bytes, bool is_little_endian)
      : bytes_(bytes), is_little_endian_(is_little_endian) {}

  std::uint16_t u16() { return static_cast<std::uint16_t>(number(2)); }
  std::uint32_t u32() { return number(4); }
  std::uint32_t entity();  // in the order in which it is written
  std::uint64_t sequence() {
    const std::uint64_t high = u32();
    return high << 32 | u32();
  }
  std::span<const std::byte> take(std::size_t size);

  std::size_t left() const { return bytes_.size(); }
  bool is_little_endian() const { return is_little_endian_; }
  bool has_failed() const { return has_failed_; }

 private:
  std::uint32_t number(std::size_t size);

  std::span<const std::byte> bytes_;
  bool is_little_endian_;
  bool has_failed_ = false;
};

struct Submessage {
  std::size_t place = 0;  // of its header in the datagram
  std::uint8_t kind = 0;
  std::uint8_t flags = 0;
  bool has_length = true;  // the last one may go on to the end of the datagram without saying so
  std::span<const std::byte> body;

  Reader read() const { return {body, (flags & 1) != 0}; }
};

// Walks through a datagram. `next` gives nothing at the end and at what is no submessage.
class Submessages {
 public:
  explicit Submessages(std::span<const std::byte> datagram);

  std::optional<Submessage> next();
  bool has_failed() const { return has_failed_; }

 private:
  std::span<const std::byte> datagram_;
  std::size_t place_ = header_size;
  bool has_failed_ = false;
};

struct Parameter {
  std::uint16_t id = 0;
  std::span<const std::byte> value;
};

inline constexpr std::uint32_t most_bits = 256;  // of a set of sequence or fragment numbers

// A set of numbers from a base on: how far the highest is from the base; nothing when it is empty.
struct BitSet {
  std::optional<std::uint32_t> highest;
};
// Nothing when it is damaged.
std::optional<BitSet> read_bits(Reader& reader);

// Samples that will not come.
struct Gap {
  std::uint32_t writer = 0;
  std::uint64_t start = 0;
  std::uint64_t base = 0;  // those from start to here; behind it single ones
  std::uint64_t last = 0;
};
// Nothing when it is damaged.
std::optional<Gap> read_gap(const Submessage& submessage);

// Into how many fragments a sample is cut.
inline std::uint32_t fragment_count(std::uint32_t sample_size, std::uint32_t fragment_size) {
  return sample_size / fragment_size + (sample_size % fragment_size > 0 ? 1 : 0);
}

// The next parameter of a list; nothing after the last, or when the list is damaged.
std::optional<Parameter> next_parameter(Reader& list);

}  // namespace wire

}  // namespace tandem
