// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#include "autonomy/perception/perception_node.h"
#include "run_program.h"

int main(int argc, char** argv) {
  return tandem::run_program(argc, argv,
                             {"perception",
                              R"(perception [--ros-args ...]

Finds lines, boxes, zones, fields, edges, tools and balls in a robot's pictures. Looks with one processor at
a time, which missions select (service perception/select) or the parameter 'processor' names: line,
box, zone, field, edge, edge_adjustment, edge_following, equipment, ball. Publishes perception/sight and,
while somebody looks, perception/debug_image.

  perception --ros-args -r __ns:=/emaros -p use_sim_time:=true -p processor:=box

Topics, parameters and how to tune colors are in docs/perception.md.)"},
                             [](const tandem::NodeOptions& options) {
                               return std::make_shared<tandem::PerceptionNode>(options);
                             });
}
