// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#include "recording/mcap_reader.h"

#include <fmt/format.h>

#include <algorithm>
#include <numeric>

#include "recording/compression.h"
#include "recording/mcap_records.h"

namespace tandem {

namespace {

constexpr std::uint64_t largest_loose_run = 1 << 20;
constexpr McapOpcode no_opcode{};

struct RecordHead {
  McapOpcode opcode{};
  std::uint64_t length = 0;
};

// Calls on_record(opcode, content) for each record that lies in the bytes; false from it ends that.
// Whether it was records up to the end.
template <class OnRecord>
bool for_each_record(std::span<const std::byte> bytes, OnRecord on_record) {
  ByteReader from(bytes);
  while (!from.is_at_end()) {
    const auto opcode = static_cast<McapOpcode>(from.number<std::uint8_t>());
    const auto content = from.raw(from.number<std::uint64_t>());
    if (from.has_failed()) return false;
    if (!on_record(opcode, content)) return true;
  }
  return !from.has_failed();
}

bool is_magic(std::span<const std::byte> bytes) {
  return std::ranges::equal(bytes, std::as_bytes(std::span(mcap_magic)));
}

}  // namespace

const McapSchema* McapSummary::schema_of(const McapChannel& channel) const {
  const auto found = schemas.find(channel.schema_id);
  return found == schemas.end() ? nullptr : &found->second;
}

Result<McapReader> McapReader::open(const std::filesystem::path& file,
                                    const McapReaderOptions& options) {
  auto source = open_source(file);
  if (!source) return Error{source.error()};
  auto reader = open(*source, options);
  if (!reader) return Error{fmt::format("{}: {}", file.string(), reader.error())};
  return reader;
}

Result<McapReader> McapReader::open(std::shared_ptr<const ByteSource> source,
                                    const McapReaderOptions& options) {
  McapReader reader(std::move(source), options);
  if (auto error = reader.read_header()) return *error;
  if (!reader.read_index()) reader.scan();
  return reader;
}

McapReader::McapReader(std::shared_ptr<const ByteSource> source, const McapReaderOptions& options)
    : source_(std::move(source)), options_(options) {}

Result<std::vector<std::byte>> McapReader::read(std::uint64_t offset, std::uint64_t size) const {
  if (offset > source_->size() || size > source_->size() - offset)
    return Error{fmt::format("the file has no {} bytes at {}", size, offset)};
  if (size > options_.largest_chunk)
    return Error{fmt::format("{} bytes at {} are more than is read at once", size, offset)};
  std::vector<std::byte> bytes(static_cast<std::size_t>(size));
  if (!source_->read(offset, bytes))
    return Error{fmt::format("the {} bytes at {} cannot be read", size, offset)};
  return bytes;
}

Result<std::vector<std::byte>> McapReader::read_record(McapOpcode opcode, std::uint64_t offset,
                                                       std::uint64_t length) const {
  auto bytes = read(offset, length);
  if (!bytes) return bytes;
  ByteReader from(*bytes);
  const auto found = static_cast<McapOpcode>(from.number<std::uint8_t>());
  const auto content = from.raw(from.number<std::uint64_t>());
  if (from.has_failed() || found != opcode)
    return Error{fmt::format("what the index promises is not at byte {}", offset)};
  return std::vector(content.begin(), content.end());
}

std::optional<Error> McapReader::read_header() {
  const auto head = read(0, mcap_magic.size() + mcap_record_head);
  if (!head || !is_magic(std::span(*head).first(mcap_magic.size())))
    return Error{"this is no MCAP file"};
  ByteReader from(std::span<const std::byte>(*head).subspan(mcap_magic.size()));
  const auto opcode = static_cast<McapOpcode>(from.number<std::uint8_t>());
  const auto length = from.number<std::uint64_t>();
  const auto content = read(head->size(), length);
  if (opcode != McapOpcode::header || !content) return Error{"its header is damaged"};
  ByteReader header(*content);
  summary_.profile = header.text();
  summary_.library = header.text();
  if (header.has_failed()) return Error{"its header is damaged"};
  data_start_ = head->size() + length;
  return std::nullopt;
}

// False when there is no index that could be relied on.
bool McapReader::read_index() {
  const std::uint64_t end_bytes = mcap_footer_bytes + mcap_magic.size();
  if (source_->size() < data_start_ + end_bytes) return false;
  const std::uint64_t footer_at = source_->size() - end_bytes;
  const auto end = read(footer_at, end_bytes);
  if (!end || !is_magic(std::span(*end).last(mcap_magic.size()))) return false;
  ByteReader footer(*end);
  const auto opcode = static_cast<McapOpcode>(footer.number<std::uint8_t>());
  const auto length = footer.number<std::uint64_t>();
  const auto summary_start = footer.number<std::uint64_t>();
  footer.number<std::uint64_t>();  // of the offsets, which we have no need for
  const std::size_t crc_at = footer.at();
  const auto crc = footer.number<std::uint32_t>();
  if (opcode != McapOpcode::footer || length != mcap_footer_bytes - mcap_record_head ||
      summary_start < data_start_ || summary_start >= footer_at)
    return false;
  const auto records = read(summary_start, footer_at - summary_start);
  if (!records) return false;
  if (crc != 0 && crc != crc32_of(std::span(*end).first(crc_at), crc32_of(*records))) return false;

  McapSummary found{.profile = summary_.profile, .library = summary_.library, .has_index = true};
  bool has_statistics = false;
  bool is_whole = true;
  const auto keep = [&](auto read, auto&& use) {
    is_whole = is_whole && read.is_whole;
    if (read.is_whole) use(std::move(read.record));
  };
  const bool are_records = for_each_record(*records, [&](McapOpcode kind, auto content) {
    if (kind == McapOpcode::schema)
      keep(read_schema_record(content), [&](McapSchema it) { found.schemas[it.id] = it; });
    else if (kind == McapOpcode::channel)
      keep(read_channel_record(content), [&](McapChannel it) { found.channels[it.id] = it; });
    else if (kind == McapOpcode::chunk_index)
      keep(read_chunk_index_record(content),
           [&](McapChunkIndex it) { found.chunks.push_back(std::move(it)); });
    else if (kind == McapOpcode::attachment_index)
      keep(read_attachment_index_record(content),
           [&](McapAttachmentIndex it) { found.attachments.push_back(std::move(it)); });
    else if (kind == McapOpcode::metadata_index)
      keep(read_metadata_index_record(content),
           [&](McapMetadataIndex it) { found.metadata.push_back(std::move(it)); });
    else if (kind == McapOpcode::statistics)
      keep(read_statistics_record(content), [&](McapStatistics it) {
        has_statistics = true;
        found.statistics = std::move(it);
      });
    return true;
  });
  const McapStatistics& counts = found.statistics;
  const bool is_complete = has_statistics && found.chunks.size() == counts.chunk_count &&
                           found.channels.size() == counts.channel_count &&
                           found.attachments.size() == counts.attachment_count &&
                           found.metadata.size() == counts.metadata_count &&
                           (counts.message_count == 0 || !found.chunks.empty());
  if (!are_records || !is_whole || !is_complete) return false;
  std::ranges::sort(found.chunks, {}, &McapChunkIndex::offset);
  summary_ = std::move(found);
  return true;
}

void McapReader::scan() {
  std::uint64_t at = data_start_;
  while (at < source_->size()) {
    const auto head = read(at, mcap_record_head);
    const std::uint64_t left = source_->size() - at;
    ByteReader from(head ? std::span<const std::byte>(*head) : std::span<const std::byte>());
    const auto opcode = static_cast<McapOpcode>(from.number<std::uint8_t>());
    const auto length = from.number<std::uint64_t>();
    if (opcode == McapOpcode::data_end || opcode == McapOpcode::footer) return;
    if (!from.has_failed() && opcode == no_opcode && length == 0) {  // as a lost power leaves it
      summary_.ending = fmt::format("there are zeros instead of records from byte {} on", at);
      return;
    }
    if (from.has_failed() || length > left - mcap_record_head) {
      summary_.ending = fmt::format("the file ends in the middle of a record at byte {}", at);
      return;
    }
    const auto content = read(at + mcap_record_head, length);
    if (!content) {
      summary_.ending = content.error();
      return;
    }
    if (!scan_record(opcode, at, *content))
      summary_.damage.push_back(fmt::format("the record at byte {} is damaged", at));
    at += mcap_record_head + length;
  }
  summary_.ending = "the file has no end";
}

bool McapReader::scan_record(McapOpcode opcode, std::uint64_t offset,
                             std::span<const std::byte> content) {
  const std::uint64_t length = mcap_record_head + content.size();
  // what would be in a chunk if the file had them
  const auto add_loose = [&](std::optional<Duration> time) {
    const bool is_next = !summary_.chunks.empty() && summary_.chunks.back().is_loose &&
                         summary_.chunks.back().offset + summary_.chunks.back().length == offset &&
                         summary_.chunks.back().length < largest_loose_run;
    if (!is_next)
      summary_.chunks.push_back({.start_time = Duration::max(),
                                 .end_time = Duration::min(),
                                 .offset = offset,
                                 .message_index_offsets = {},
                                 .is_loose = true});
    McapChunkIndex& run = summary_.chunks.back();
    run.length += length;
    if (!time) return;
    run.start_time = std::min(run.start_time, *time);
    run.end_time = std::max(run.end_time, *time);
  };
  switch (opcode) {
    case McapOpcode::schema: {
      auto [schema, is_whole] = read_schema_record(content);
      if (!is_whole) return false;
      summary_.schemas[schema.id] = std::move(schema);
      summary_.statistics.schema_count = static_cast<std::uint16_t>(summary_.schemas.size());
      return true;
    }
    case McapOpcode::channel: {
      auto [channel, is_whole] = read_channel_record(content);
      if (!is_whole) return false;
      summary_.channels[channel.id] = std::move(channel);
      summary_.statistics.channel_count = static_cast<std::uint32_t>(summary_.channels.size());
      return true;
    }
    case McapOpcode::message: {
      const auto [message, is_whole] = read_message_record(content);
      if (!is_whole) return false;
      if (summary_.channels.contains(message.channel_id))
        summary_.statistics.count(message.channel_id, message.log_time);
      add_loose(message.log_time);
      return true;
    }
    case McapOpcode::chunk:
      scan_chunk(offset, content);
      return true;
    case McapOpcode::message_index: {
      // what was in a chunk that is damaged
      ByteReader from(content);
      const auto channel = from.number<std::uint16_t>();
      if (!from.has_failed() && !summary_.chunks.empty() && summary_.chunks.back().is_damaged)
        summary_.chunks.back().message_index_offsets[channel] = offset;
      return true;
    }
    case McapOpcode::attachment: {
      const auto [attachment, is_whole] = read_attachment_record(content);
      if (!is_whole) return false;
      summary_.attachments.push_back({.offset = offset,
                                      .length = length,
                                      .log_time = attachment.log_time,
                                      .create_time = attachment.create_time,
                                      .size = attachment.content.size(),
                                      .name = attachment.name,
                                      .media_type = attachment.media_type});
      ++summary_.statistics.attachment_count;
      return true;
    }
    case McapOpcode::metadata: {
      const auto [metadata, is_whole] = read_metadata_record(content);
      if (!is_whole) return false;
      summary_.metadata.push_back({.offset = offset, .length = length, .name = metadata.name});
      ++summary_.statistics.metadata_count;
      return true;
    }
    default:
      return true;  // indexes, and what later versions have
  }
}

// A damaged one is kept among the others, so that reading its messages tells of it.
void McapReader::scan_chunk(std::uint64_t offset, std::span<const std::byte> content) {
  const auto records = unpack_chunk(content);
  const McapChunkHead head = read_chunk_record(content).record;
  McapChunkIndex index{.start_time = Duration::max(),
                       .end_time = Duration::min(),
                       .offset = offset,
                       .length = mcap_record_head + content.size(),
                       .message_index_offsets = {},
                       .compression = head.compression,
                       .compressed_size = head.compressed.size(),
                       .uncompressed_size = head.uncompressed_size};
  index.is_damaged = !records || !for_each_record(*records, [&](McapOpcode opcode, auto record) {
    if (opcode == McapOpcode::message) {
      const auto message = read_message_record(record);
      if (!message.is_whole) return true;
      const auto& [channel, _, time, published, bytes] = message.record;
      index.start_time = std::min(index.start_time, time);
      index.end_time = std::max(index.end_time, time);
      if (summary_.channels.contains(channel)) summary_.statistics.count(channel, time);
    } else if (opcode == McapOpcode::schema || opcode == McapOpcode::channel) {
      scan_record(opcode, 0, record);
    }
    return true;
  });
  if (!records) {
    index.start_time = head.start_time;
    index.end_time = std::max(head.start_time, head.end_time);
  }
  summary_.chunks.push_back(std::move(index));
  ++summary_.statistics.chunk_count;
}

Result<std::vector<std::byte>> McapReader::unpack_chunk(std::span<const std::byte> record) const {
  const auto [chunk, is_whole] = read_chunk_record(record);
  if (!is_whole) return Error{"a chunk is damaged"};
  const auto compression = compression_in_file(chunk.compression);
  if (!compression)
    return Error{
        fmt::format("a chunk is compressed by '{}'; zstd and lz4 can be read", chunk.compression)};
  if (chunk.uncompressed_size > options_.largest_chunk)
    return Error{
        fmt::format("a chunk of {} bytes is more than is read at once", chunk.uncompressed_size)};
  auto records = decompress(*compression, chunk.compressed, chunk.uncompressed_size);
  if (!records) return Error{fmt::format("a chunk is damaged: {}", records.error())};
  if (chunk.uncompressed_crc != 0 && chunk.uncompressed_crc != crc32_of(*records))
    return Error{"a chunk is damaged: its CRC does not fit"};
  return records;
}

Result<std::vector<std::byte>> McapReader::read_chunk(const McapChunkIndex& index) const {
  if (index.is_loose) return read(index.offset, index.length);
  const auto record = read_record(McapOpcode::chunk, index.offset, index.length);
  if (!record) return record;
  return unpack_chunk(*record);
}

Result<McapAttachment> McapReader::attachment(const McapAttachmentIndex& index) const {
  const auto content = read_record(McapOpcode::attachment, index.offset, index.length);
  if (!content) return Error{content.error()};
  auto [attachment, is_whole] = read_attachment_record(*content);
  if (!is_whole) return Error{fmt::format("the attachment '{}' is damaged", index.name)};
  return std::move(attachment);
}

Result<McapMetadata> McapReader::metadata(const McapMetadataIndex& index) const {
  const auto content = read_record(McapOpcode::metadata, index.offset, index.length);
  if (!content) return Error{content.error()};
  auto [metadata, is_whole] = read_metadata_record(*content);
  if (!is_whole) return Error{fmt::format("the metadata '{}' are damaged", index.name)};
  return std::move(metadata);
}

McapReader::Messages::Messages(const McapReader& reader, McapSelection selection)
    : reader_(&reader), selection_(std::move(selection)) {
  const auto& chunks = reader.summary_.chunks;
  for (std::size_t i = 0; i < chunks.size(); ++i) {
    const bool has_channel =
        !selection_.channels || chunks[i].message_index_offsets.empty() ||
        std::ranges::any_of(chunks[i].message_index_offsets, [&](const auto& entry) {
          return selection_.channels->contains(entry.first);
        });
    if (has_channel && chunks[i].end_time >= selection_.from &&
        chunks[i].start_time <= selection_.until)
      chunks_.push_back(i);
  }
  std::ranges::stable_sort(chunks_, {}, [&](std::size_t i) { return chunks[i].start_time; });
}

bool McapReader::Messages::is_selected(std::uint16_t channel, Duration time) const {
  return time >= selection_.from && time <= selection_.until &&
         (!selection_.channels || selection_.channels->contains(channel));
}

// How many of those that were asked for a chunk had, by the indexes behind it.
std::uint64_t McapReader::Messages::indexed_messages(const McapChunkIndex& chunk) const {
  std::uint64_t count = 0;
  for (const auto& [channel, offset] : chunk.message_index_offsets) {
    const auto head = reader_->read(offset, mcap_record_head);
    if (!head) continue;
    ByteReader length(std::span<const std::byte>(*head).subspan(1));
    const auto record = reader_->read_record(
        McapOpcode::message_index, offset,
        mcap_record_head +
            std::min<std::uint64_t>(length.number<std::uint64_t>(), reader_->source_->size()));
    if (!record) continue;
    ByteReader from(*record);
    from.number<std::uint16_t>();
    from.number<std::uint32_t>();  // of the entries, which go to the end of the record
    while (!from.is_at_end() && !from.has_failed()) {
      const Duration time(static_cast<Duration::rep>(from.number<std::uint64_t>()));
      from.number<std::uint64_t>();
      if (!from.has_failed() && is_selected(channel, time)) ++count;
    }
  }
  return count;
}

// Puts the messages of the next chunk among those that wait for their time.
std::optional<Error> McapReader::Messages::load_chunk() {
  const McapChunkIndex& index = reader_->summary_.chunks[chunks_[next_chunk_++]];
  auto records = reader_->read_chunk(index);
  if (!records) {
    const std::uint64_t lost = indexed_messages(index);
    lost_ += lost;
    return Error{fmt::format("at byte {}: {}{}", index.offset, records.error(),
                             lost > 0 ? fmt::format("; messages lost: {}", lost) : "")};
  }
  const auto chunk = std::make_shared<const Chunk>(*std::move(records));
  std::uint64_t damaged = 0;
  std::uint64_t undescribed = 0;
  const bool are_records = for_each_record(*chunk, [&](McapOpcode opcode, auto content) {
    if (opcode != McapOpcode::message) return true;
    const auto [message, is_whole] = read_message_record(content);
    if (!is_whole) {
      ++damaged;
    } else if (!reader_->summary_.channels.contains(message.channel_id)) {
      undescribed += !selection_.channels;  // else another was asked for
    } else if (is_selected(message.channel_id, message.log_time)) {
      places_.push({.time = message.log_time,
                    .order = order_++,
                    .offset = static_cast<std::size_t>(content.data() - chunk->data()),
                    .length = content.size(),
                    .chunk = chunk});
    }
    return true;
  });
  lost_ += damaged + undescribed;
  if (!are_records)
    return Error{
        fmt::format("at byte {}: a chunk is damaged: it does not end with a record", index.offset)};
  if (damaged > 0)
    return Error{fmt::format("at byte {}: messages that are damaged: {}", index.offset, damaged)};
  if (undescribed > 0)
    return Error{fmt::format("at byte {}: messages of channels that the file does not describe: {}",
                             index.offset, undescribed)};
  return std::nullopt;
}

Result<std::optional<McapMessage>> McapReader::Messages::next() {
  // a chunk that begins before the next message may have one that comes first
  const auto& chunks = reader_->summary_.chunks;
  while (next_chunk_ < chunks_.size() &&
         (places_.empty() || chunks[chunks_[next_chunk_]].start_time <= places_.top().time))
    if (auto error = load_chunk()) return *error;
  if (places_.empty()) return std::optional<McapMessage>();
  const Place place = places_.top();
  places_.pop();
  current_ = place.chunk;
  return std::optional(
      read_message_record(std::span(*current_).subspan(place.offset, place.length)).record);
}

}  // namespace tandem
