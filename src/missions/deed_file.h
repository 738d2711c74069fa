// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>

#include "missions/mission_script.h"

namespace tandem {

// One entry of a mission's events; nothing after an error was reported.
std::optional<EventPlan> read_event(const YamlNode& node, Findings& findings);

// A map from settings to values, as --set takes them.
ScenarioOverrides read_settings(const YamlNode& node, Findings& findings);

}  // namespace tandem
