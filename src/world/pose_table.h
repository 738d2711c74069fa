// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstddef>
#include <memory>
#include <vector>

#include "geometry/pose.h"

namespace tandem {

// The pose of every body, made to be copied once a step: copies share the parts that did not
// change. One thread writes; copies may be read by any.
class PoseTable {
 public:
  void set(std::size_t index, const Pose& pose);
  const Pose& operator[](std::size_t index) const {
    return (*chunks_[index / chunk_size].poses)[index % chunk_size];
  }
  std::size_t size() const { return size_; }

  // What a frame keeps. Parts written after this are no longer shared with the copy.
  PoseTable share();

 private:
  static constexpr std::size_t chunk_size = 128;
  using Poses = std::array<Pose, chunk_size>;
  struct Chunk {
    std::shared_ptr<Poses> poses;
    bool is_shared = false;
  };
  std::vector<Chunk> chunks_;
  std::size_t size_ = 0;
};

}  // namespace tandem
