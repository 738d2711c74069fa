// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0

// For every machine.
#define TANDEM_LANES 4
#define TANDEM_SIMD lanes4
#include "render/draw_kernels.h"

namespace tandem {

const RayKernels* kernels_of_four() {
  using namespace lanes4;
  static constexpr RayKernels kernels{
      4,           "SSE2",        "sse2",         &intersect_prim,    &occlude_prim,
      &cast,       &find_blocked, &project_boxes, &project_triangles, &draw_tile,
      &finish_tile};
  return &kernels;
}

}  // namespace tandem
