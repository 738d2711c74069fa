// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <map>
#include <span>
#include <string>
#include <vector>

#include "base/time.h"

namespace tandem {

// The records of MCAP files (https://mcap.dev/spec), as plain values. Times are in nanoseconds.

enum class McapOpcode : std::uint8_t {
  header = 0x01,
  footer = 0x02,
  schema = 0x03,
  channel = 0x04,
  message = 0x05,
  chunk = 0x06,
  message_index = 0x07,
  chunk_index = 0x08,
  attachment = 0x09,
  attachment_index = 0x0a,
  statistics = 0x0b,
  metadata = 0x0c,
  metadata_index = 0x0d,
  summary_offset = 0x0e,
  data_end = 0x0f,
};

inline constexpr std::array<std::uint8_t, 8> mcap_magic{0x89, 'M', 'C', 'A', 'P', '0', '\r', '\n'};
inline constexpr std::size_t mcap_record_head = 9;  // opcode and length
inline constexpr std::size_t mcap_footer_bytes = mcap_record_head + 8 + 8 + 4;

using McapTexts = std::map<std::string, std::string>;

struct McapSchema {
  std::uint16_t id = 0;  // 0 is none
  std::string name;
  std::string encoding;
  std::string text;
};

struct McapChannel {
  std::uint16_t id = 0;
  std::uint16_t schema_id = 0;
  std::string topic;
  std::string message_encoding;
  McapTexts metadata;
};

// The bytes belong to whoever gave the message.
struct McapMessage {
  std::uint16_t channel_id = 0;
  std::uint32_t sequence = 0;
  Duration log_time{};
  Duration publish_time{};
  std::span<const std::byte> bytes;
};

struct McapAttachment {
  Duration log_time{};
  Duration create_time{};
  std::string name;
  std::string media_type;
  std::string content;
};

struct McapMetadata {
  std::string name;
  McapTexts texts;
};

struct McapChunkIndex {
  Duration start_time{};
  Duration end_time{};
  std::uint64_t offset = 0;  // of the chunk's record in the file
  std::uint64_t length = 0;
  std::map<std::uint16_t, std::uint64_t> message_index_offsets;
  std::uint64_t message_index_length = 0;
  std::string compression;
  std::uint64_t compressed_size = 0;
  std::uint64_t uncompressed_size = 0;
  bool is_loose = false;    // records that lie in the file without a chunk; no file says so
  bool is_damaged = false;  // known only of files that were read from their beginning
};

struct McapAttachmentIndex {
  std::uint64_t offset = 0;
  std::uint64_t length = 0;
  Duration log_time{};
  Duration create_time{};
  std::uint64_t size = 0;
  std::string name;
  std::string media_type;
};

struct McapMetadataIndex {
  std::uint64_t offset = 0;
  std::uint64_t length = 0;
  std::string name;
};

struct McapStatistics {
  std::uint64_t message_count = 0;
  std::uint16_t schema_count = 0;
  std::uint32_t channel_count = 0;
  std::uint32_t attachment_count = 0;
  std::uint32_t metadata_count = 0;
  std::uint32_t chunk_count = 0;
  Duration start_time{};
  Duration end_time{};
  std::map<std::uint16_t, std::uint64_t> channel_message_counts;

  void count(std::uint16_t channel, Duration time) {
    start_time = message_count == 0 ? time : std::min(start_time, time);
    end_time = message_count == 0 ? time : std::max(end_time, time);
    ++message_count;
    ++channel_message_counts[channel];
  }
};

}  // namespace tandem
