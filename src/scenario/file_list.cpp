// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#include "scenario/file_list.h"

#include <map>

#include "scenario/yaml_document.h"

namespace tandem {

namespace fs = std::filesystem;

namespace {

std::string description_of(const fs::path& file) {
  if (file.extension() != ".yaml" && file.extension() != ".yml") return "";
  Findings ignored;
  const std::optional<YamlNode> document = read_yaml(file, ignored);
  const YamlNode* description = document ? document->find("description") : nullptr;
  return description && description->is_text() ? description->text : "";
}

}  // namespace

std::vector<ListedFile> list_files(NamedFile kind, const std::vector<fs::path>& more_folders) {
  std::vector<fs::path> folders = more_folders;
  folders.emplace_back();
  std::map<std::string, fs::path> found;
  for (const fs::path& folder : folders)
    for (const std::string& name : known_names(kind, folder))
      if (const auto file = find_named_file(kind, name, folder)) found.emplace(name, *file);

  std::vector<ListedFile> files;
  for (const auto& [name, file] : found) files.push_back({name, file, description_of(file)});
  return files;
}

}  // namespace tandem
