// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>

#include "simulation/frame.h"

namespace tandem {

// What a recording needs of a frame. It may wait for a slow disk, so it is without what sensors saw
// and without the painted floor, and has the bodies only where a digest of them is due.
struct KeptFrame {
  Frame frame;
  std::optional<std::uint64_t> paint_digest;
  bool has_digest = false;
  std::size_t bytes = 0;  // about, of memory
};

// Takes of each frame what has to be kept.
class FrameKeeper {
 public:
  KeptFrame keep(const Frame& frame);

 private:
  std::optional<SimTime> next_digest_;
};

}  // namespace tandem
