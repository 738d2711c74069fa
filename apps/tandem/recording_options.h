// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <filesystem>
#include <string>

#include "ports/record/recorder.h"
#include "recording/compression.h"

namespace tandem {

// "zstd", "lz4" or "none"; rejects all else.
Compression parse_compression(const std::string& name);

// What every file of this program says about who wrote it.
McapTexts about_this_program();

// Tells how a recording went, and whether something is missing. Ends the command where it failed.
void report_on(const RecorderReport& report, const std::filesystem::path& file);

}  // namespace tandem
