// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#include "given_text.h"

#include <fmt/format.h>

#include <fstream>
#include <iostream>
#include <iterator>

namespace tandem {

void add_text_options(Command command, GivenText& text, const std::string& name,
                      const std::string& help) {
  Argument given = command.argument(name, text.on_command_line, help).optional();
  Argument file = command.text("--yaml-file", text.file, "The same from a file");
  Argument input =
      command.flag("--stdin", text.is_on_standard_input, "The same from standard input");
  file.excludes(given);
  input.excludes(given).excludes(file);
}

std::string read(const GivenText& text) {
  if (text.is_on_standard_input) return {std::istreambuf_iterator<char>(std::cin), {}};
  if (text.file.empty()) return text.on_command_line;
  std::ifstream file(text.file);
  std::string content{std::istreambuf_iterator<char>(file), {}};
  if (!file.is_open() || file.bad()) reject(fmt::format("cannot read {}", text.file));
  return content;
}

}  // namespace tandem
