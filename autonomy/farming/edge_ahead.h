// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <span>
#include <vector>

#include "autonomy/farming/floor_line.h"
#include "messages/tandem_msgs.h"

namespace tandem {

// The places of a sight's curve that are not farther away than that, in the frame of the robot.
std::vector<Vec2> curve_within(const tandem_msgs::msg::Sight& sight, double range_m);

// An edge that the robot would cross if it went straight on: where, as the line's point, and which
// way the edge leads there, with what the robot comes from on its left. In the frame of the robot.
std::optional<FloorLine> edge_ahead(std::span<const Vec2> curve_in_base);

}  // namespace tandem
