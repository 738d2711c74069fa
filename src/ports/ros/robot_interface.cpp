// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#include "ports/ros/robot_interface.h"

namespace tandem {

RobotInterface robot_interface(const RobotConfig& robot, const Scenario&) {
  RobotInterface made;
  made.ns = "/" + robot.name;
  made.frame_prefix = robot.name + "/";
  made.frames.odom = made.frame_prefix + "odom";
  made.frames.base = made.frame_prefix + robot.model->links.front().name;
  made.model = robot.model;
  return made;
}

}  // namespace tandem
