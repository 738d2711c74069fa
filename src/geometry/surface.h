// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

namespace tandem {

// How a body feels to others. Of two that touch, the smaller friction and the larger restitution
// count: a caster slides on any floor, a ball bounces on any floor.
struct Surface {
  double friction = 0.8;
  double restitution = 0;
  double rolling_friction = 0;   // m; what brings a ball to rest
  double spinning_friction = 0;  // m
};

}  // namespace tandem
