// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#include "recording/mcap_writer.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <limits>

#include "recording/mcap_records.h"

namespace tandem {

namespace {

constexpr std::size_t most_ids = std::numeric_limits<std::uint16_t>::max();

bool is_same(const McapChannel& a, const McapChannel& b) {
  return a.schema_id == b.schema_id && a.topic == b.topic &&
         a.message_encoding == b.message_encoding && a.metadata == b.metadata;
}

}  // namespace

Result<McapWriter> McapWriter::create(const std::filesystem::path& file,
                                      const McapWriterOptions& options) {
  FileDescriptor descriptor(open(file.c_str(), O_WRONLY | O_CREAT | O_CLOEXEC, 0666));
  if (!descriptor.is_open())
    return Error{fmt::format("cannot write {}: {}", file.string(), std::strerror(errno))};
  McapWriter writer(std::move(descriptor), options);
  // what was there ends behind our beginning; a pipe has no length
  struct stat about {};
  if (writer.error_.empty() && fstat(writer.file_.value(), &about) == 0 && S_ISREG(about.st_mode) &&
      ftruncate(writer.file_.value(), static_cast<off_t>(writer.written_)) != 0)
    writer.error_ = std::strerror(errno);
  if (!writer.error_.empty())
    return Error{fmt::format("cannot write {}: {}", file.string(), writer.error_)};
  return writer;
}

std::optional<Error> McapWriter::begin(const std::filesystem::path& file,
                                       const McapWriterOptions& options) {
  auto writer = create(file, options);
  if (!writer) return Error{writer.error()};
  McapWriter begun = *std::move(writer);
  begun.file_.close();
  return std::nullopt;
}

McapWriter::McapWriter(FileDescriptor file, const McapWriterOptions& options)
    : file_(std::move(file)), options_(options), compressor_(options.compression) {
  ByteWriter bytes;
  bytes.raw(std::as_bytes(std::span(mcap_magic)));
  const std::size_t header = begin_record(bytes, McapOpcode::header);
  bytes.text(options.profile);
  bytes.text(options.library);
  end_record(bytes, header);
  put(bytes.bytes());
}

McapWriter::~McapWriter() { close(); }

std::optional<std::uint16_t> McapWriter::add_schema(const std::string& name,
                                                    const std::string& encoding,
                                                    const std::string& text) {
  std::vector<std::uint16_t>& known = schema_ids_[{name, encoding}];
  for (const std::uint16_t id : known)
    if (schemas_[id - 1u].text == text) return id;
  if (schemas_.size() >= most_ids) return std::nullopt;
  const auto id = static_cast<std::uint16_t>(schemas_.size() + 1);
  schemas_.push_back({.id = id, .name = name, .encoding = encoding, .text = text});
  known.push_back(id);
  write_record(chunk_, schemas_.back());
  ++statistics_.schema_count;
  return id;
}

std::optional<std::uint16_t> McapWriter::add_channel(McapChannel channel) {
  std::vector<std::uint16_t>& known = channel_ids_[channel.topic];
  for (const std::uint16_t id : known)
    if (is_same(channels_[id], channel)) return id;
  if (channels_.size() >= most_ids) return std::nullopt;
  channel.id = static_cast<std::uint16_t>(channels_.size());
  known.push_back(channel.id);
  channels_.push_back(std::move(channel));
  write_record(chunk_, channels_.back());
  ++statistics_.channel_count;
  return channels_.back().id;
}

void McapWriter::write(const McapMessage& message) {
  message_index_[message.channel_id].emplace_back(message.log_time, chunk_.size());
  write_record(chunk_, message);
  in_chunk_.count(message.channel_id, message.log_time);
  statistics_.count(message.channel_id, message.log_time);
  if (chunk_.size() >= options_.chunk_bytes) flush();
}

void McapWriter::flush() {
  if (chunk_.size() == 0) return;
  const Compression compression = is_in_hurry_ ? Compression::none : options_.compression;
  const auto compressed = is_in_hurry_ ? chunk_.bytes() : compressor_.compress(chunk_.bytes());
  McapChunkIndex index{.start_time = in_chunk_.start_time,
                       .end_time = in_chunk_.end_time,
                       .offset = written_,
                       .message_index_offsets = {},
                       .compression = std::string(file_name_of(compression)),
                       .compressed_size = compressed.size(),
                       .uncompressed_size = chunk_.size()};

  ByteWriter head;
  const std::size_t begin = begin_record(head, McapOpcode::chunk);
  head.number(static_cast<std::uint64_t>(index.start_time.count()));
  head.number(static_cast<std::uint64_t>(index.end_time.count()));
  head.number(index.uncompressed_size);
  head.number(crc32_of(chunk_.bytes()));
  head.text(index.compression);
  head.number(index.compressed_size);
  index.length = head.size() + compressed.size();
  head.overwrite(begin + 1, std::uint64_t{index.length - mcap_record_head});
  put(head.bytes());
  put(compressed);

  // where the messages of each channel are in it
  ByteWriter indexes;
  for (auto& [channel, entries] : message_index_) {
    std::ranges::stable_sort(entries, {}, [](const auto& entry) { return entry.first; });
    index.message_index_offsets[channel] = written_ + indexes.size();
    const std::size_t record = begin_record(indexes, McapOpcode::message_index);
    indexes.number(channel);
    indexes.number(static_cast<std::uint32_t>(entries.size() * 2 * sizeof(std::uint64_t)));
    for (const auto& [time, offset] : entries) {
      indexes.number(static_cast<std::uint64_t>(time.count()));
      indexes.number(offset);
    }
    end_record(indexes, record);
  }
  index.message_index_length = indexes.size();
  put(indexes.bytes());

  chunks_.push_back(std::move(index));
  ++statistics_.chunk_count;
  chunk_.clear();
  message_index_.clear();
  in_chunk_ = {};
}

void McapWriter::attach(const McapAttachment& attachment) {
  flush();
  ByteWriter bytes;
  write_record(bytes, attachment);
  attachments_.push_back({.offset = written_,
                          .length = bytes.size(),
                          .log_time = attachment.log_time,
                          .create_time = attachment.create_time,
                          .size = attachment.content.size(),
                          .name = attachment.name,
                          .media_type = attachment.media_type});
  ++statistics_.attachment_count;
  put(bytes.bytes());
}

void McapWriter::add(const McapMetadata& metadata) {
  flush();
  ByteWriter bytes;
  write_record(bytes, metadata);
  metadata_.push_back({.offset = written_, .length = bytes.size(), .name = metadata.name});
  ++statistics_.metadata_count;
  put(bytes.bytes());
}

void McapWriter::close() {
  if (!file_.is_open()) return;
  flush();
  put_summary();
  if (!file_.close() && error_.empty()) error_ = std::strerror(errno);
}

void McapWriter::put_summary() {
  ByteWriter data_end;
  const std::size_t begin = begin_record(data_end, McapOpcode::data_end);
  data_end.number(std::uint32_t{0});  // no CRC of the whole: chunks have theirs
  end_record(data_end, begin);
  put(data_end.bytes());

  const std::uint64_t summary_start = written_;
  ByteWriter summary;
  struct Group {
    McapOpcode opcode;
    std::uint64_t start, length;
  };
  std::vector<Group> groups;
  const auto write_group = [&](McapOpcode opcode, const auto& records) {
    const std::size_t start = summary.size();
    for (const auto& record : records) write_record(summary, record);
    if (summary.size() > start)
      groups.push_back({opcode, summary_start + start, summary.size() - start});
  };
  write_group(McapOpcode::schema, schemas_);
  write_group(McapOpcode::channel, channels_);
  write_group(McapOpcode::statistics, std::vector{statistics_});
  write_group(McapOpcode::chunk_index, chunks_);
  write_group(McapOpcode::attachment_index, attachments_);
  write_group(McapOpcode::metadata_index, metadata_);

  const std::uint64_t offsets_start = summary_start + summary.size();
  for (const Group& group : groups) {
    const std::size_t record = begin_record(summary, McapOpcode::summary_offset);
    summary.number(static_cast<std::uint8_t>(group.opcode));
    summary.number(group.start);
    summary.number(group.length);
    end_record(summary, record);
  }

  // the CRC covers the footer too, up to where it stands
  const std::size_t footer = begin_record(summary, McapOpcode::footer);
  summary.number(summary_start);
  summary.number(offsets_start);
  summary.overwrite(footer + 1, std::uint64_t{mcap_footer_bytes - mcap_record_head});
  summary.number(crc32_of(summary.bytes()));
  summary.raw(std::as_bytes(std::span(mcap_magic)));
  put(summary.bytes());
}

void McapWriter::put(std::span<const std::byte> bytes) {
  while (!bytes.empty() && error_.empty()) {
    const ssize_t count = ::write(file_.value(), bytes.data(), bytes.size());
    if (count < 0 && errno == EINTR) continue;
    if (count <= 0) {
      error_ = std::strerror(errno);
      return;
    }
    written_ += static_cast<std::uint64_t>(count);
    bytes = bytes.subspan(static_cast<std::size_t>(count));
  }
}

}  // namespace tandem
