// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <mutex>
#include <optional>
#include <span>
#include <vector>

#include "middleware/dds_acquaintance.h"
#include "middleware/dds_outgoing.h"
#include "middleware/dds_rtps.h"

namespace tandem {

// Samples of the others that came in pieces. Fast DDS 2.9 has a sample twice that comes whole and
// in pieces, and frees the memory of pieces that a gap ends while it still points to them; both
// stop the process sooner or later. One for all sockets: a writer may use any of them.
class DdsReceivedPieces {
 public:
  // False when it came whole or in pieces of another size before.
  bool note_piece(const Gid& writer, std::uint64_t sequence, std::uint32_t sample_size,
                  std::uint32_t fragment_size);
  // Whether some of it, or of one of a range, came in pieces.
  bool has(const Gid& writer, std::uint64_t sequence) const {
    return has(writer, sequence, sequence);
  }
  bool has(const Gid& writer, std::uint64_t first, std::uint64_t last) const;

 private:
  struct Sample {
    std::uint32_t sample_size = 0;
    std::uint32_t fragment_size = 0;
  };
  struct Writer {
    std::map<std::uint64_t, Sample> samples;
    std::uint64_t forgotten = 0;  // those up to here may have come in pieces too
  };

  mutable std::mutex mutex_;
  std::map<Gid, Writer> writers_;
};

// Looks at datagrams before Fast DDS does. Debian's build of it has its assertions on, and damaged
// or forged packets stop the process, keep it busy for hours, or make it read beyond their end.
// What would do that is not admitted (decision 9). One for each socket.
class DdsGuard {
 public:
  DdsGuard(const DdsSentFragments& sent, DdsReceivedPieces& pieces, DdsAcquaintance& acquaintance)
      : sent_(sent), pieces_(pieces), acquaintance_(acquaintance) {}

  // What Fast DDS may see of the datagram, valid until the next call; nothing when it is damaged.
  std::optional<std::span<const std::byte>> admit(std::span<const std::byte> datagram);

 private:
  struct Progress {
    std::uint64_t highest = 0;
    std::uint64_t doubted = 0;
    int claims = 0;  // of the doubted number or one near it, in a row
  };

  bool is_sound(const wire::Submessage& submessage);
  bool is_data_sound(const wire::Submessage& submessage);
  bool are_fragments_sound(const wire::Submessage& submessage);
  bool is_heartbeat_sound(const wire::Submessage& submessage);
  bool is_gap_sound(const wire::Submessage& submessage);
  bool is_request_sound(const wire::Submessage& submessage);

  Gid source_gid(std::uint32_t entity) const;
  // Fast DDS counts up to a sequence number one by one, so it must not be far ahead of what its
  // writer said before, unless the writer insists.
  bool is_plausible(std::uint32_t writer, std::uint64_t sequence);

  // A sound datagram in the words that Fast DDS 2.9 understands.
  std::span<const std::byte> translate(std::span<const std::byte> datagram);
  void translate_departure(const wire::Submessage& submessage, std::span<const std::byte> datagram);
  void translate_greeting(const wire::Submessage& submessage, std::span<const std::byte> datagram);
  // Continues the translation up to `place`, and goes on reading at `next`.
  void copy_until(const std::byte* place, const std::byte* next,
                  std::span<const std::byte> datagram);

  const DdsSentFragments& sent_;
  DdsReceivedPieces& pieces_;
  DdsAcquaintance& acquaintance_;
  std::span<const std::byte> source_;  // the participant that the submessages come from
  std::map<Gid, Progress> progress_;
  // places of gaps that Fast DDS must not see: they say of samples in pieces that they will not
  // come
  std::vector<std::size_t> left_out_;
  std::vector<std::byte> translated_;
  std::size_t copied_ = 0;  // of the datagram that is being translated
};

}  // namespace tandem
