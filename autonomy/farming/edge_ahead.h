// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <span>
#include <vector>

#include "autonomy/farming/floor_line.h"
#include "messages/tandem_msgs.h"

namespace tandem {

// Nearer than this a camera does not see the floor well.
inline constexpr double blind_m = 0.3;

// The places of a sight's curve that are not farther away than that, in the frame of the robot.
std::vector<Vec2> curve_within(const tandem_msgs::msg::Sight& sight, double range_m);

// An edge that the robot would cross if it went straight on: where, as the line's point, and which
// way the edge leads there, with what the robot comes from on its left. In the frame of the robot.
std::optional<FloorLine> edge_ahead(std::span<const Vec2> curve_in_base);

// Whether a robot that drives onto an edge by what it remembers of it sees another one behind:
// where the camera is blind for the one it shows the other, as that of hay on grass, which has the
// colors of land. Where the robot would cross both, in its frame.
bool is_behind_remembered(Vec2 seen_in_base, Vec2 remembered_in_base);

}  // namespace tandem
