// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>
#include <memory>
#include <string>

#include "middleware/node.h"

namespace tandem {

struct ProgramHelp {
  std::string name;  // of the binary
  std::string text;  // what it does, and what a person may write
};

// The main of a robot program: reads the command line, makes the program, waits for Ctrl-C and ends
// it, which stops its robot. What is wrong with the command line is a sentence and exit code 2.
int run_program(int argc, char** argv, const ProgramHelp& help,
                const std::function<std::shared_ptr<void>(const NodeOptions&)>& make);

}  // namespace tandem
