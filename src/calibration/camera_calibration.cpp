// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#include "calibration/camera_calibration.h"

#include <fmt/format.h>

namespace tandem {

std::string why_another_size(const CameraCalibration& camera, int width_px, int height_px) {
  const bool is_known = camera.width_px > 0 && camera.height_px > 0;
  if (!is_known || (camera.width_px == width_px && camera.height_px == height_px)) return {};
  return fmt::format("it has {} x {} pixels, and the camera was calibrated with {} x {}", width_px,
                     height_px, camera.width_px, camera.height_px);
}

}  // namespace tandem
