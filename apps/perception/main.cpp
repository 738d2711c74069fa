// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>
#include <signal.h>

#include "autonomy/perception/perception_node.h"
#include "middleware/ros_arguments.h"

namespace {

constexpr const char* help =
    R"(perception: finds lines, boxes, zones, fields, edges and tools in a robot's pictures

  perception [--ros-args -r __ns:=/emaros -p use_sim_time:=true -p processor:=box ...]

Looks with one processor at a time, which missions select (service perception/select) or the
parameter 'processor' names: line, box, zone, field, edge, edge_adjustment, edge_following,
equipment. Publishes perception/sight and, while somebody looks, perception/debug_image.
Topics, parameters and how to tune colors: docs/perception.md
)";

}  // namespace

int main(int argc, char** argv) try {
  using namespace tandem;
  const CommandLine line = split_command_line({argv + 1, argv + argc});
  for (const std::string& argument : line.own) {
    const bool is_asked = argument == "-h" || argument == "--help";
    fmt::print(is_asked ? stdout : stderr, "{}", is_asked ? help : "");
    if (!is_asked) fmt::print(stderr, "perception: what is '{}'? See --help\n", argument);
    return is_asked ? 0 : 2;
  }
  // blocked before any thread begins, so that it is this one that hears of them
  sigset_t ends;
  sigemptyset(&ends);
  sigaddset(&ends, SIGINT);
  sigaddset(&ends, SIGTERM);
  pthread_sigmask(SIG_BLOCK, &ends, nullptr);
  const PerceptionNode perception({.arguments = line.ros});
  int which = 0;
  sigwait(&ends, &which);
} catch (const std::exception& error) {
  fmt::print(stderr, "perception: {}\n", error.what());
  return 1;
}
