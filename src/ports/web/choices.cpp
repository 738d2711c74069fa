// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#include "ports/web/choices.h"

#include <algorithm>

#include "scenario/catalog.h"
#include "scenario/scenario.h"

namespace tandem::web {

namespace {

namespace fs = std::filesystem;

// Files that have no other name are called by where they are in the folder of scenarios.
std::string shown_name(const CatalogEntry& entry) {
  if (entry.name != entry.file.string()) return entry.name;
  for (const fs::path& folder : scenario_folders()) {
    const fs::path inside = entry.file.lexically_relative(folder);
    if (!inside.empty() && *inside.begin() != "..") return inside.generic_string();
  }
  return entry.file.filename().string();
}

std::vector<Choice> choices_of(const std::vector<CatalogEntry>& entries) {
  std::vector<Choice> choices;
  for (const CatalogEntry& entry : entries)
    choices.push_back({shown_name(entry), entry.description, entry.name});
  return choices;
}

}  // namespace

std::vector<Choice> scenario_choices() { return choices_of(list_worlds()); }

std::vector<Choice> thing_choices() {
  std::vector<Choice> choices = choices_of(list_spawnables());
  // a floor over the floor is nothing that somebody places
  std::erase_if(choices, [](const Choice& choice) { return choice.name == "ground_plane"; });
  return choices;
}

std::optional<Choice> find_choice(const std::vector<Choice>& choices, const std::string& name) {
  const auto found = std::ranges::find(choices, name, &Choice::name);
  if (found == choices.end()) return std::nullopt;
  return *found;
}

}  // namespace tandem::web
