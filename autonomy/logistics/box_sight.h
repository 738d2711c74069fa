// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <vector>

#include "autonomy/logistics/logistics_config.h"
#include "autonomy/logistics/spatial_memory.h"
#include "geometry/pose2.h"
#include "messages/tandem_msgs.h"

namespace tandem {

// The boxes in a sight with their middles in the global frame: perception tells where the foot of
// each is nearest to the robot, and the middle is half a box behind that. Those that are cut by the
// border of the picture are left out, as a load before the camera is, and those that are too far
// away: a pixel there is metres of floor.
std::vector<Remembered> boxes_in(const tandem_msgs::msg::Sight& sight,
                                 const Pose2& global_from_base, const LogisticsConfig& config);

// The zones in a sight, with the middle of what is seen of them. Those that the border of the
// picture cuts are elsewhere than they seem to be, and only count for who knows where to expect
// them.
enum class CutZones { leave_out, take };
std::vector<Remembered> zones_in(const tandem_msgs::msg::Sight& sight,
                                 const Pose2& global_from_base, CutZones cut);

}  // namespace tandem
