// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <map>
#include <mutex>
#include <span>
#include <vector>

#include "middleware/dds_rtps.h"

namespace tandem {

// Into how many fragments we cut the samples that we sent last, so that nobody can ask for more.
class DdsSentFragments {
 public:
  void note(std::uint32_t writer, std::uint64_t sequence, std::uint32_t fragments);
  // Zero for a sample that is not known, or not any more.
  std::uint32_t fragments_of(std::uint32_t writer, std::uint64_t sequence) const;

 private:
  struct Sample {
    std::uint64_t sequence = 0;
    std::uint32_t fragments = 0;
  };
  mutable std::mutex mutex_;
  std::map<std::uint32_t, std::vector<Sample>> samples_;
};

// Our datagrams as they shall leave.
//
// They go without the statistics that Fast DDS appends to everything and that Debian's build of it
// cannot bear when they arrive out of order.
//
// And a newcomer hears of all our endpoints at once. It asks for 256 announcements at a time, and
// for the next ones when a heartbeat tells of them, which Fast DDS sends once a second. So an
// answer that leaves something open has a heartbeat behind it. One thread at a time.
class DdsOutgoing {
 public:
  explicit DdsOutgoing(DdsSentFragments& sent) : sent_(sent) {}

  // Valid until the next call.
  std::span<const std::byte> prepare(std::span<const std::byte> datagram);

 private:
  // One of the two that tell of our endpoints.
  struct Announcer {
    std::uint32_t writer = 0;
    std::uint32_t reader = 0;
    std::uint64_t first = 1;  // what it has
    std::uint64_t last = 0;
    std::uint32_t count = 0;     // of heartbeats, by Fast DDS
    std::uint32_t inserted = 0;  // heartbeats of ours, which shift the count of all that follow
    std::uint64_t answered = 0;  // the highest in this datagram, if no heartbeat follows it
  };

  void note_fragments(const wire::Submessage& submessage);
  void note_data(const wire::Submessage& submessage);
  void note_gap(const wire::Submessage& submessage);
  void note_heartbeat(const wire::Submessage& submessage, std::span<const std::byte>& datagram);
  void append_heartbeat(Announcer& announcer, std::span<const std::byte>& datagram);
  Announcer* find(std::uint32_t writer);
  // The datagram becomes a copy of its own that can be changed.
  void own(std::span<const std::byte>& datagram);

  DdsSentFragments& sent_;
  std::array<Announcer, 2> announcers_{
      Announcer{.writer = wire::writer_announcer, .reader = wire::writer_detector},
      Announcer{.writer = wire::reader_announcer, .reader = wire::reader_detector}};
  std::vector<std::byte> copy_;
};

}  // namespace tandem
