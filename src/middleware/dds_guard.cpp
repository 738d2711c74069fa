// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#include "middleware/dds_guard.h"

#include <algorithm>

namespace tandem {

namespace {

using wire::Reader;
using wire::Submessage;

// Of a sample that comes in pieces. Cyclone's pieces have 1,344 bytes.
constexpr std::uint32_t most_sample_bytes = 256 << 20;
constexpr std::uint32_t most_fragments = 1 << 18;
constexpr std::uint32_t least_fragment_bytes = 128;

constexpr std::uint64_t most_steps = 1 << 20;  // a few milliseconds in Fast DDS
constexpr int enough_claims = 4;               // damaged packets agree by chance, but not so often
constexpr std::uint64_t last_sequence = std::uint64_t{1} << 62;
constexpr std::size_t most_writers = 10'000;
constexpr std::size_t samples_per_writer = 64;

constexpr std::uint8_t has_inline_qos = 0x02;
constexpr std::uint8_t has_payload = 0x04;
constexpr std::uint8_t has_key = 0x08;
constexpr std::uint8_t fragments_are_key = 0x04;
constexpr std::uint8_t has_no_time = 0x02;
constexpr std::uint8_t is_final = 0x02;

constexpr std::uint16_t key_hash = 0x0070;
constexpr std::uint16_t status_info = 0x0071;
constexpr std::uint16_t related_identity = 0x0083;
constexpr std::uint16_t related_identity_of_fast_dds = 0x800f;
constexpr std::uint16_t participant_guid = 0x0050;
constexpr std::uint16_t endpoint_guid = 0x005a;

bool is_announcer(std::uint32_t writer) {
  return writer == wire::participant_announcer || writer == wire::writer_announcer ||
         writer == wire::reader_announcer;
}

// Leaves the reader behind the list.
bool is_inline_qos_sound(Reader& list) {
  while (const auto parameter = next_parameter(list)) {
    const std::size_t size = parameter->value.size();
    if (parameter->id == key_hash && size != 16) return false;
    if (parameter->id == status_info && size != 4) return false;
    if ((parameter->id == related_identity || parameter->id == related_identity_of_fast_dds) &&
        size < 24)
      return false;
  }
  return !list.has_failed();
}

// What a participant says of itself or of its endpoints.
bool is_discovery_sound(Reader payload) {
  const auto encapsulation = payload.take(4);
  if (payload.has_failed()) return false;
  const int kind = std::to_integer<int>(encapsulation[1]);
  if (encapsulation[0] != std::byte{0} || (kind != 2 && kind != 3)) return false;
  Reader list(payload.take(payload.left()), kind == 3);
  while (const auto parameter = next_parameter(list)) {
  }
  return !list.has_failed();
}

// The parameters in which a participant says that it or an endpoint of it is gone; empty when that
// is not what the submessage is about.
std::span<const std::byte> departure_list(const Submessage& submessage) {
  if (submessage.kind != wire::data || (submessage.flags & has_key) == 0) return {};
  Reader reader = submessage.read();
  reader.take(8);
  const std::uint32_t writer = reader.entity();
  reader.sequence();
  if ((submessage.flags & has_inline_qos) != 0) is_inline_qos_sound(reader);
  return is_announcer(writer) ? reader.take(reader.left()) : std::span<const std::byte>{};
}

bool is_departure(const Submessage& submessage) { return !departure_list(submessage).empty(); }

bool is_greeting(const Submessage& submessage) {
  if (submessage.kind != wire::acknack || (submessage.flags & is_final) != 0) return false;
  Reader reader = submessage.read();
  reader.take(8);
  const std::uint64_t base = reader.sequence();
  const std::uint32_t bits = reader.u32();
  return base == 1 && bits == 0;
}

}  // namespace

bool DdsReceivedPieces::note_piece(const Gid& writer, std::uint64_t sequence,
                                   std::uint32_t sample_size, std::uint32_t fragment_size) {
  const std::lock_guard lock(mutex_);
  if (writers_.size() >= most_writers && !writers_.contains(writer))
    writers_.erase(writers_.begin());
  auto& [samples, forgotten] = writers_[writer];
  const auto [known, is_new] = samples.try_emplace(sequence, Sample{sample_size, fragment_size});
  if (!is_new)
    return known->second.sample_size == sample_size && known->second.fragment_size == fragment_size;
  if (samples.size() > samples_per_writer) {
    forgotten = std::max(forgotten, samples.begin()->first);
    samples.erase(samples.begin());
  }
  return true;
}

bool DdsReceivedPieces::has(const Gid& writer, std::uint64_t first, std::uint64_t last) const {
  const std::lock_guard lock(mutex_);
  const auto found = writers_.find(writer);
  if (found == writers_.end()) return false;
  const auto& [samples, forgotten] = found->second;
  if (first <= forgotten) return true;
  const auto next = samples.lower_bound(first);
  return next != samples.end() && next->first <= last;
}

std::optional<std::span<const std::byte>> DdsGuard::admit(std::span<const std::byte> datagram) {
  wire::Submessages submessages(datagram);
  if (submessages.has_failed()) return std::nullopt;
  source_ = datagram.subspan(wire::prefix_place, wire::prefix_size);
  left_out_.clear();
  bool needs_translation = false;
  while (const auto submessage = submessages.next()) {
    if (submessage->kind == wire::statistics) {
      datagram = datagram.first(submessage->place);
      break;
    }
    if (!is_sound(*submessage)) return std::nullopt;
    needs_translation |= is_departure(*submessage) || is_greeting(*submessage);
  }
  if (submessages.has_failed()) return std::nullopt;
  return needs_translation || !left_out_.empty() ? translate(datagram) : datagram;
}

bool DdsGuard::is_sound(const Submessage& submessage) {
  const std::size_t size = submessage.body.size();
  switch (submessage.kind) {
    case wire::data:
      return is_data_sound(submessage);
    case wire::data_fragments:
      return are_fragments_sound(submessage);
    case wire::heartbeat:
      return is_heartbeat_sound(submessage);
    case wire::gap:
      return is_gap_sound(submessage);
    case wire::acknack:
    case wire::nack_fragments:
      return is_request_sound(submessage);
    case wire::info_timestamp:
      return (submessage.flags & has_no_time) != 0 || size >= 8;
    case wire::info_destination:
      return size >= wire::prefix_size;
    case wire::info_source:
      if (size != 20) return false;
      source_ = submessage.body.last(wire::prefix_size);
      return true;
    default:
      return submessage.kind < wire::first_of_security || submessage.kind > wire::last_of_security;
  }
}

bool DdsGuard::is_data_sound(const Submessage& submessage) {
  Reader reader = submessage.read();
  reader.u16();
  if (reader.u16() != 16) return false;  // from there to the inline QoS
  reader.entity();
  const std::uint32_t writer = reader.entity();
  const std::uint64_t sequence = reader.sequence();
  if (reader.has_failed() || !is_plausible(writer, sequence) ||
      pieces_.has(source_gid(writer), sequence))
    return false;

  const std::uint8_t content = submessage.flags & (has_payload | has_key);
  if (content == (has_payload | has_key)) return false;
  if ((submessage.flags & has_inline_qos) != 0 && !is_inline_qos_sound(reader)) return false;
  if (content == 0) return (submessage.flags & has_inline_qos) != 0;
  if (is_announcer(writer)) return is_discovery_sound(reader);
  return reader.left() >= 4;
}

bool DdsGuard::are_fragments_sound(const Submessage& submessage) {
  Reader reader = submessage.read();
  reader.u16();
  if (reader.u16() != 28) return false;
  reader.entity();
  const std::uint32_t writer = reader.entity();
  const std::uint64_t sequence = reader.sequence();
  const std::uint64_t first = reader.u32();
  const std::uint64_t count = reader.u16();
  const std::uint32_t fragment_size = reader.u16();
  const std::uint32_t sample_size = reader.u32();
  if (reader.has_failed() || (submessage.flags & fragments_are_key) != 0) return false;
  if ((submessage.flags & has_inline_qos) != 0 && !is_inline_qos_sound(reader)) return false;

  if (fragment_size < least_fragment_bytes || sample_size < 4 || sample_size > most_sample_bytes)
    return false;
  const std::uint32_t all = wire::fragment_count(sample_size, fragment_size);
  if (all > most_fragments || first == 0 || count == 0 || first - 1 + count > all) return false;
  const std::uint64_t begin = (first - 1) * fragment_size;
  const std::uint64_t end = std::min<std::uint64_t>(begin + count * fragment_size, sample_size);
  return reader.left() >= end - begin && is_plausible(writer, sequence) &&
         pieces_.note_piece(source_gid(writer), sequence, sample_size, fragment_size);
}

bool DdsGuard::is_heartbeat_sound(const Submessage& submessage) {
  Reader reader = submessage.read();
  const std::uint32_t addressee = reader.entity();
  const std::uint32_t writer = reader.entity();
  const std::uint64_t first = reader.sequence();
  const std::uint64_t last = reader.sequence();
  reader.u32();
  // what is first may be one behind the last: then there is nothing
  const bool is_sound = !reader.has_failed() && first >= 1 && first - 1 <= last &&
                        is_plausible(writer, std::max(first, last));
  if (is_sound && addressee != wire::everybody)
    acquaintance_.note_greeting(addressee, source_gid(writer));
  return is_sound;
}

bool DdsGuard::is_gap_sound(const Submessage& submessage) {
  const auto gap = wire::read_gap(submessage);
  if (!gap || gap->base - gap->start > most_steps || !is_plausible(gap->writer, gap->base))
    return false;
  // When the writer has really given a sample in pieces up, its heartbeats say so too, and Fast DDS
  // drops the pieces then as it should.
  if (pieces_.has(source_gid(gap->writer), gap->start, gap->last))
    left_out_.push_back(submessage.place);
  return true;
}

bool DdsGuard::is_request_sound(const Submessage& submessage) {
  Reader reader = submessage.read();
  const std::uint32_t asking = reader.entity();
  const std::uint32_t writer = reader.entity();
  const std::uint64_t sequence = reader.sequence();
  if (submessage.kind == wire::acknack) {
    const bool is_sound = wire::read_bits(reader) && sequence <= last_sequence;
    reader.u32();
    if (!is_sound || reader.has_failed()) return false;
    acquaintance_.note(writer, source_gid(asking), (submessage.flags & is_final) != 0);
    return true;
  }
  const std::uint64_t base = reader.u32();
  const auto wanted = wire::read_bits(reader);
  reader.u32();
  return wanted && !reader.has_failed() && base >= 1 &&
         base + wanted->highest.value_or(0) <= sent_.fragments_of(writer, sequence);
}

Gid DdsGuard::source_gid(std::uint32_t entity) const {
  Gid gid;
  std::ranges::transform(source_, gid.begin(), std::to_integer<std::uint8_t>);
  for (std::size_t i = 0; i < 4; ++i)
    gid[12 + i] = static_cast<std::uint8_t>(entity >> (24 - 8 * i));
  return gid;
}

bool DdsGuard::is_plausible(std::uint32_t writer, std::uint64_t sequence) {
  if (sequence == 0 || sequence > last_sequence) return false;
  const Gid id = source_gid(writer);
  if (progress_.size() >= most_writers && !progress_.contains(id))
    progress_.erase(progress_.begin());

  Progress& progress = progress_[id];
  const bool is_near = sequence <= progress.highest || sequence - progress.highest <= most_steps;
  if (is_near) {
    // the writer is where it was: what it said in between was damaged
    progress.doubted = 0;
    progress.claims = 0;
    progress.highest = std::max(progress.highest, sequence);
    return true;
  }
  const std::uint64_t apart =
      sequence > progress.doubted ? sequence - progress.doubted : progress.doubted - sequence;
  progress.claims = apart <= most_steps ? progress.claims + 1 : 1;
  progress.doubted = sequence;
  if (progress.claims < enough_claims) return false;
  progress = {.highest = sequence};
  return true;
}

std::span<const std::byte> DdsGuard::translate(std::span<const std::byte> datagram) {
  translated_.clear();
  copied_ = 0;
  wire::Submessages submessages(datagram);
  while (const auto submessage = submessages.next()) {
    if (is_departure(*submessage)) translate_departure(*submessage, datagram);
    if (is_greeting(*submessage)) translate_greeting(*submessage, datagram);
    if (std::ranges::count(left_out_, submessage->place) > 0) {
      const std::byte* begin = datagram.data() + submessage->place;
      copy_until(begin, submessage->body.data() + submessage->body.size(), datagram);
    }
  }
  const std::byte* end = datagram.data() + datagram.size();
  copy_until(end, end, datagram);
  return translated_;
}

// A participant or an endpoint is gone: its GID alone takes the place of a list with the GID.
void DdsGuard::translate_departure(const Submessage& submessage,
                                   std::span<const std::byte> datagram) {
  const auto list = departure_list(submessage);
  Reader parameters(list.subspan(4), list[1] == std::byte{3});
  while (const auto parameter = next_parameter(parameters)) {
    const bool is_key = parameter->id == participant_guid || parameter->id == endpoint_guid;
    if (!is_key || parameter->value.size() != 16) continue;
    copy_until(list.data(), list.data() + ((list.size() + 3) & ~std::size_t{3}), datagram);
    translated_.insert(translated_.end(), parameter->value.begin(), parameter->value.end());
    if (!submessage.has_length) return;
    const std::size_t length = submessage.body.size() - list.size() + 16;
    const bool is_little_endian = submessage.flags & 1;
    const auto field = translated_.end() - static_cast<std::ptrdiff_t>(length) - 2;
    field[is_little_endian ? 0 : 1] = static_cast<std::byte>(length);
    field[is_little_endian ? 1 : 0] = static_cast<std::byte>(length >> 8);
    return;
  }
}

// A reader asks a writer to say what it has: Fast DDS answers at once if it asks from number 0 on,
// and when its next heartbeat is due if it asks from 1 on, as Cyclone does.
void DdsGuard::translate_greeting(const Submessage& submessage,
                                  std::span<const std::byte> datagram) {
  const std::byte* base = submessage.body.data() + 8;
  copy_until(base, base + 8, datagram);
  translated_.insert(translated_.end(), 8, std::byte{0});
}

void DdsGuard::copy_until(const std::byte* place, const std::byte* next,
                          std::span<const std::byte> datagram) {
  translated_.insert(translated_.end(), datagram.data() + copied_, place);
  copied_ = std::min(static_cast<std::size_t>(next - datagram.data()), datagram.size());
}

}  // namespace tandem
