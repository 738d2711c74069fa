// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <utility>
#include <vector>

#include "base/findings.h"

namespace tandem {

// A robot program that runs beside a scenario. The world does not know it: who runs the scenario
// starts it.
struct ProgramConfig {
  std::string program;  // one of known_programs()
  std::string name;     // of its node
  std::string robot;
  std::vector<std::pair<std::string, std::string>> parameters;  // values as YAML writes them
  std::vector<std::pair<std::string, std::string>> remaps;      // from, to
  Place place{};
};

// What people call it: "navigator of emaros".
inline std::string process_name(const ProgramConfig& program) {
  return program.name + " of " + program.robot;
}

}  // namespace tandem
