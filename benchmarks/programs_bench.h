// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "bench.h"

namespace tandem {

// Which trials of robot programs are run.
struct ProgramsChoice {
  std::uint64_t first_seed = 1, last_seed = 10;
  bool is_virtual = true, is_twin = true;  // which kinds of robots
  bool tells = false;                      // of each state of a mission
  std::vector<std::string> only;           // of program_names(); empty: all
};

// What bench_programs() runs; the command line says so before it does.
ProgramsChoice& programs_choice();

// What can be asked for: "navigator", "line", ...
std::vector<std::string> program_names();

// Do robot programs do what they are for, how surely, and at what cost? Tells of each trial on
// standard error.
std::vector<BenchRow> bench_programs();

}  // namespace tandem
