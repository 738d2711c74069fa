// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>

#include "render/draw_job.h"
#include "render/ray.h"
#include "render/ray_parts.h"

namespace tandem {

// The part of ray casting that exists once per instruction set.
struct RayKernels {
  int width;
  const char* instructions;
  const char* embree_isa;  // what Embree may use beside it

  RTCIntersectFunctionN intersect_prim;
  RTCOccludedFunctionN occlude_prim;
  void (*cast)(const RayScenes& scenes, std::uint32_t mask, std::uint32_t ignored_entity,
               bool ignores_still, const Ray* rays, RayEnd* hits, std::size_t count);
  void (*find_blocked)(const RayScenes& scenes, std::uint32_t mask, std::uint32_t ignored_entity,
                       bool ignores_still, const Ray* rays, std::uint8_t* blocked,
                       std::size_t count);
  // In which pixels boxes and triangles from `begin` to `end` can be seen; both are multiples of
  // the width, or the end of the list.
  void (*project_boxes)(const DrawView& view, const BoxView& boxes, int begin, int end,
                        PixelRect* rects);
  void (*project_triangles)(const DrawView& view, const TriangleView& triangles, int begin, int end,
                            PixelRect* rects);
  // Pictures are made in two rounds: a look at the middle of every pixel, and when that is done for
  // the whole picture, a closer one at edges.
  void (*draw_tile)(const DrawScene& scene, const DrawView& view, const DrawTarget& target,
                    const Tile& tile);
  void (*finish_tile)(const DrawScene& scene, const DrawView& view, const DrawTarget& target,
                      const Tile& tile, bool is_antialiased);
};

// Null where the compiler's target has no such instructions.
const RayKernels* kernels_of_four();
const RayKernels* kernels_of_eight();
const RayKernels* kernels_of_sixteen();

// Lets rays pass the parts of a still entity that is to be ignored.
void pass_ignored(const RTCFilterFunctionNArguments* args);

}  // namespace tandem
