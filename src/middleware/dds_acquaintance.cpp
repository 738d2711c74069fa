// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#include "middleware/dds_acquaintance.h"

namespace tandem {

namespace {

// The first acknowledgement may have been sent before the reader heard anything of the writer.
constexpr int enough_signs = 2;
constexpr std::size_t most_readers = 1000;

}  // namespace

void DdsAcquaintance::watch(std::uint32_t writer, std::function<void()> on_sign) {
  const std::lock_guard lock(mutex_);
  writers_[writer].on_sign = std::move(on_sign);
}

void DdsAcquaintance::forget(std::uint32_t writer) {
  const std::lock_guard lock(mutex_);
  writers_.erase(writer);
}

void DdsAcquaintance::note(std::uint32_t writer, const Gid& reader, bool is_answer) {
  const std::lock_guard lock(mutex_);
  const auto watched = writers_.find(writer);
  if (watched == writers_.end()) return;
  auto& signs = watched->second.signs;
  if (signs.size() >= most_readers && !signs.contains(reader)) signs.clear();
  int& count = signs[reader];
  if (count >= enough_signs) return;
  count += is_answer ? enough_signs : 1;
  if (count >= enough_signs && watched->second.on_sign) watched->second.on_sign();
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
