// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

#include "base/findings.h"
#include "sensors/mounting.h"

namespace tandem {

// Completes how a sensor is mixed with a real one. False after an error.
bool set_mix(const SensorOwner& owner, const SensorDescription& written, SensorInfo& info,
             Findings& findings);

// Where it publishes what is mixed; empty where nothing is.
std::vector<std::string> mixed_topics(const SensorInfo& sensor);

}  // namespace tandem
