// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <cstdint>
#include <limits>
#include <span>
#include <utility>
#include <vector>

#include "base/noise.h"
#include "geometry/pose.h"
#include "render/ray_world.h"
#include "sensors/sensor.h"

namespace tandem {

// Turns directions by a pose, a million at a time.
class Turned {
 public:
  explicit Turned(const Pose& world_from_sensor)
      : origin_(to_float(world_from_sensor.translation)),
        x_(to_float(world_from_sensor.rotation * Vec3{1, 0, 0})),
        y_(to_float(world_from_sensor.rotation * Vec3{0, 1, 0})),
        z_(to_float(world_from_sensor.rotation * Vec3{0, 0, 1})) {}

  Ray ray(const Vec3f& d, float max_m) const {
    return {origin_,
            {x_.x * d.x + y_.x * d.y + z_.x * d.z, x_.y * d.x + y_.y * d.y + z_.y * d.z,
             x_.z * d.x + y_.z * d.y + z_.z * d.z},
            0,
            max_m};
  }

 private:
  Vec3f origin_, x_, y_, z_;
};

// How strong an echo is, from 0 to 255: the share that the material sends back, less so the flatter
// the beam hits.
inline float intensity_of(const Ray& ray, const RayEnd& end) {
  const float facing = -(ray.direction.x * end.normal.x + ray.direction.y * end.normal.y +
                         ray.direction.z * end.normal.z);
  return 255 * end.reflectance * std::clamp(facing, 0.0f, 1.0f);
}

// Never sees what carries it.
inline void cast_beams(std::span<const Ray> rays, std::span<RayEnd> ends,
                       const Surroundings& surroundings) {
  surroundings.rays->cast(rays, ends,
                          {.ignored = surroundings.entity.id,
                           .leaves_out_real = surroundings.leaves_out_real,
                           .pool = surroundings.pool});
}

// Directions in a sensor's frame that all look from one point.
class BeamFan {
 public:
  explicit BeamFan(std::vector<Vec3f> directions) : directions_(std::move(directions)) {}

  // Casts all of them from where the sensor is now.
  void cast(const Surroundings& surroundings, double max_m) {
    const Turned world(surroundings.world_from_sensor);
    rays_.clear();
    for (const Vec3f& direction : directions_)
      rays_.push_back(world.ray(direction, static_cast<float>(max_m)));
    ends_.resize(rays_.size());
    cast_beams(rays_, ends_, surroundings);
  }
  // Of the last cast, by direction.
  const std::vector<Ray>& rays() const { return rays_; }
  const std::vector<RayEnd>& ends() const { return ends_; }

 private:
  std::vector<Vec3f> directions_;
  std::vector<Ray> rays_;  // kept for their memory
  std::vector<RayEnd> ends_;
};

// Nearest and farthest distance of a sensor that looks.
struct RangeLimits {
  double min_m = 0.1;
  double max_m = 10;
  double noise_m = 0;
};

// What is reported of a beam: REP-117 has infinities for nothing and for too near.
inline float range_of(const RayEnd& end, const RangeLimits& limits, const Noise::Samples& samples,
                      std::uint64_t sample) {
  constexpr float infinity = std::numeric_limits<float>::infinity();
  if (!end || end.distance_m > limits.max_m) return infinity;
  if (end.distance_m < limits.min_m) return -infinity;
  if (limits.noise_m == 0) return end.distance_m;
  const double noisy = end.distance_m + limits.noise_m * samples.normal(sample);
  return static_cast<float>(std::clamp(noisy, limits.min_m, limits.max_m));
}

}  // namespace tandem
