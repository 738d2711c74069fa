// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <functional>
#include <optional>
#include <span>
#include <string>
#include <string_view>

#include "base/result.h"
#include "imaging/jpeg.h"
#include "ports/desk/network.h"
#include "ports/ros/camera_infos.h"

namespace tandem {

// What messages of a type are to look at: "nav_msgs/msg/Path" is a path. Nothing for all others.
std::optional<SightKind> sight_kind_of(std::string_view type_name);

// Where a frame is in the world at a time, or why that is not known.
using FindFrame = std::function<Result<Pose>(const std::string& frame, SimTime stamp)>;

// The camera that takes pictures, or why it is not known.
using FoundCamera = Result<ToldCamera>;

// Turns messages of the types that can be looked at into what is seen of them. Large ones are
// thinned out or refused, so that what comes out is never more than a page can take. Belongs to one
// thread.
class SightMaker {
 public:
  static constexpr std::size_t most_points = 100'000;
  static constexpr std::size_t most_cells = 16'777'216;
  static constexpr std::size_t most_path_points = 10'000;
  static constexpr std::size_t most_picture_bytes = 16 << 20;

  // All but `count`; what is wrong is in `problem`.
  TopicSight make(std::string_view type_name, std::span<const std::byte> message,
                  const FindFrame& world_from,
                  const FoundCamera& camera = Error{"nobody describes its camera"});

 private:
  JpegEncoder jpeg_;
};

}  // namespace tandem
