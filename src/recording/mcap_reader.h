// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <map>
#include <memory>
#include <optional>
#include <queue>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "base/result.h"
#include "recording/byte_source.h"
#include "recording/mcap_format.h"

namespace tandem {

struct McapReaderOptions {
  std::uint64_t largest_chunk = 1u
                                << 30;  // bytes, also of other records; what claims more is refused
};

// What is in a file.
struct McapSummary {
  std::string profile;
  std::string library;
  bool has_index = false;  // otherwise the file was read from its beginning to know this
  std::string ending;      // why reading stopped before the end of the file; empty: it did not
  std::vector<std::string> damage;  // records outside of chunks that were skipped while it was read
  std::map<std::uint16_t, McapSchema> schemas;
  std::map<std::uint16_t, McapChannel> channels;
  McapStatistics statistics;
  std::vector<McapChunkIndex> chunks;  // in the order of the file
  std::vector<McapAttachmentIndex> attachments;
  std::vector<McapMetadataIndex> metadata;

  const McapSchema* schema_of(const McapChannel& channel) const;
};

struct McapSelection {
  std::optional<std::set<std::uint16_t>> channels;  // nothing: all
  Duration from = Duration::min();
  Duration until = Duration::max();  // this moment included
};

// Reads MCAP files of anybody, whole ones by their index and those of killed recorders from the
// front, as far as they go. What is damaged is skipped and told of. Nothing in a file is trusted.
class McapReader {
 public:
  static Result<McapReader> open(const std::filesystem::path& file,
                                 const McapReaderOptions& options = {});
  static Result<McapReader> open(std::shared_ptr<const ByteSource> source,
                                 const McapReaderOptions& options = {});

  const McapSummary& summary() const { return summary_; }
  std::uint64_t file_size() const { return source_->size(); }

  Result<McapAttachment> attachment(const McapAttachmentIndex& index) const;
  Result<McapMetadata> metadata(const McapMetadataIndex& index) const;

  // Messages in the order of their log times; those of one time as they were written.
  class Messages {
   public:
    // Nothing at the end. The bytes are valid until the next call. An error tells of a chunk that
    // is damaged; the next call goes on behind it.
    Result<std::optional<McapMessage>> next();

    // Messages of damaged chunks so far, as many as the file still tells of.
    std::uint64_t lost() const { return lost_; }

   private:
    friend class McapReader;
    using Chunk = std::vector<std::byte>;
    struct Place {
      Duration time{};
      std::uint64_t order = 0;  // of the chunk, then of the message in it
      std::size_t offset = 0;
      std::size_t length = 0;
      std::shared_ptr<const Chunk> chunk;

      bool operator<(const Place& other) const {  // the earliest comes first in a queue
        return std::pair(other.time, other.order) < std::pair(time, order);
      }
    };
    Messages(const McapReader& reader, McapSelection selection);
    std::optional<Error> load_chunk();
    bool is_selected(std::uint16_t channel, Duration time) const;
    std::uint64_t indexed_messages(const McapChunkIndex& chunk) const;

    const McapReader* reader_;
    McapSelection selection_;
    std::vector<std::size_t> chunks_;  // by their times
    std::size_t next_chunk_ = 0;
    std::uint64_t order_ = 0;
    std::uint64_t lost_ = 0;
    std::priority_queue<Place> places_;
    std::shared_ptr<const Chunk> current_;
  };
  Messages messages(McapSelection selection = {}) const { return {*this, std::move(selection)}; }

 private:
  McapReader(std::shared_ptr<const ByteSource> source, const McapReaderOptions& options);
  Result<std::vector<std::byte>> read(std::uint64_t offset, std::uint64_t size) const;
  // The content of the record of that kind that is there, by an index.
  Result<std::vector<std::byte>> read_record(McapOpcode opcode, std::uint64_t offset,
                                             std::uint64_t length) const;
  Result<std::vector<std::byte>> read_chunk(const McapChunkIndex& index) const;
  Result<std::vector<std::byte>> unpack_chunk(std::span<const std::byte> record) const;
  std::optional<Error> read_header();
  bool read_index();
  void scan();
  bool scan_record(McapOpcode opcode, std::uint64_t offset, std::span<const std::byte> content);
  void scan_chunk(std::uint64_t offset, std::span<const std::byte> content);

  std::shared_ptr<const ByteSource> source_;
  McapReaderOptions options_;
  std::uint64_t data_start_ = 0;
  McapSummary summary_;
};

}  // namespace tandem
