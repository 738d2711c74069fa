// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#include "recording/mcap_records.h"

#include "recording/compression.h"

namespace tandem {

namespace {

// Puts the length in when it goes.
class Record {
 public:
  Record(ByteWriter& to, McapOpcode opcode) : to_(to), begin_(begin_record(to, opcode)) {}
  ~Record() { end_record(to_, begin_); }
  Record(const Record&) = delete;
  Record& operator=(const Record&) = delete;

 private:
  ByteWriter& to_;
  const std::size_t begin_;
};

void write_time(ByteWriter& to, Duration time) {
  to.number(static_cast<std::uint64_t>(time.count()));
}
Duration read_time(ByteReader& from) {
  return Duration(static_cast<std::int64_t>(from.number<std::uint64_t>()));
}

// Maps have their size in bytes before them.
template <class Map, class WriteEntry>
void write_map(ByteWriter& to, const Map& map, WriteEntry write_entry) {
  const std::size_t size_at = to.reserve<std::uint32_t>();
  for (const auto& [key, value] : map) write_entry(key, value);
  to.overwrite(size_at, static_cast<std::uint32_t>(to.size() - size_at - sizeof(std::uint32_t)));
}
template <class Map, class ReadEntry>
Map read_map(ByteReader& from, ReadEntry read_entry) {
  ByteReader entries(from.raw(from.number<std::uint32_t>()));
  Map map;
  while (!from.has_failed() && !entries.is_at_end()) read_entry(entries, map);
  if (entries.has_failed()) from.fail();
  return map;
}

void write_texts(ByteWriter& to, const McapTexts& texts) {
  write_map(to, texts, [&](const std::string& key, const std::string& value) {
    to.text(key);
    to.text(value);
  });
}
McapTexts read_texts(ByteReader& from) {
  return read_map<McapTexts>(from, [](ByteReader& entries, McapTexts& texts) {
    std::string key = entries.text();
    texts[std::move(key)] = entries.text();
  });
}

using Numbers = std::map<std::uint16_t, std::uint64_t>;
void write_numbers(ByteWriter& to, const Numbers& numbers) {
  write_map(to, numbers, [&](std::uint16_t key, std::uint64_t value) {
    to.number(key);
    to.number(value);
  });
}
Numbers read_numbers(ByteReader& from) {
  return read_map<Numbers>(from, [](ByteReader& entries, Numbers& numbers) {
    const auto key = entries.number<std::uint16_t>();
    numbers[key] = entries.number<std::uint64_t>();
  });
}

// Reads a record; bytes behind what we know of are those of a later version.
template <class T, class Read>
McapRead<T> whole(std::span<const std::byte> content, Read read) {
  ByteReader from(content);
  McapRead<T> result;
  read(from, result.record);
  result.is_whole = !from.has_failed();
  return result;
}

}  // namespace

std::size_t begin_record(ByteWriter& to, McapOpcode opcode) {
  const std::size_t begin = to.size();
  to.number(static_cast<std::uint8_t>(opcode));
  to.reserve<std::uint64_t>();
  return begin;
}

void end_record(ByteWriter& to, std::size_t begin) {
  to.overwrite(begin + 1, static_cast<std::uint64_t>(to.size() - begin - mcap_record_head));
}

void write_record(ByteWriter& to, const McapSchema& schema) {
  const Record record(to, McapOpcode::schema);
  to.number(schema.id);
  to.text(schema.name);
  to.text(schema.encoding);
  to.text(schema.text);
}
McapRead<McapSchema> read_schema_record(std::span<const std::byte> content) {
  return whole<McapSchema>(content, [](ByteReader& from, McapSchema& schema) {
    schema.id = from.number<std::uint16_t>();
    schema.name = from.text();
    schema.encoding = from.text();
    schema.text = from.text();
    if (schema.id == 0) from.fail();
  });
}

void write_record(ByteWriter& to, const McapChannel& channel) {
  const Record record(to, McapOpcode::channel);
  to.number(channel.id);
  to.number(channel.schema_id);
  to.text(channel.topic);
  to.text(channel.message_encoding);
  write_texts(to, channel.metadata);
}
McapRead<McapChannel> read_channel_record(std::span<const std::byte> content) {
  return whole<McapChannel>(content, [](ByteReader& from, McapChannel& channel) {
    channel.id = from.number<std::uint16_t>();
    channel.schema_id = from.number<std::uint16_t>();
    channel.topic = from.text();
    channel.message_encoding = from.text();
    channel.metadata = read_texts(from);
  });
}

void write_record(ByteWriter& to, const McapMessage& message) {
  const Record record(to, McapOpcode::message);
  to.number(message.channel_id);
  to.number(message.sequence);
  write_time(to, message.log_time);
  write_time(to, message.publish_time);
  to.raw(message.bytes);
}
McapRead<McapMessage> read_message_record(std::span<const std::byte> content) {
  return whole<McapMessage>(content, [](ByteReader& from, McapMessage& message) {
    message.channel_id = from.number<std::uint16_t>();
    message.sequence = from.number<std::uint32_t>();
    message.log_time = read_time(from);
    message.publish_time = read_time(from);
    message.bytes = from.raw(from.left());
  });
}

void write_record(ByteWriter& to, const McapAttachment& attachment) {
  const Record record(to, McapOpcode::attachment);
  const std::size_t begin = to.size();
  write_time(to, attachment.log_time);
  write_time(to, attachment.create_time);
  to.text(attachment.name);
  to.text(attachment.media_type);
  to.number(std::uint64_t{attachment.content.size()});
  to.raw(std::as_bytes(std::span(attachment.content)));
  to.number(crc32_of(to.bytes().subspan(begin)));
}
McapRead<McapAttachment> read_attachment_record(std::span<const std::byte> content) {
  return whole<McapAttachment>(content, [&](ByteReader& from, McapAttachment& attachment) {
    attachment.log_time = read_time(from);
    attachment.create_time = read_time(from);
    attachment.name = from.text();
    attachment.media_type = from.text();
    const auto bytes = from.raw(from.number<std::uint64_t>());
    attachment.content.assign(reinterpret_cast<const char*>(bytes.data()), bytes.size());
    const std::size_t end = from.at();
    const auto crc = from.number<std::uint32_t>();
    if (!from.has_failed() && crc != 0 && crc != crc32_of(content.first(end))) from.fail();
  });
}

void write_record(ByteWriter& to, const McapMetadata& metadata) {
  const Record record(to, McapOpcode::metadata);
  to.text(metadata.name);
  write_texts(to, metadata.texts);
}
McapRead<McapMetadata> read_metadata_record(std::span<const std::byte> content) {
  return whole<McapMetadata>(content, [](ByteReader& from, McapMetadata& metadata) {
    metadata.name = from.text();
    metadata.texts = read_texts(from);
  });
}

void write_record(ByteWriter& to, const McapChunkIndex& index) {
  const Record record(to, McapOpcode::chunk_index);
  write_time(to, index.start_time);
  write_time(to, index.end_time);
  to.number(index.offset);
  to.number(index.length);
  write_numbers(to, index.message_index_offsets);
  to.number(index.message_index_length);
  to.text(index.compression);
  to.number(index.compressed_size);
  to.number(index.uncompressed_size);
}
McapRead<McapChunkIndex> read_chunk_index_record(std::span<const std::byte> content) {
  return whole<McapChunkIndex>(content, [](ByteReader& from, McapChunkIndex& index) {
    index.start_time = read_time(from);
    index.end_time = read_time(from);
    index.offset = from.number<std::uint64_t>();
    index.length = from.number<std::uint64_t>();
    index.message_index_offsets = read_numbers(from);
    index.message_index_length = from.number<std::uint64_t>();
    index.compression = from.text();
    index.compressed_size = from.number<std::uint64_t>();
    index.uncompressed_size = from.number<std::uint64_t>();
  });
}

void write_record(ByteWriter& to, const McapAttachmentIndex& index) {
  const Record record(to, McapOpcode::attachment_index);
  to.number(index.offset);
  to.number(index.length);
  write_time(to, index.log_time);
  write_time(to, index.create_time);
  to.number(index.size);
  to.text(index.name);
  to.text(index.media_type);
}
McapRead<McapAttachmentIndex> read_attachment_index_record(std::span<const std::byte> content) {
  return whole<McapAttachmentIndex>(content, [](ByteReader& from, McapAttachmentIndex& index) {
    index.offset = from.number<std::uint64_t>();
    index.length = from.number<std::uint64_t>();
    index.log_time = read_time(from);
    index.create_time = read_time(from);
    index.size = from.number<std::uint64_t>();
    index.name = from.text();
    index.media_type = from.text();
  });
}

void write_record(ByteWriter& to, const McapMetadataIndex& index) {
  const Record record(to, McapOpcode::metadata_index);
  to.number(index.offset);
  to.number(index.length);
  to.text(index.name);
}
McapRead<McapMetadataIndex> read_metadata_index_record(std::span<const std::byte> content) {
  return whole<McapMetadataIndex>(content, [](ByteReader& from, McapMetadataIndex& index) {
    index.offset = from.number<std::uint64_t>();
    index.length = from.number<std::uint64_t>();
    index.name = from.text();
  });
}

void write_record(ByteWriter& to, const McapStatistics& statistics) {
  const Record record(to, McapOpcode::statistics);
  to.number(statistics.message_count);
  to.number(statistics.schema_count);
  to.number(statistics.channel_count);
  to.number(statistics.attachment_count);
  to.number(statistics.metadata_count);
  to.number(statistics.chunk_count);
  write_time(to, statistics.start_time);
  write_time(to, statistics.end_time);
  write_numbers(to, statistics.channel_message_counts);
}
McapRead<McapStatistics> read_statistics_record(std::span<const std::byte> content) {
  return whole<McapStatistics>(content, [](ByteReader& from, McapStatistics& statistics) {
    statistics.message_count = from.number<std::uint64_t>();
    statistics.schema_count = from.number<std::uint16_t>();
    statistics.channel_count = from.number<std::uint32_t>();
    statistics.attachment_count = from.number<std::uint32_t>();
    statistics.metadata_count = from.number<std::uint32_t>();
    statistics.chunk_count = from.number<std::uint32_t>();
    statistics.start_time = read_time(from);
    statistics.end_time = read_time(from);
    statistics.channel_message_counts = read_numbers(from);
  });
}

McapRead<McapChunkHead> read_chunk_record(std::span<const std::byte> content) {
  return whole<McapChunkHead>(content, [](ByteReader& from, McapChunkHead& chunk) {
    chunk.start_time = read_time(from);
    chunk.end_time = read_time(from);
    chunk.uncompressed_size = from.number<std::uint64_t>();
    chunk.uncompressed_crc = from.number<std::uint32_t>();
    chunk.compression = from.text();
    chunk.compressed = from.raw(from.number<std::uint64_t>());
  });
}

}  // namespace tandem
