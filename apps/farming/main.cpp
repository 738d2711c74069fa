// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#include "autonomy/farming/farming_node.h"
#include "run_program.h"

int main(int argc, char** argv) {
  return tandem::run_program(argc, argv,
                             {"farming",
                              R"(farming [--ros-args ...]

Maps a field by following its edge, then works it with plow, seeder and harvester, each taken from
its rack and brought back. Needs the programs perception and navigator beside it. Ctrl-C stops the
robot first.

  farming --ros-args -r __ns:=/emaros -p use_sim_time:=true

What it does, its parameters and how it fails: docs/programs.md. The topic mission tells how it is
doing, the service mission/control stops, resumes and restarts it.)"},
                             [](const tandem::NodeOptions& options) {
                               return std::make_shared<tandem::FarmingNode>(options);
                             });
}
