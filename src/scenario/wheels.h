// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "base/findings.h"
#include "scenario/fields.h"
#include "scenario/scenario.h"

namespace tandem {

// The settings of a drive as written, completed from the robot's model: wheel joints that can be
// told from its axles, wheel radius and track from its geometry. With a model that has no links,
// because it could not be read, the settings are only checked.
DriveConfig read_drive(const YamlNode& node, const Model& model, Findings& findings);

// A drive for a model nobody wrote settings for; none when it has no clear pairs of wheels.
DriveConfig guess_drive(const Model& model);

}  // namespace tandem
