// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "scenario/load_context.h"
#include "scenario/scenario.h"
#include "scenario/yaml_document.h"

namespace tandem {

// "tracking" of a scenario: what its twins have in common.
std::optional<TrackingConfig> read_tracking(const YamlNode& node, LoadContext& context);

// "twin" of a robot, or what it is without: of its drive, and of the scenario's tracking if any.
TwinConfig read_twin(const YamlNode* node, const DriveConfig& drive, const TrackingConfig* tracking,
                     LoadContext& context);

// Two twins of one topic would be in one place.
void check_twins_differ(const Scenario& scenario, Findings& findings);

}  // namespace tandem
