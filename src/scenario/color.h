// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <string_view>

#include "base/findings.h"
#include "geometry/mesh.h"
#include "scenario/yaml_document.h"

namespace tandem {

// A name ("orange") or "#ff8800"; nothing when it is neither.
std::optional<Color> parse_color(std::string_view text);

// A name ("orange"), "#ff8800", or [r, g, b] or [r, g, b, a] from 0 to 1.
std::optional<Color> to_color(const YamlNode& node, std::string_view key, Findings& findings);

}  // namespace tandem
