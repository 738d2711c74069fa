// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#include "autonomy/pong/pong_player.h"
#include "run_program.h"

int main(int argc, char** argv) {
  return tandem::run_program(argc, argv,
                             {"pong_player",
                              R"(pong_player [--ros-args ...]

Plays pong: keeps the goal before which the robot stands with its paddle at its right side, driving
to and fro to where the ball comes. Sees the ball by its cameras and the ends of the goal by its lidar.
Needs the program perception twice in the same namespace, for the front camera and, under the name
perception_rear, for the rear one (docs/perception.md). Its mission is on the topic mission, and is
stopped, resumed and restarted by mission/control. Ctrl-C stops the robot first.

  pong_player --ros-args -r __ns:=/emaros -p use_sim_time:=true

Phases, skills and parameters are in docs/programs.md.)"},
                             [](const tandem::NodeOptions& options) {
                               return std::make_shared<tandem::PongPlayer>(options);
                             });
}
