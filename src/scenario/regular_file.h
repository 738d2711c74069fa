// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <filesystem>
#include <string>

#include "base/result.h"
#include "scenario/source_file.h"

namespace tandem {

// The content of a regular file of at most `limit` bytes. Pipes, devices and folders are refused
// before they are opened, since reading them may never end.
Result<std::string> read_regular_file(const std::filesystem::path& file, std::uintmax_t limit);

// The same of a file or of the text that was given in its place.
Result<std::string> read_source(const SourceFile& source, std::uintmax_t limit);

// Whether read_regular_file would start to read it, and why not; empty when it would.
std::string why_unreadable(const std::filesystem::path& file, std::uintmax_t limit);

constexpr std::uintmax_t xml_limit_bytes = 64u << 20;     // a 10,000 link model is 3 MiB
constexpr std::uintmax_t mesh_limit_bytes = 1u << 30;     // 10 million triangles as binary STL
constexpr std::uintmax_t image_limit_bytes = 256u << 20;  // 16-bit heights, 8192 by 8192

}  // namespace tandem
