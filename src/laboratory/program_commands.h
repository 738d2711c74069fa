// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

#include "scenario/programs_file.h"
#include "scenario/scenario.h"

namespace tandem {

// What a person would type to start one program of a scenario.
struct ProgramCommand {
  std::string title;                   // "navigator of emaros"
  std::string program;                 // the name of its binary
  std::vector<std::string> arguments;  // from --ros-args on
};

// One for each program of the scenario, for a run that was given these ROS arguments itself: its
// remaps are theirs, and its namespace is around theirs. Twins get the settings for real robots.
std::vector<ProgramCommand> program_commands(const Scenario& scenario,
                                             const std::vector<ProgramConfig>& programs,
                                             const std::vector<std::string>& ros_arguments = {});

}  // namespace tandem
