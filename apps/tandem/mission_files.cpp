// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#include "mission_files.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <optional>
#include <set>

#include "base/log.h"
#include "command.h"
#include "missions/mission_script.h"
#include "scenario/scenario.h"

namespace tandem {

namespace {

namespace fs = std::filesystem;

// All files below a folder that `is_meant`, in the order of their names.
template <class Meant>
std::vector<fs::path> files_below(const fs::path& folder, const Meant& is_meant) {
  std::set<fs::path> found;
  std::error_code error;
  for (fs::recursive_directory_iterator it(folder, error), end; !error && it != end;
       it.increment(error))
    if (it->is_regular_file(error) && is_meant(it->path())) found.insert(it->path());
  return {found.begin(), found.end()};
}

// What a name stands for: a path, a folder or file below a folder of scenarios, or a mission
// anywhere below its folder of missions.
std::optional<fs::path> find(const std::string& name) {
  std::error_code error;
  if (fs::exists(name, error)) return name;
  for (const fs::path& folder : scenario_folders()) {
    for (const std::string& file :
         {name, name + ".yaml", "missions/" + name, "missions/" + name + ".yaml"})
      if (fs::is_directory(folder / file, error) || is_mission_file(folder / file))
        return folder / file;
    const auto named = files_below(folder / "missions", [&](const fs::path& file) {
      return file.stem() == name && is_mission_file(file);
    });
    if (!named.empty()) return named.front();
  }
  return std::nullopt;
}

// All files that names stand for; of folders those that are meant, which may be none.
template <class Meant>
std::vector<fs::path> all_files(const std::vector<std::string>& names, const char* what,
                                const Meant& is_meant) {
  std::vector<fs::path> all;
  for (const std::string& name : names) {
    const auto path = find(name);
    std::error_code error;
    if (!path) reject(fmt::format("there is no file, folder or mission '{}'", name));
    if (!fs::is_directory(*path, error)) {
      all.push_back(*path);
      continue;
    }
    const auto below = files_below(*path, is_meant);
    all.insert(all.end(), below.begin(), below.end());
  }
  if (all.empty()) reject(fmt::format("there is no {} in '{}'", what, fmt::join(names, "', '")));
  return all;
}

}  // namespace

std::vector<fs::path> find_missions(const std::vector<std::string>& names) {
  const auto is_meant = [](const fs::path& file) {
    if (is_mission_file(file)) return true;
    // a key that is written wrong makes no mission of a file, and nobody would miss it
    if (file.extension() == ".yaml" || file.extension() == ".yml")
      log(LogLevel::warning,
          fmt::format("left out, as there is no 'mission' in it: {}", file.string()));
    return false;
  };
  std::vector<fs::path> all = all_files(names, "mission", is_meant);
  // a folder and a file in it name the same mission
  std::set<fs::path> known;
  std::erase_if(all, [&](const fs::path& file) {
    std::error_code error;
    return !known.insert(fs::weakly_canonical(file, error)).second;
  });
  return all;
}

std::vector<fs::path> missions_below(const fs::path& folder) {
  return files_below(folder, is_mission_file);
}

std::vector<fs::path> find_results(const std::vector<std::string>& names) {
  return all_files(names, "result",
                   [](const fs::path& file) { return file.extension() == ".json"; });
}

}  // namespace tandem
