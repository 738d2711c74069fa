// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <filesystem>
#include <string>
#include <vector>

namespace tandem {

// The mission files that a person means by files, folders, or names of missions that came with
// Tandem. Rejects what is none.
std::vector<std::filesystem::path> find_missions(const std::vector<std::string>& names);

// The missions in a folder; none where there is no folder.
std::vector<std::filesystem::path> missions_below(const std::filesystem::path& folder);

// The results of runs in files and folders.
std::vector<std::filesystem::path> find_results(const std::vector<std::string>& names);

}  // namespace tandem
