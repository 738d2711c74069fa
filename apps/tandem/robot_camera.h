// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "base/result.h"
#include "sensors/suite.h"

namespace tandem {

// A camera that a robot or a thing in the world carries.
struct RobotCamera {
  std::shared_ptr<const SensorInfo> sensor;
  bool is_right = false;  // the right one of a stereo pair
};

// By its name: "emaros/camera_front", or "camera_front" where only one is called so. A pair is its
// left camera, and "jackal/stereo/right" its right one. The error names those that there are, after
// those that belong to no robot.
Result<RobotCamera> find_camera(const SensorList& sensors, const std::string& name,
                                std::vector<std::string> free_cameras = {});

// What the camera saw in these readings; null when it did not look.
const CameraReading* reading_of(const RobotCamera& camera, const Readings& readings);

}  // namespace tandem
