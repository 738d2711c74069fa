// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <filesystem>
#include <optional>
#include <string>

#include "base/findings.h"
#include "base/result.h"
#include "calibration/projector_calibration.h"

namespace tandem {

// A projector's calibration as docs/projector.md describes it. Everything wrong goes to `findings`;
// nothing is returned only after an error was reported there.
std::optional<ProjectorCalibration> read_projector_file(const std::filesystem::path& file,
                                                        Findings& findings);

// The same as text, and in a file, which is replaced whole or not at all.
std::string projector_text(const ProjectorCalibration& calibration);
std::optional<Error> write_projector_file(const std::filesystem::path& file,
                                          const ProjectorCalibration& calibration);

}  // namespace tandem
