// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#include "world/pose_table.h"

#include <algorithm>

namespace tandem {

void PoseTable::set(std::size_t index, const Pose& pose) {
  size_ = std::max(size_, index + 1);
  while (chunks_.size() * chunk_size < size_) chunks_.push_back({std::make_shared<Poses>(), false});
  Chunk& chunk = chunks_[index / chunk_size];
  if (chunk.is_shared) chunk = {std::make_shared<Poses>(*chunk.poses), false};
  (*chunk.poses)[index % chunk_size] = pose;
}

PoseTable PoseTable::share() {
  for (Chunk& chunk : chunks_) chunk.is_shared = true;
  return *this;
}

}  // namespace tandem
