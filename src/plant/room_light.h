// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "base/result.h"
#include "geometry/area.h"
#include "scenario/overhead_config.h"

namespace tandem {

// How much of its light a laboratory's floor sends back: speckled concrete in slabs, with a taped
// border around the area that is tracked.
double floor_albedo(const Area& area, Vec2 at, std::uint64_t seed);

// How bright the lamps are at a time after the start, while the shutter is open.
double lamp_level(const OverheadConfig& config, Duration time);

// The light of the 256 levels of a picture, of white.
const std::array<float, 256>& light_of_levels();

// What a projector shows on the floor, and where its light falls on what stands above it.
class Projector {
 public:
  // An error where its picture cannot be read.
  static Result<Projector> make(const ProjectedLight& light, const Area& room, std::uint64_t seed);

  double brightness() const { return light_.brightness; }
  // Shows another picture from now on: by rows from the north, 255 is white, on the eye's scale.
  void show(int width, int height, std::span<const std::uint8_t> picture);
  // The share of a place from the picture's left to its right and from its top to its bottom, both
  // below 1; nothing outside of it.
  std::optional<Vec2> share_at(Vec2 on_floor) const;
  // From 0 to 1 at a place of the floor, spots and halos apart.
  double picture(Vec2 on_floor) const;
  // Spots that wander, and rings around robots; to be added to the picture.
  struct Spot {
    Vec2 at;
    double radius_m = 0;  // of its outer edge
    double hole_m = 0;    // of the inner one of a ring
  };
  std::vector<Spot> spots(Duration time) const;
  std::optional<Spot> halo(Vec2 robot, double radius_m) const;
  static double shine(const Spot& spot, Vec2 on_floor);

  // Where the light that meets a place above the floor would have met the floor.
  Vec2 on_floor(Vec2 at, double height_m) const {
    return eye_on_floor_ + eye_height_m_ / (eye_height_m_ - height_m) * (at - eye_on_floor_);
  }
  // Where the light of a place of the floor passes a height.
  Vec2 above_floor(Vec2 on_floor, double height_m) const {
    return on_floor + height_m / eye_height_m_ * (eye_on_floor_ - on_floor);
  }

 private:
  ProjectedLight light_;
  Area area_;   // of the picture
  Vec2 along_;  // its x
  Area room_;
  Vec2 eye_on_floor_;  // below the projector
  double eye_height_m_ = 1;
  std::uint64_t seed_ = 0;
  int width_ = 0;
  int height_ = 0;
  std::vector<float> brightness_;  // by rows from the north
};

}  // namespace tandem
