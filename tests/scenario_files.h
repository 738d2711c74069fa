// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <gtest/gtest.h>
#include <unistd.h>

#include <filesystem>
#include <fstream>
#include <memory>
#include <string>

#include "simulation/test_scenarios.h"

namespace tandem {

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
