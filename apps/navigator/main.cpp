// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#include "autonomy/navigation/navigator_node.h"
#include "run_program.h"

int main(int argc, char** argv) {
  return tandem::run_program(argc, argv,
                             {"navigator",
                              R"(navigator [--ros-args ...]

Takes a robot where it is told to, with the actions of Nav2: navigate_to_pose, navigate_through_poses,
follow_waypoints, follow_path, compute_path_to_pose, compute_path_through_poses, spin, backup and wait,
and the topic goal_pose. It hears scan, range/*, odom, tf and the map and sends cmd_vel. Ctrl-C stops
the robot first.

  navigator --ros-args -r __ns:=/emaros -p use_sim_time:=true
  navigator --ros-args -r __ns:=/emaros -p parameter_set:=physical      on a real robot

Topics, actions and all parameters are in docs/navigation.md.)"},
                             [](const tandem::NodeOptions& options) {
                               return std::make_shared<tandem::NavigatorNode>(options);
                             });
}
