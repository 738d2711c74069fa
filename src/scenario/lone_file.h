// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <filesystem>
#include <optional>

#include "base/findings.h"
#include "scenario/scenario.h"
#include "scenario/source_file.h"

namespace tandem {

// Whether a file is a world or model, which is a scenario too, and no scenario file. By its ending,
// else by its content.
bool is_lone_file(const SourceFile& file);

// A world as it is, or a model on a floor. A robot with clear wheels gets a drive.
std::optional<Scenario> read_lone_file(const SourceFile& file, Findings& findings);

}  // namespace tandem
