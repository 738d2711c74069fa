// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstdint>
#include <memory>
#include <vector>

#include "base/thread_pool.h"
#include "render/draw_job.h"
#include "render/ray_world_parts.h"

namespace tandem {

// What can come between a light that is infinitely far away and each thing that never moves: for
// most parts of an open ground nothing, for others the few crowns of a tree. Worked out once for a
// world, so that its shadows need no search.
class SunShadows {
 public:
  // Made for the still triangles and primitives of a level.
  SunShadows(const Level& still, const float* direction, ThreadPool* pool);

  SunView view() const;

 private:
  std::vector<std::uint32_t> list_of_receiver_;
  std::vector<std::uint32_t> starts_;  // of each list, and one after the last
  std::vector<std::uint32_t> items_;
  std::vector<SunBounds> bounds_;
  std::array<float, 3> x_{}, y_{};
};

// The shadows of all lights of a scene that have such lists, made when they are first needed.
class SunTables {
 public:
  // Adds them to what is drawn; the scene has its rays and lights already.
  void add_to(DrawScene& scene, const RayWorld::Parts& parts, ThreadPool* pool);

 private:
  void make(const DrawScene& scene, const RayWorld::Parts& parts, ThreadPool* pool);

  std::shared_ptr<const Level> still_;  // they are of
  std::vector<SunShadows> shadows_;
  std::vector<SunView> views_;  // by light; empty when no light has lists
  std::vector<std::int32_t> receiver_of_instance_;
};

}  // namespace tandem
