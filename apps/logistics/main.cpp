// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#include "autonomy/logistics/logistics_node.h"
#include "run_program.h"

int main(int argc, char** argv) {
  return tandem::run_program(argc, argv,
                             {"logistics",
                              R"(logistics [--ros-args ...]

Finds boxes and brings each to the zone of its color, until no box is left. Needs a navigator, a
perception for the front camera and one for the rear camera, under the names perception_rear/*.
Its states are on the topic mission; mission/control stops, resumes and restarts it. Ctrl-C stops the
robot first.

  logistics --ros-args -r __ns:=/emaros -p use_sim_time:=true

States, skills and all parameters are in docs/programs.md.)"},
                             [](const tandem::NodeOptions& options) {
                               return std::make_shared<tandem::LogisticsNode>(options);
                             });
}
