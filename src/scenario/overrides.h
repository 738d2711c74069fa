// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <utility>
#include <vector>

#include "base/findings.h"
#include "scenario/yaml_document.h"

namespace tandem {

// Puts values into a scenario's tree by dotted path: {"spawn.boxes.count", "3000"}. Items of lists
// go by their name or index. The place of such a value is "--set <path>".
void apply_overrides(YamlNode& root,
                     const std::vector<std::pair<std::string, std::string>>& overrides,
                     Findings& findings);

// Whether a value came from an override and not from a file.
bool is_override(const Place& place);

// "drive: skid" is short for "drive: {type: skid}"; the long form can be merged and overridden.
void expand_drive(YamlNode& robot);

}  // namespace tandem
