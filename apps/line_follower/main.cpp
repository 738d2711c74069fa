// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#include "autonomy/line_following/line_follower.h"
#include "run_program.h"

int main(int argc, char** argv) {
  return tandem::run_program(argc, argv,
                             {"line_follower",
                              R"(line_follower [--ros-args ...]

Follows lines that people draw on the floor: finds one, steps onto it, follows it, and looks for the
next when it ends or is erased. Needs the programs perception and navigator in the same namespace.
Its mission is on the topic mission, and is stopped, resumed and restarted by mission/control.
Ctrl-C stops the robot first.

  line_follower --ros-args -r __ns:=/emaros -p use_sim_time:=true

Phases, skills and parameters are in docs/programs.md.)"},
                             [](const tandem::NodeOptions& options) {
                               return std::make_shared<tandem::LineFollower>(options);
                             });
}
