// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "base/findings.h"
#include "scenario/scenario.h"
#include "scenario/yaml_document.h"

namespace tandem {

// The key `guard` of a robot. What it does not say comes from the robot's drive and model.
GuardSettings read_guard(const YamlNode& node, const DriveConfig& drive, const Model& model,
                         Findings& findings);

}  // namespace tandem
