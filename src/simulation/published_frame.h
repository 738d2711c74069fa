// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <optional>
#include <utility>

#include "simulation/frame.h"

namespace tandem {

// A frame and the newest tracked pose that led to it. That may have come with a frame before it
// which nobody was shown.
struct PublishedFrame {
  PublishedFrame() = default;
  PublishedFrame(std::shared_ptr<const Frame> published,
                 std::optional<WallTime> earlier_pose = std::nullopt)
      : frame(std::move(published)),
        newest_pose(frame->journey.pose_received ? frame->journey.pose_received : earlier_pose) {}

  std::shared_ptr<const Frame> frame;
  std::optional<WallTime> newest_pose;
};

}  // namespace tandem
