// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <string_view>

#include "base/findings.h"
#include "scenario/source_file.h"

namespace tandem {

// The whole of a text file that a person wrote. Folders, pipes, giants and what is not UTF-8 text
// are refused with an error.
std::optional<std::string> read_text_file(const SourceFile& source, Findings& findings);

// Free of control characters and broken UTF-8; lines and tabs are fine.
bool is_printable(std::string_view text);

// The same text on one line, with control characters and broken UTF-8 shown as '?', safe for a
// terminal.
std::string printable(std::string_view text);

}  // namespace tandem
