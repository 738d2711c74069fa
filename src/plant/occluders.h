// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "geometry/pose2.h"
#include "geometry/vec3.h"
#include "scenario/overhead_config.h"

namespace tandem {

// Something level between the floor and the camera, made of sausages.
struct Occluder {
  struct Part {
    Vec2 from, to;  // in the room
    double radius_m = 0;
    double albedo = 0;
  };
  double height_m = 0;
  std::vector<Part> parts;  // the later ones are above the others
};

// What is in the way at a time after the start. `marker` is that of the robot it is about, `eye`
// the camera, between which it is.
Occluder occluder_at(const Occlusion& occlusion, double heading, Duration time, const Vec3& marker,
                     const Vec3& eye);

struct DueOcclusion {
  Occlusion occlusion;
  std::size_t robot = 0;
  double heading = 0;  // where it comes from
};
// Those that are under way; the same ones whenever they are asked for.
std::vector<DueOcclusion> due_occlusions(const OverheadConfig& config,
                                         const std::vector<std::string>& robots, std::uint64_t seed,
                                         Duration time);

}  // namespace tandem
