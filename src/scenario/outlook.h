// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <vector>

#include "base/findings.h"
#include "scenario/fields.h"
#include "scenario/scenario.h"
#include "scenario/yaml_document.h"

namespace tandem {

// Parts of a scenario that are checked and kept. What nothing acts upon yet is a warning.
GeodeticOrigin read_origin(const YamlNode& node, Findings& findings);
std::optional<ProjectionConfig> read_projection(const YamlNode& node, Findings& findings);
// `robots` are those that it may be shown at.
std::vector<ObserveConfig> read_observe(const YamlNode& node,
                                        const std::vector<RobotConfig>& robots, Findings& findings);

// An error at a value that ROS would not take for a name of topics or frames.
void check_topic(const Fields& fields, std::string_view key);

Area read_area(const YamlNode& node, Findings& findings);

}  // namespace tandem
