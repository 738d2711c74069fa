// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0

// Compiled for machines with AVX2: runs only after a look at what this one has.
#include "render/ray_kernels.h"

#if defined(__AVX2__)
#define TANDEM_LANES 8
#define TANDEM_SIMD lanes8
#include "render/draw_kernels.h"

namespace tandem {

const RayKernels* kernels_of_eight() {
  using namespace lanes8;
  static constexpr RayKernels kernels{
      8,           "AVX2",        "avx2",         &intersect_prim,    &occlude_prim,
      &cast,       &find_blocked, &project_boxes, &project_triangles, &draw_tile,
      &finish_tile};
  return &kernels;
}

}  // namespace tandem
#else
namespace tandem {

const RayKernels* kernels_of_eight() { return nullptr; }

}  // namespace tandem
#endif
