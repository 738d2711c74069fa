// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <gtest/gtest.h>
#include <unistd.h>

#include <filesystem>
#include <fstream>
#include <memory>
#include <string>

#include "simulation/load_scenario.h"

namespace tandem {

// Loads a scenario that must be fine; its errors fail the test.
inline std::shared_ptr<const Scenario> load_good(const std::string& name,
                                                 const ScenarioOptions& options = {}) {
  Findings findings;
  auto scenario = load_checked_scenario(name, options, findings);
  for (const Finding& finding : findings.all())
    if (finding.severity == Severity::error) ADD_FAILURE() << to_string(finding);
  return scenario;
}

// A scenario written down in the test that needs it.
inline std::shared_ptr<const Scenario> load_text(const std::string& yaml) {
  const auto file = std::filesystem::temp_directory_path() /
                    ("tandem-test-" + std::to_string(getpid()) + ".yaml");
  std::ofstream(file) << yaml;
  auto scenario = load_good(file.string());
  std::filesystem::remove(file);
  return scenario;
}

}  // namespace tandem
