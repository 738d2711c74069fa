// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <filesystem>
#include <optional>

#include "base/findings.h"
#include "base/result.h"
#include "mapping/occupancy_grid.h"

namespace tandem {

// Maps as Nav2's map server reads and writes them: a YAML file that names an image beside it, where
// white is free, black is occupied and grey is unknown.

// Writes NAME.yaml and NAME.pgm. Why it could not, as a sentence; nothing when it could.
std::optional<Error> write_map(const OccupancyGrid& grid, const std::filesystem::path& yaml_file);

// Images as PGM, in mode trinary. Nothing after an error was reported.
std::optional<OccupancyGrid> read_map(const std::filesystem::path& yaml_file, Findings& findings);

}  // namespace tandem
