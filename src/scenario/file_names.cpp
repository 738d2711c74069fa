// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#include "scenario/file_names.h"

#include <algorithm>
#include <cstdlib>
#include <mutex>
#include <set>
#include <string_view>
#include <utility>

#include "scenario/file_detour.h"
#include "scenario/scenario.h"

namespace tandem {

namespace fs = std::filesystem;

namespace {

struct Lookup {
  std::vector<std::string_view> subfolders;
  std::vector<std::string_view> endings;
};

const Lookup& lookup(NamedFile kind) {
  static const Lookup scenario{{"", "missions"}, {".yaml", ".yml", ".sdf", ".world", ".urdf"}};
  static const Lookup world{{"worlds", ""}, {".sdf", ".world"}};
  static const Lookup robot{{"robots", "models", ""}, {".yaml", ".yml", ".urdf", ".sdf"}};
  switch (kind) {
    case NamedFile::scenario:
      return scenario;
    case NamedFile::world:
      return world;
    case NamedFile::robot:
      break;
  }
  return robot;
}

bool is_something_to_read(const fs::path& file) {
  std::error_code error;
  const fs::file_status status = fs::status(file, error);
  return fs::exists(status) && !fs::is_directory(status);
}

struct SearchPath {
  std::mutex mutex;
  std::optional<std::string> path;
};
SearchPath& search_path() {
  static SearchPath path;
  return path;
}

std::string current_search_path() {
  {
    const std::lock_guard lock(search_path().mutex);
    if (search_path().path) return *search_path().path;
  }
  const char* said = std::getenv("TANDEM_PATH");
  return said ? said : "";
}

// the naming folder first, each folder once
std::vector<fs::path> folders_from(const fs::path& naming_folder) {
  std::vector<fs::path> folders{naming_folder};
  for (const fs::path& folder : scenario_folders())
    if (std::find(folders.begin(), folders.end(), folder) == folders.end())
      folders.push_back(folder);
  return folders;
}

}  // namespace

void set_scenario_path(std::optional<std::string> path) {
  const std::lock_guard lock(search_path().mutex);
  search_path().path = std::move(path);
}

std::vector<fs::path> scenario_folders() {
  std::vector<fs::path> folders;
  const std::string path = current_search_path();
  for (std::string_view rest = path; !rest.empty();) {
    const std::size_t colon = std::min(rest.find(':'), rest.size());
    if (colon > 0) folders.emplace_back(rest.substr(0, colon));
    rest.remove_prefix(std::min(colon + 1, rest.size()));
  }

  // installed beside the program, else in the source tree it was built from
  std::error_code error;
  const fs::path program = fs::read_symlink("/proc/self/exe", error);
  const fs::path installed = program.parent_path().parent_path() / "share/tandem/scenarios";
  folders.push_back(fs::is_directory(installed, error) ? installed
                                                       : fs::path(TANDEM_SHIPPED_SCENARIOS));
  return folders;
}

std::optional<fs::path> find_named_file(NamedFile kind, const std::string& name,
                                        const fs::path& naming_folder) {
  if (name.empty() || name.find('\0') != std::string::npos) return std::nullopt;
  for (const fs::path& folder : folders_from(naming_folder)) {
    for (const std::string_view subfolder : lookup(kind).subfolders) {
      const fs::path said = folder / subfolder / name;  // an absolute name replaces the folder
      const fs::path path = detoured(said);
      if (is_something_to_read(path)) return path.lexically_normal();
      for (const std::string_view ending : lookup(kind).endings) {
        const fs::path with_ending = detoured(said.string() + std::string(ending));
        if (is_something_to_read(with_ending)) return with_ending.lexically_normal();
      }
      const fs::path inside = detoured(said / "model.sdf");
      if (kind == NamedFile::robot && is_something_to_read(inside))
        return inside.lexically_normal();
    }
  }
  return std::nullopt;
}

std::vector<std::string> known_names(NamedFile kind, const fs::path& naming_folder) {
  std::set<std::string> names;
  const Lookup& rules = lookup(kind);
  for (const fs::path& folder : folders_from(naming_folder)) {
    for (const std::string_view subfolder : rules.subfolders) {
      // the naming folder itself is full of scenarios, which are no worlds or robots
      if (subfolder.empty() && kind != NamedFile::scenario) continue;
      std::error_code error;
      for (const fs::directory_entry& entry : fs::directory_iterator(folder / subfolder, error)) {
        const std::string ending = entry.path().extension().string();
        if (std::find(rules.endings.begin(), rules.endings.end(), ending) != rules.endings.end())
          names.insert(entry.path().stem().string());
      }
    }
  }
  return {names.begin(), names.end()};
}

std::vector<std::string> known_models() {
  std::set<std::string> names;
  for (const fs::path& folder : scenario_folders()) {
    std::error_code error;
    for (const fs::directory_entry& entry : fs::directory_iterator(folder / "models", error))
      if (is_something_to_read(entry.path() / "model.config") ||
          is_something_to_read(entry.path() / "model.sdf"))
        names.insert(entry.path().filename().string());
  }
  return {names.begin(), names.end()};
}

}  // namespace tandem
