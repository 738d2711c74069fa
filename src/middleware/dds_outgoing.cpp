// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#include "middleware/dds_outgoing.h"

#include <algorithm>

namespace tandem {

namespace {

using wire::Reader;
using wire::Submessage;

constexpr std::size_t samples_per_writer = 64;
constexpr std::size_t most_fragmenting = 1000;  // writers

constexpr std::size_t count_in_heartbeat = 28;  // behind the header, two entities and two numbers
constexpr std::uint16_t heartbeat_size = 28;    // without its header
// An answer of more than one datagram has full ones before its last.
constexpr std::size_t full_datagram = 60'000;

void put(std::byte* place, std::uint32_t value, bool is_little_endian) {
  for (std::size_t i = 0; i < 4; ++i)
    place[is_little_endian ? i : 3 - i] = static_cast<std::byte>(value >> 8 * i);
}

}  // namespace

void DdsSentFragments::note(std::uint32_t writer, std::uint64_t sequence, std::uint32_t fragments) {
  const std::lock_guard lock(mutex_);
  if (samples_.size() >= most_fragmenting && !samples_.contains(writer))
    samples_.erase(samples_.begin());  // the oldest: DDS numbers our writers as they come
  auto& samples = samples_[writer];
  if (std::ranges::any_of(samples, [&](const Sample& s) { return s.sequence == sequence; })) return;
  if (samples.size() == samples_per_writer) samples.erase(samples.begin());
  samples.push_back({sequence, fragments});
}

std::uint32_t DdsSentFragments::fragments_of(std::uint32_t writer, std::uint64_t sequence) const {
  const std::lock_guard lock(mutex_);
  const auto samples = samples_.find(writer);
  if (samples == samples_.end()) return 0;
  for (const Sample& sample : samples->second)
    if (sample.sequence == sequence) return sample.fragments;
  return 0;
}

std::span<const std::byte> DdsOutgoing::prepare(std::span<const std::byte> datagram) {
  for (Announcer& announcer : announcers_) announcer.answered = 0;
  wire::Submessages submessages(datagram);
  bool can_go_on = true;
  while (const auto submessage = submessages.next()) {
    if (submessage->kind == wire::statistics) {
      datagram = datagram.first(submessage->place);
      break;
    }
    can_go_on = submessage->has_length;
    if (submessage->kind == wire::data_fragments) note_fragments(*submessage);
    if (submessage->kind == wire::data) note_data(*submessage);
    if (submessage->kind == wire::gap) note_gap(*submessage);
    if (submessage->kind == wire::heartbeat) note_heartbeat(*submessage, datagram);
  }
  if (!can_go_on || datagram.size() >= full_datagram) return datagram;
  for (Announcer& announcer : announcers_)
    if (announcer.answered > 0 && announcer.answered < announcer.last)
      append_heartbeat(announcer, datagram);
  return datagram;
}

void DdsOutgoing::note_fragments(const Submessage& submessage) {
  Reader reader = submessage.read();
  reader.take(8);
  const std::uint32_t writer = reader.entity();
  const std::uint64_t sequence = reader.sequence();
  reader.take(6);
  const std::uint16_t fragment_size = reader.u16();
  const std::uint32_t sample_size = reader.u32();
  if (!reader.has_failed() && fragment_size > 0)
    sent_.note(writer, sequence, wire::fragment_count(sample_size, fragment_size));
}

void DdsOutgoing::note_data(const Submessage& submessage) {
  Reader reader = submessage.read();
  reader.take(8);
  Announcer* announcer = find(reader.entity());
  const std::uint64_t sequence = reader.sequence();
  if (!announcer || reader.has_failed()) return;
  announcer->answered = std::max(announcer->answered, sequence);
  announcer->last = std::max(announcer->last, sequence);
}

void DdsOutgoing::note_gap(const Submessage& submessage) {
  const auto gap = wire::read_gap(submessage);
  if (!gap) return;
  if (Announcer* announcer = find(gap->writer))
    announcer->answered = std::max(announcer->answered, gap->last);
}

void DdsOutgoing::note_heartbeat(const Submessage& submessage,
                                 std::span<const std::byte>& datagram) {
  Reader reader = submessage.read();
  reader.take(4);
  Announcer* announcer = find(reader.entity());
  const std::uint64_t first = reader.sequence();
  const std::uint64_t last = reader.sequence();
  const std::uint32_t count = reader.u32();
  if (!announcer || reader.has_failed()) return;
  announcer->first = first;
  announcer->last = last;
  announcer->count = count;
  announcer->answered = 0;
  if (announcer->inserted == 0) return;
  own(datagram);
  put(copy_.data() + submessage.place + count_in_heartbeat, count + announcer->inserted,
      reader.is_little_endian());
}

void DdsOutgoing::append_heartbeat(Announcer& announcer, std::span<const std::byte>& datagram) {
  own(datagram);
  const std::size_t begin = (copy_.size() + 3) & ~std::size_t{3};
  copy_.resize(begin + 4 + heartbeat_size);
  std::byte* place = copy_.data() + begin;
  place[0] = static_cast<std::byte>(wire::heartbeat);
  place[1] = std::byte{1};  // little endian, and asks for an answer
  place[2] = static_cast<std::byte>(heartbeat_size);
  put(place + 4, announcer.reader, false);
  put(place + 8, announcer.writer, false);
  put(place + 12, static_cast<std::uint32_t>(announcer.first >> 32), true);
  put(place + 16, static_cast<std::uint32_t>(announcer.first), true);
  put(place + 20, static_cast<std::uint32_t>(announcer.last >> 32), true);
  put(place + 24, static_cast<std::uint32_t>(announcer.last), true);
  put(place + 28, announcer.count + ++announcer.inserted, true);
  datagram = copy_;
}

DdsOutgoing::Announcer* DdsOutgoing::find(std::uint32_t writer) {
  const auto found = std::ranges::find(announcers_, writer, &Announcer::writer);
  return found == announcers_.end() ? nullptr : &*found;
}

void DdsOutgoing::own(std::span<const std::byte>& datagram) {
  if (datagram.data() == copy_.data())
    copy_.resize(datagram.size());  // its end may have been cut off since
  else
    copy_.assign(datagram.begin(), datagram.end());
  datagram = copy_;
}

}  // namespace tandem
