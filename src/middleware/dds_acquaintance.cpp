// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#include "middleware/dds_acquaintance.h"

namespace tandem {

namespace {

// The first acknowledgement may have been sent before the reader heard anything of the writer.
constexpr int enough_signs = 2;
constexpr std::size_t most_readers = 1000;
constexpr std::size_t most_early = 1000;

}  // namespace

void DdsAcquaintance::watch(std::uint32_t writer, std::function<void()> on_sign) {
  const std::lock_guard lock(mutex_);
  Watched& watched = writers_[writer];
  watched.on_sign = std::move(on_sign);
  // a writer is heard as soon as it is there, a moment before it can be watched
  for (const Sign& sign : early_)
    if (sign.writer == writer) count(watched, sign.reader, sign.is_answer);
}

void DdsAcquaintance::forget(std::uint32_t writer) {
  const std::lock_guard lock(mutex_);
  writers_.erase(writer);
}

void DdsAcquaintance::note(std::uint32_t writer, const Gid& reader, bool is_answer) {
  const std::lock_guard lock(mutex_);
  const auto watched = writers_.find(writer);
  if (watched != writers_.end()) return count(watched->second, reader, is_answer);
  if (early_.size() >= most_early) early_.pop_front();
  early_.push_back({writer, reader, is_answer});
}

void DdsAcquaintance::count(Watched& watched, const Gid& reader, bool is_answer) {
  auto& signs = watched.signs;
  if (signs.size() >= most_readers && !signs.contains(reader)) signs.clear();
  int& seen = signs[reader];
  if (seen >= enough_signs) return;
  seen += is_answer ? enough_signs : 1;
  if (seen >= enough_signs && watched.on_sign) watched.on_sign();
}

bool DdsAcquaintance::has_met(std::uint32_t writer, const Gid& reader) const {
  const std::lock_guard lock(mutex_);
  const auto watched = writers_.find(writer);
  if (watched == writers_.end()) return false;
  const auto sign = watched->second.signs.find(reader);
  return sign != watched->second.signs.end() && sign->second >= enough_signs;
}

std::uint32_t entity_of(const Gid& gid) {
  return std::uint32_t{gid[12]} << 24 | std::uint32_t{gid[13]} << 16 | std::uint32_t{gid[14]} << 8 |
         gid[15];
}

}  // namespace tandem
