// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <map>
#include <memory>
#include <string>

#include "scenario/fault.h"
#include "sensors/picture.h"
#include "sensors/reading.h"

namespace tandem {

// What sensors repeat that are stuck, by their names.
using StuckReadings = std::map<std::string, std::shared_ptr<const Reading>>;

// What a fault of sensors makes of measurements of its robot. What is random in it depends on the
// seed and on which measurement of the sensor it is, not on who listens to others. Returns how many
// it changed.
std::uint64_t disturb(Readings& readings, const Fault& fault, std::uint64_t seed,
                      StuckReadings& stuck);

}  // namespace tandem
