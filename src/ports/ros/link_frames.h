// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

#include "base/time.h"
#include "messages/geometry_msgs.h"
#include "robots/drive.h"
#include "scenario/model.h"

namespace tandem {

// The frames of a robot's links, each seen from the link that carries it. What a fixed joint holds
// is said once; what moves follows the joint states.
class LinkFrames {
 public:
  // `prefix` goes before each link's name.
  LinkFrames(const Model& model, const std::string& prefix);

  std::vector<geometry_msgs::msg::TransformStamped> fixed(SimTime time) const;
  void append_moving(const JointStates& joints, SimTime time,
                     std::vector<geometry_msgs::msg::TransformStamped>& transforms) const;

 private:
  struct FixedFrame {
    std::string parent, child;
    Pose parent_from_child;
  };
  struct MovingFrame {
    std::string parent, child;
    std::string joint;
    ModelJointType type{};
    Vec3 axis;
    Pose parent_from_joint;
    Pose joint_from_child;  // with the joint at zero
  };

  std::vector<FixedFrame> fixed_;
  std::vector<MovingFrame> moving_;
};

}  // namespace tandem
