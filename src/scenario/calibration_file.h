// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <filesystem>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "calibration/camera_calibration.h"
#include "scenario/fields.h"
#include "scenario/load_context.h"

namespace tandem {

// The file that a key names, looked for beside the naming file. Nothing without the key, or after
// an error was reported.
std::optional<std::filesystem::path> named_file(const Fields& fields, std::string_view key,
                                                LoadContext& context);

// The calibration in the file that a key names, in the YAML of ROS's camera calibration with what
// an overhead camera adds to it. Null without the key, or after an error was reported.
std::shared_ptr<const CameraCalibration> read_calibration(const Fields& fields,
                                                          std::string_view key,
                                                          LoadContext& context);

// The same of a file by its path. Nothing only after an error was reported.
std::optional<CameraCalibration> read_calibration_file(const std::filesystem::path& file,
                                                       Findings& findings);

// The text of such a file. Lines of `remarks` say how it was measured; a size of 0 is left out.
std::string calibration_text(const CameraCalibration& calibration,
                             const std::vector<std::string>& remarks = {});

}  // namespace tandem
