// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "scenario/file_names.h"

namespace tandem {

// A file that can be named, for people who choose.
struct ListedFile {
  std::string name;
  std::filesystem::path file;
  std::string description;  // as the file says; empty where it does not
};

// Everything of a kind in TANDEM_PATH, in what came with Tandem and in the folders given, in the
// order of their names.
std::vector<ListedFile> list_files(NamedFile kind,
                                   const std::vector<std::filesystem::path>& more_folders = {});

}  // namespace tandem
