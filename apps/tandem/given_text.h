// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include "command.h"

namespace tandem {

// A message in YAML or JSON, as a person gives it: on the command line, or too long for that.
struct GivenText {
  std::string on_command_line;
  std::string file;
  bool is_on_standard_input = false;
};

// `name` and `help` are those of the argument on the command line.
void add_text_options(Command command, GivenText& text, const std::string& name,
                      const std::string& help);

// Rejects what cannot be read.
std::string read(const GivenText& text);

}  // namespace tandem
