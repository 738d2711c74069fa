// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#include "robots/drive.h"

#include "base/copied.h"
#include "robots/differential_drive.h"
#include "robots/skid_drive.h"

namespace tandem {

std::unique_ptr<Drive> make_drive(const DriveConfig& config, const Entity& entity) {
  switch (config.type) {
    case DriveType::none:
      return nullptr;
    case DriveType::differential:
      return std::make_unique<Copyable<Drive, DifferentialDrive>>(config, entity);
    case DriveType::skid:
      return std::make_unique<Copyable<Drive, SkidDrive>>(config, entity);
  }
  return nullptr;
}

WheelPlacement wheel_placement(const DriveConfig& config) {
  WheelPlacement wheels{.joints = config.left_joints,
                        .are_welded = config.type == DriveType::differential};
  wheels.joints.insert(wheels.joints.end(), config.right_joints.begin(), config.right_joints.end());
  return wheels;
}

}  // namespace tandem
