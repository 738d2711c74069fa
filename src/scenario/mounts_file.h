// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <vector>

#include "scenario/scenario.h"
#include "scenario/yaml_document.h"

namespace tandem {

// The key `mounts` of a robot: from names to places where it holds loads.
std::vector<MountPoint> read_mounts(const YamlNode& node, const Model& model, Findings& findings);

}  // namespace tandem
