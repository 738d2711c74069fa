// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <filesystem>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <string>

#include "base/findings.h"
#include "scenario/file_names.h"
#include "scenario/model.h"
#include "scenario/model_files.h"

namespace tandem {

using SensorCheck = std::function<void(const SensorDescription&, Findings&)>;

// What the readers of one scenario share: where to look for files, and the models read so far, so
// that a hundred robots of one kind have one model.
class LoadContext {
 public:
  LoadContext(std::filesystem::path scenario_file, Findings& findings,
              SensorCheck check_sensor = {});

  Findings& findings() const { return findings_; }
  const std::filesystem::path& scenario_file() const { return scenario_file_; }

  // The file a name stands for; an error at its place when there is none.
  std::optional<std::filesystem::path> find(NamedFile kind, const std::string& name,
                                            const Place& place) const;

  // Null after an error was reported.
  std::shared_ptr<const Model> model(const std::filesystem::path& file);
  // What the module that simulates sensors finds wrong with one.
  void check(const SensorDescription& sensor) const;
  ModelSearchPath search_path(const std::filesystem::path& file) const;

 private:
  std::filesystem::path scenario_file_;
  Findings& findings_;
  SensorCheck check_sensor_;
  std::map<std::filesystem::path, std::shared_ptr<const Model>> models_;
};

}  // namespace tandem
