// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#include "render/camera_view.h"

#include <fmt/format.h>

#include <cmath>

namespace tandem {

std::optional<std::string> mistake_in(const CameraView& view) {
  if (!view.rays) return "the camera has no lens: CameraView::rays is empty";
  if (!(view.near_m > 0) || !(view.far_m > view.near_m))
    return fmt::format("the camera sees from {} to {} m: expected 0 < near < far", view.near_m,
                       view.far_m);
  if (!std::isfinite(view.exposure) || view.exposure < 0)
    return fmt::format("the camera's exposure is {}: expected 0 or more", view.exposure);
  const Pose& pose = view.world_from_camera;
  const Quat& q = pose.rotation;
  if (!is_finite(pose.translation) || !std::isfinite(q.w + q.x + q.y + q.z))
    return "the camera's pose is not a number";
  return {};
}

void prepare(const CameraView& view, CameraImage& image) {
  image.width = view.rays->width();
  image.height = view.rays->height();
  const std::size_t pixels =
      static_cast<std::size_t>(image.width) * static_cast<std::size_t>(image.height);
  image.rgb.resize(view.has_color ? 3 * pixels : 0);
  image.depth_m.resize(view.has_depth ? pixels : 0);
  image.labels.resize(view.has_labels ? pixels : 0);
  image.instances.resize(view.has_instances ? pixels : 0);
}

}  // namespace tandem
