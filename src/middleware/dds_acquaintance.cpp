// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#include "middleware/dds_acquaintance.h"

#include <algorithm>

namespace tandem {

namespace {

Gid gid_of(const GidPrefix& participant, std::uint32_t entity) {
  Gid gid;
  std::ranges::copy(participant, gid.begin());
  for (std::size_t i = 0; i < 4; ++i)
    gid[12 + i] = static_cast<std::uint8_t>(entity >> (24 - 8 * i));
  return gid;
}

// The first acknowledgement may have been sent before the reader heard anything of the writer.
constexpr int enough_signs = 2;
constexpr std::size_t most_peers = 1000;
constexpr std::size_t most_early = 1000;

}  // namespace

void DdsAcquaintance::watch(std::uint32_t endpoint, std::function<void()> on_sign) {
  const std::lock_guard lock(mutex_);
  Watched& watched = endpoints_[endpoint];
  watched.on_sign = std::move(on_sign);
  // it is known as soon as it is there, a moment before it can be watched
  for (const Sign& sign : early_)
    if (sign.endpoint == endpoint) count(watched, sign.peer, sign.is_answer);
  auto greeting = early_greetings_.lower_bound({endpoint, Gid{}});
  while (greeting != early_greetings_.end() && greeting->first == endpoint) {
    count(watched, greeting->second, true);
    greeting = early_greetings_.erase(greeting);
  }
}

void DdsAcquaintance::forget(std::uint32_t endpoint) {
  const std::lock_guard lock(mutex_);
  endpoints_.erase(endpoint);
}

void DdsAcquaintance::introduce(const GidPrefix& own) {
  const std::lock_guard lock(mutex_);
  own_ = own;
}

void DdsAcquaintance::note(std::uint32_t writer, const Gid& reader, bool is_answer) {
  const std::lock_guard lock(mutex_);
  note_sign({writer, reader, is_answer});
  if (prefix_of(reader) == own_) note_sign({entity_of(reader), gid_of(own_, writer), is_answer});
}

void DdsAcquaintance::note_sign(const Sign& sign) {
  const auto watched = endpoints_.find(sign.endpoint);
  if (watched != endpoints_.end()) return count(watched->second, sign.peer, sign.is_answer);
  if (early_.size() >= most_early) early_.pop_front();
  early_.push_back(sign);
}

void DdsAcquaintance::note_greeting(std::uint32_t reader, const Gid& writer) {
  const std::lock_guard lock(mutex_);
  if (prefix_of(writer) == own_) return;
  const auto watched = endpoints_.find(reader);
  if (watched != endpoints_.end()) return count(watched->second, writer, true);
  // DDS numbers our endpoints as they come: the lowest are those that nobody will watch any more
  if (early_greetings_.emplace(reader, writer).second && early_greetings_.size() > most_early)
    early_greetings_.erase(early_greetings_.begin());
}

void DdsAcquaintance::count(Watched& watched, const Gid& peer, bool is_enough) {
  auto& signs = watched.signs;
  if (signs.size() >= most_peers && !signs.contains(peer)) signs.clear();
  int& seen = signs[peer];
  if (seen >= enough_signs) return;
  seen += is_enough ? enough_signs : 1;
  if (seen >= enough_signs && watched.on_sign) watched.on_sign();
}

bool DdsAcquaintance::has_met(std::uint32_t endpoint, const Gid& peer) const {
  const std::lock_guard lock(mutex_);
  const auto watched = endpoints_.find(endpoint);
  if (watched == endpoints_.end()) return false;
  const auto sign = watched->second.signs.find(peer);
  return sign != watched->second.signs.end() && sign->second >= enough_signs;
}

std::uint32_t entity_of(const Gid& gid) {
  return std::uint32_t{gid[12]} << 24 | std::uint32_t{gid[13]} << 16 | std::uint32_t{gid[14]} << 8 |
         gid[15];
}

}  // namespace tandem
