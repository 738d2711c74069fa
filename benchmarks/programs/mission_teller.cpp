// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#include "benchmarks/programs/mission_teller.h"

#include <fmt/format.h>

namespace tandem {

using MissionMessage = tandem_msgs::msg::Mission;

MissionTeller::MissionTeller(const LockstepWorld& world)
    : world_(world),
      node_("teller", world.node_options()),
      missions_(node_.subscribe<MissionMessage>(
          "mission", qos::latched, [this](const MissionMessage& mission) { hear(mission); })) {
  node_.start();
}

void MissionTeller::hear(const MissionMessage& mission) {
  if (mission.active == active_ && mission.status == status_) return;
  active_ = mission.active;
  status_ = mission.status;
  const Pose2 at = world_.place();
  fmt::print(stderr, "{:8.2f} s at ({:.2f}, {:.2f}, {:4.0f} deg) {:<22} {}{}{}\n",
             seconds(world_.now()), at.translation.x, at.translation.y, at.yaw * 180 / M_PI,
             mission.active, mission.outcome, mission.message.empty() ? "" : ": ", mission.message);
}

}  // namespace tandem
