// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "recording/byte_reader.h"
#include "recording/byte_writer.h"
#include "recording/mcap_format.h"

namespace tandem {

// Records of MCAP files to bytes, with opcode and length.
void write_record(ByteWriter& to, const McapSchema& schema);
void write_record(ByteWriter& to, const McapChannel& channel);
void write_record(ByteWriter& to, const McapMessage& message);
void write_record(ByteWriter& to, const McapAttachment& attachment);
void write_record(ByteWriter& to, const McapMetadata& metadata);
void write_record(ByteWriter& to, const McapChunkIndex& index);
void write_record(ByteWriter& to, const McapAttachmentIndex& index);
void write_record(ByteWriter& to, const McapMetadataIndex& index);
void write_record(ByteWriter& to, const McapStatistics& statistics);

// The content of a record between these two; the length is put in when it is known.
std::size_t begin_record(ByteWriter& to, McapOpcode opcode);
void end_record(ByteWriter& to, std::size_t begin);

// And back from the content of a record, without opcode and length. What is not whole is of no
// use.
template <class Record>
struct McapRead {
  Record record;
  bool is_whole = false;
};
McapRead<McapSchema> read_schema_record(std::span<const std::byte> content);
McapRead<McapChannel> read_channel_record(std::span<const std::byte> content);
McapRead<McapMessage> read_message_record(std::span<const std::byte> content);
McapRead<McapAttachment> read_attachment_record(std::span<const std::byte> content);
McapRead<McapMetadata> read_metadata_record(std::span<const std::byte> content);
McapRead<McapChunkIndex> read_chunk_index_record(std::span<const std::byte> content);
McapRead<McapAttachmentIndex> read_attachment_index_record(std::span<const std::byte> content);
McapRead<McapMetadataIndex> read_metadata_index_record(std::span<const std::byte> content);
McapRead<McapStatistics> read_statistics_record(std::span<const std::byte> content);

// A chunk's record before its compressed content.
struct McapChunkHead {
  Duration start_time{};
  Duration end_time{};
  std::uint64_t uncompressed_size = 0;
  std::uint32_t uncompressed_crc = 0;
  std::string compression;
  std::span<const std::byte> compressed;
};
McapRead<McapChunkHead> read_chunk_record(std::span<const std::byte> content);

}  // namespace tandem
