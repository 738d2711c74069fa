// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "geometry/pose.h"
#include "geometry/vec3.h"
#include "render/render_scene.h"

namespace tandem {

// The box around what there is to see.
struct Extent {
  Vec3 low{-0.5, -0.5, -0.5}, high{0.5, 0.5, 0.5};

  Vec3 middle() const { return 0.5 * (low + high); }
};
Extent extent_of(const RenderScene& scene);

// The optical frame of a camera at `eye` that has `target` in the middle of its picture.
Pose looking_at(const Vec3& eye, const Vec3& target);

// From straight above, north up, and from the south-west above, so that all of it is in sight.
Pose view_from_top(const Extent& extent, double horizontal_fov, double aspect);
Pose view_from_orbit(const Extent& extent, double horizontal_fov, double aspect);

}  // namespace tandem
