// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "scenario/fields.h"
#include "scenario/sensor_description.h"

namespace tandem {

// The keys `reality` and `mix` of a sensor.
void read_reality(const Fields& fields, SensorDescription& sensor);

}  // namespace tandem
