// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#include "scenario/load_context.h"

#include <fmt/format.h>

#include "scenario/overrides.h"
#include "scenario/scenario.h"
#include "scenario/suggest.h"
#include "scenario/utf8_text.h"

namespace tandem {

namespace fs = std::filesystem;

using Names = std::vector<std::string>;

LoadContext::LoadContext(fs::path scenario_file, Findings& findings, SensorCheck check_sensor)
    : scenario_file_(std::move(scenario_file)),
      findings_(findings),
      check_sensor_(std::move(check_sensor)) {}

void LoadContext::check(const SensorDescription& sensor) const {
  if (check_sensor_) check_sensor_(sensor, findings_);
}

std::optional<fs::path> LoadContext::find(NamedFile kind, const std::string& name,
                                          const Place& place) const {
  const fs::path naming_file = is_override(place) ? scenario_file_ : fs::path(place.file);
  std::optional<fs::path> file = find_named_file(kind, name, naming_file.parent_path());
  if (!file) {
    const std::string_view what = kind == NamedFile::world   ? "world"
                                  : kind == NamedFile::robot ? "robot or model"
                                                             : "scenario";
    findings_.error(place,
                    fmt::format("there is no {} '{}'{}", what, printable(name),
                                suggestion(name, known_names(kind, naming_file.parent_path()),
                                           kind == NamedFile::robot ? known_models() : Names{})));
  }
  return file;
}

std::shared_ptr<const Model> LoadContext::model(const fs::path& file) {
  const auto known = models_.find(file);
  if (known != models_.end()) return known->second;
  return models_[file] = load_model(file, search_path(file), findings_);
}

ModelSearchPath LoadContext::search_path(const fs::path& file) const {
  ModelSearchPath search;
  const auto add = [&](const fs::path& folder) {
    search.folders.push_back(folder);
    search.folders.push_back(folder / "models");
    search.folders.push_back(folder / "robots");
  };
  add(file.parent_path());
  if (scenario_file_.parent_path() != file.parent_path()) add(scenario_file_.parent_path());
  for (const fs::path& folder : scenario_folders()) add(folder);
  return search;
}

}  // namespace tandem
