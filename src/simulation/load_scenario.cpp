// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#include "simulation/load_scenario.h"

#include "sensors/mounting.h"

namespace tandem {

std::shared_ptr<const Scenario> load_checked_scenario(const std::string& name_or_file,
                                                      ScenarioOptions options, Findings& findings) {
  options.checks = sensor_checks();
  return load_scenario(name_or_file, options, findings);
}

std::shared_ptr<const Scenario> load_checked_scenario_text(const std::string& text,
                                                           const std::string& name,
                                                           ScenarioOptions options,
                                                           Findings& findings) {
  options.checks = sensor_checks();
  return load_scenario_text(text, name, options, findings);
}

}  // namespace tandem
