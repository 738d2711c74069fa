// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <string_view>

namespace tandem {

// A text as a literal of Python, as YAML, and as one value of a line of CSV (in quotes only where
// they are needed).
std::string in_python_quotes(std::string_view text);
std::string in_yaml_quotes(std::string_view text);
std::string in_csv_quotes(std::string_view text);

}  // namespace tandem
