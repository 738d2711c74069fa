// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <filesystem>
#include <string>
#include <vector>

namespace tandem {

// What there is to load, for people and programs that choose.
struct CatalogEntry {
  std::string name;  // as load_scenario or read_newcomer take it
  std::filesystem::path file;
  std::string description;  // may be empty
};

// Scenarios by name and SDF worlds by path, in scenario_folders() and in the folders given. Files
// that are none of these are left out.
std::vector<CatalogEntry> list_worlds(const std::vector<std::filesystem::path>& more_folders = {});

// Robots and models that can join a world, by name.
std::vector<CatalogEntry> list_spawnables(
    const std::vector<std::filesystem::path>& more_folders = {});

}  // namespace tandem
