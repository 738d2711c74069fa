// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#include "run_program.h"

#include <fmt/format.h>

#include <csignal>
#include <exception>
#include <vector>

#include "middleware/ros_arguments.h"

namespace tandem {

namespace {

constexpr const char* ros_help = R"(
ROS 2 arguments (after --ros-args):
  -r __ns:=/emaros            the robot's namespace
  -r scan:=laser              another name for a topic
  -p use_sim_time:=true       follow /clock, beside a simulation
  -p NAME:=VALUE              a parameter
  --params-file FILE          parameters from a file
  --log-level debug
)";

}  // namespace

int run_program(int argc, char** argv, const ProgramHelp& help,
                const std::function<std::shared_ptr<void>(const NodeOptions&)>& make) try {
  const CommandLine line = split_command_line({argv + 1, argv + argc});
  for (const std::string& word : line.own) {
    if (word == "-h" || word == "--help") {
      fmt::print("{}\n{}", help.text, ros_help);
      return 0;
    }
    fmt::print(stderr, "{0}: '{1}' is no argument of this program; see {0} --help\n", help.name,
               word);
    return 2;
  }

  // before any thread is made, so that none of them is interrupted
  sigset_t signals;
  sigemptyset(&signals);
  for (const int signal : {SIGINT, SIGTERM, SIGHUP}) sigaddset(&signals, signal);
  pthread_sigmask(SIG_BLOCK, &signals, nullptr);

  const std::shared_ptr<void> program = make({.arguments = line.ros, .starts_at_once = false});
  int signal = 0;
  sigwait(&signals, &signal);
  return 0;
} catch (const std::exception& error) {
  fmt::print(stderr, "{}: {}\n", help.name, error.what());
  return 2;
}

}  // namespace tandem
