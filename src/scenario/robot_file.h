// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <vector>

#include "scenario/ground.h"
#include "scenario/load_context.h"
#include "scenario/scenario.h"
#include "scenario/yaml_document.h"

namespace tandem {

// The list under "robots", each completed from its robot file and put on the ground where its pose
// leaves the height open. What `tracking` says holds for twins that do not say otherwise.
std::vector<RobotConfig> read_robots(const YamlNode& node, const Ground& ground,
                                     LoadContext& context,
                                     const TrackingConfig* tracking = nullptr);

// The map under "sensors", laid over those that the model's file has.
std::vector<SensorDescription> read_sensors(const YamlNode& node, const Model& model,
                                            const LoadContext& context);

// Names become ROS names: letters, digits and underscores, a letter first.
bool is_plain_name(std::string_view name);

}  // namespace tandem
