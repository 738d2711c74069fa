// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <string_view>

#include "calibration/camera_calibration.h"
#include "scenario/fields.h"
#include "scenario/load_context.h"

namespace tandem {

// The calibration in the file that a key names, in the YAML of ROS's camera calibration with what
// an overhead camera adds to it. Null without the key, or after an error was reported.
std::shared_ptr<const CameraCalibration> read_calibration(const Fields& fields,
                                                          std::string_view key,
                                                          LoadContext& context);

}  // namespace tandem
