// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0

// Compiled for machines with AVX-512: runs only after a look at what this one has.
#include "render/ray_kernels.h"

#if defined(__AVX512F__)
#define TANDEM_LANES 16
#define TANDEM_SIMD lanes16
#include "render/draw_kernels.h"

namespace tandem {

const RayKernels* kernels_of_sixteen() {
  using namespace lanes16;
  static constexpr RayKernels kernels{
      16,          "AVX-512",     "avx512",       &intersect_prim,    &occlude_prim,
      &cast,       &find_blocked, &project_boxes, &project_triangles, &draw_tile,
      &finish_tile};
  return &kernels;
}

}  // namespace tandem
#else
namespace tandem {

const RayKernels* kernels_of_sixteen() { return nullptr; }

}  // namespace tandem
#endif
