// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#include "scenario/catalog.h"

#include <algorithm>
#include <map>

#include "scenario/resource.h"
#include "scenario/scenario.h"
#include "scenario/utf8_text.h"
#include "scenario/xml_file.h"
#include "scenario/yaml_document.h"

namespace tandem {

namespace fs = std::filesystem;

namespace {

bool has_ending(const fs::path& file, std::initializer_list<std::string_view> endings) {
  return std::ranges::find(endings, file.extension().string()) != endings.end();
}

// Sorted, so that a catalogue is the same whatever the file system does.
std::vector<fs::path> inside(const fs::path& folder) {
  std::vector<fs::path> paths;
  std::error_code ignored;
  for (const fs::directory_entry& entry : fs::directory_iterator(folder, ignored))
    paths.push_back(entry.path());
  std::ranges::sort(paths);
  return paths;
}

std::string description_in(const YamlNode& node) {
  const YamlNode* description = node.find("description");
  return description && description->is_text() ? printable(description->text) : "";
}

// The first of a name counts, as it does when it is loaded.
class Catalog {
 public:
  void add(CatalogEntry entry) {
    std::string name = entry.name;
    entries_.emplace(std::move(name), std::move(entry));
  }
  std::vector<CatalogEntry> take() {
    std::vector<CatalogEntry> entries;
    for (auto& [name, entry] : entries_) entries.push_back(std::move(entry));
    return entries;
  }

 private:
  std::map<std::string, CatalogEntry> entries_;
};

std::vector<fs::path> all_folders(const std::vector<fs::path>& more) {
  std::vector<fs::path> folders = scenario_folders();
  folders.insert(folders.end(), more.begin(), more.end());
  return folders;
}

// What is in a folder that somebody gave is not found by its name alone.
std::string name_of(const fs::path& file, bool is_found_by_name) {
  return is_found_by_name ? file.stem().string() : file.string();
}

bool is_spawnable_xml(const fs::path& file) {
  Findings ignored;
  const auto xml = XmlFile::open(file, ignored);
  return xml && (xml->root().name() == "robot" ||
                 (xml->root().name() == "sdf" && xml->root().child("model")));
}

void add_model_folder(const fs::path& folder, bool is_found_by_name, Catalog& catalog) {
  Findings ignored;
  const fs::path file = find_model_file(folder, {folder.string(), 0}, ignored);
  if (file.empty() || !is_spawnable_xml(file)) return;
  std::string description;
  if (const auto config = XmlFile::open(folder / "model.config", ignored))
    description = printable(config->root().value("description").text());
  catalog.add({is_found_by_name ? folder.filename().string() : folder.string(), file,
               std::move(description)});
}

}  // namespace

std::vector<CatalogEntry> list_worlds(const std::vector<fs::path>& more_folders) {
  Catalog catalog;
  const std::vector<fs::path> folders = all_folders(more_folders);
  for (std::size_t i = 0; i < folders.size(); ++i) {
    const bool is_found_by_name = i < folders.size() - more_folders.size();
    for (const char* subfolder : {"", "missions"})
      for (const fs::path& file : inside(folders[i] / subfolder)) {
        if (!has_ending(file, {".yaml", ".yml"})) continue;
        Findings ignored;
        const auto root = read_yaml(file, ignored);
        if (!root || !root->is_map() || (!root->find("world") && !root->find("robots"))) continue;
        catalog.add({name_of(file, is_found_by_name), file, description_in(*root)});
      }
    for (const char* subfolder : {"", "worlds"})
      for (const fs::path& file : inside(folders[i] / subfolder)) {
        if (!has_ending(file, {".sdf", ".world"})) continue;
        Findings ignored;
        const auto xml = XmlFile::open(file, ignored);
        if (!xml || xml->root().name() != "sdf" || !xml->root().child("world")) continue;
        catalog.add({file.string(), file, ""});
      }
  }
  return catalog.take();
}

std::vector<CatalogEntry> list_spawnables(const std::vector<fs::path>& more_folders) {
  Catalog catalog;
  const std::vector<fs::path> folders = all_folders(more_folders);
  for (std::size_t i = 0; i < folders.size(); ++i) {
    const bool is_found_by_name = i < folders.size() - more_folders.size();
    for (const char* subfolder : {"robots", "models"}) {
      const std::vector<fs::path> paths = inside(folders[i] / subfolder);
      // a robot file wins over the model of the same name that it is made of
      for (const fs::path& file : paths) {
        if (!has_ending(file, {".yaml", ".yml"})) continue;
        Findings ignored;
        const auto root = read_yaml(file, ignored);
        if (root && root->is_map() && root->find("model"))
          catalog.add({name_of(file, is_found_by_name), file, description_in(*root)});
      }
      std::error_code ignored;
      for (const fs::path& path : paths) {
        if (fs::is_directory(path, ignored))
          add_model_folder(path, is_found_by_name, catalog);
        else if (has_ending(path, {".urdf", ".sdf"}) && is_spawnable_xml(path))
          catalog.add({name_of(path, is_found_by_name), path, ""});
      }
    }
  }
  return catalog.take();
}

}  // namespace tandem
