// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <vector>

#include "calibration/camera_calibration.h"
#include "geometry/pose.h"
#include "geometry/pose2.h"
#include "plane_tracking/plane_target.h"

namespace tandem {

// Finds a known plane anywhere in a picture, roughly, without knowing where it was: small places
// of it are recognised by what is lighter than what around them, from near and far and from the
// side. The picture should be upright, give or take 20 degrees.
class PlaneFinder {
 public:
  PlaneFinder(const PlaneTarget& target, const LensConfig& lens);

  // camera_from_plane; nothing where it is not seen.
  std::optional<Pose> find(const GreyImage& image) const;

  using Signature = std::array<std::uint64_t, 4>;
  struct Place {
    Vec2 on_plane_m;  // or in pixels, of a picture
    Signature signature{};
  };

 private:
  LensConfig lens_;
  std::vector<Place> places_;
  double same_place_m_ = 0;
};

}  // namespace tandem
