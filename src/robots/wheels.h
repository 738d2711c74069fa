// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <string>

#include "scenario/model.h"

namespace tandem {

// The place of a joint among model.joints. The scenario was checked, so it is there.
std::size_t joint_index(const Model& model, const std::string& name);

// What a wheel's joint can give; exporters write 0 where nobody said.
double max_torque(const Joint& joint);  // N m; infinity without a limit
double max_speed(const Joint& joint);   // rad/s

// 1 where a positive turn rolls the robot along its x axis, -1 where it rolls it back.
double rolling_direction(const Joint& joint);

}  // namespace tandem
