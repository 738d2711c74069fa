// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <memory>
#include <vector>

#include "geometry/pose.h"

namespace tandem {

// A value for every body, made to be copied once a step: copies share the parts that did not
// change. One thread writes; copies may be read by any.
template <typename T>
class SharedTable {
 public:
  void set(std::size_t index, const T& value) {
    size_ = std::max(size_, index + 1);
    while (chunks_.size() * chunk_size < size_)
      chunks_.push_back({std::make_shared<Values>(), false});
    Chunk& chunk = chunks_[index / chunk_size];
    if (chunk.is_shared) chunk = {std::make_shared<Values>(*chunk.values), false};
    (*chunk.values)[index % chunk_size] = value;
  }

  const T& operator[](std::size_t index) const {
    return (*chunks_[index / chunk_size].values)[index % chunk_size];
  }
  std::size_t size() const { return size_; }

  // Calls `visit(index, value)` for what is not as it was in `before`, which came from share().
  // Parts that both share are passed over, so little costs little.
  template <typename Visit>
  void for_each_difference(const SharedTable& before, Visit&& visit) const {
    for (std::size_t chunk = 0; chunk < chunks_.size(); ++chunk) {
      const bool is_known = chunk < before.chunks_.size();
      if (is_known && chunks_[chunk].values == before.chunks_[chunk].values) continue;
      const std::size_t first = chunk * chunk_size, end = std::min(first + chunk_size, size_);
      for (std::size_t index = first; index < end; ++index) {
        const T& value = (*this)[index];
        if (index >= before.size_ || !(before[index] == value)) visit(index, value);
      }
    }
  }

  // What a frame keeps. Parts written after this are no longer shared with the copy.
  SharedTable share() {
    for (Chunk& chunk : chunks_) chunk.is_shared = true;
    return *this;
  }

 private:
  static constexpr std::size_t chunk_size = 128;
  using Values = std::array<T, chunk_size>;
  struct Chunk {
    std::shared_ptr<Values> values;
    bool is_shared = false;
  };
  std::vector<Chunk> chunks_;
  std::size_t size_ = 0;
};

using PoseTable = SharedTable<Pose>;
using TwistTable = SharedTable<Twist>;

}  // namespace tandem
