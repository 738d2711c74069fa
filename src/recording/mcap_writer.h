// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <map>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "base/result.h"
#include "recording/byte_writer.h"
#include "recording/compression.h"
#include "recording/file_descriptor.h"
#include "recording/mcap_format.h"

namespace tandem {

struct McapWriterOptions {
  std::string profile = "ros2";
  std::string library = "tandem";
  Compression compression = Compression::zstd;
  std::size_t chunk_bytes = 1 << 20;  // before compression; a chunk ends behind the message that
                                      // makes it as large
};

// Writes an MCAP file: chunks with their indexes as they fill, and at the end the summary by which
// readers find their way. What was flushed can be read even if the end never comes.
//
// A disk that fails does not throw: from then on nothing is written, and error() says why.
class McapWriter {
 public:
  // Replaces a file that is there. One that begin() made can be read at any moment.
  static Result<McapWriter> create(const std::filesystem::path& file,
                                   const McapWriterOptions& options = {});
  // A file as a process leaves it that is killed before it has written anything.
  static std::optional<Error> begin(const std::filesystem::path& file,
                                    const McapWriterOptions& options = {});
  ~McapWriter();  // closes
  McapWriter(McapWriter&& other) noexcept = default;
  McapWriter& operator=(McapWriter&&) = delete;

  // The same schema or channel again gives the number that it has. Nothing when there are 65,535.
  std::optional<std::uint16_t> add_schema(const std::string& name, const std::string& encoding,
                                          const std::string& text);
  std::optional<std::uint16_t> add_channel(McapChannel channel);  // whose id is given here

  void write(const McapMessage& message);
  void attach(const McapAttachment& attachment);
  void add(const McapMetadata& metadata);

  // While there is no time, chunks are written as they are.
  void set_in_hurry(bool is_in_hurry) { is_in_hurry_ = is_in_hurry; }
  // Ends the chunk, so that all of it can be read whatever becomes of us.
  void flush();
  void close();

  const std::string& error() const { return error_; }
  const McapStatistics& statistics() const { return statistics_; }
  std::uint64_t bytes_written() const { return written_; }
  std::size_t chunk_size() const { return chunk_.size(); }  // that is not written yet

 private:
  McapWriter(FileDescriptor file, const McapWriterOptions& options);
  void put(std::span<const std::byte> bytes);
  void put_summary();

  FileDescriptor file_;
  McapWriterOptions options_;
  Compressor compressor_;
  bool is_in_hurry_ = false;
  std::string error_;
  std::uint64_t written_ = 0;

  std::vector<McapSchema> schemas_;    // by id - 1
  std::vector<McapChannel> channels_;  // by id
  std::map<std::pair<std::string, std::string>, std::vector<std::uint16_t>> schema_ids_;
  std::map<std::string, std::vector<std::uint16_t>> channel_ids_;  // by topic

  ByteWriter chunk_;
  McapStatistics in_chunk_;
  // by channel: when, and where in the chunk
  std::map<std::uint16_t, std::vector<std::pair<Duration, std::uint64_t>>> message_index_;

  McapStatistics statistics_;
  std::vector<McapChunkIndex> chunks_;
  std::vector<McapAttachmentIndex> attachments_;
  std::vector<McapMetadataIndex> metadata_;
};

}  // namespace tandem
