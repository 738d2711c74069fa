// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include "laboratory/lockstep_world.h"
#include "messages/tandem_msgs.h"
#include "middleware/node.h"

namespace tandem {

// Tells on standard error each state that the mission in a world comes to, when, where the robot is
// then and why: for who wants to know what became of a trial.
class MissionTeller {
 public:
  explicit MissionTeller(const LockstepWorld& world);

 private:
  void hear(const tandem_msgs::msg::Mission& mission);

  const LockstepWorld& world_;
  Node node_;
  std::string active_;
  std::uint8_t status_ = tandem_msgs::msg::Mission::STOPPED;
  Subscription missions_;
};

}  // namespace tandem
