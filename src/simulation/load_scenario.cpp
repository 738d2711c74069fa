// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#include "simulation/load_scenario.h"

#include "rules/rule_kind.h"
#include "sensors/mounting.h"

namespace tandem {

namespace {

// Those of the sensors and rules first, then those that were asked for.
ScenarioChecks with_all(const ScenarioChecks& asked) {
  ScenarioChecks checks = sensor_checks();
  checks.rule = read_rule;
  checks.standard_rules = standard_rules;
  if (asked.scenario)
    checks.scenario = [sensors = checks.scenario, more = asked.scenario](const Scenario& scenario,
                                                                         Findings& findings) {
      sensors(scenario, findings);
      more(scenario, findings);
    };
  return checks;
}

}  // namespace

std::shared_ptr<const Scenario> load_checked_scenario(const std::string& name_or_file,
                                                      ScenarioOptions options, Findings& findings) {
  options.checks = with_all(options.checks);
  return load_scenario(name_or_file, options, findings);
}

std::shared_ptr<const Scenario> load_checked_scenario_text(const std::string& text,
                                                           const std::string& name,
                                                           ScenarioOptions options,
                                                           Findings& findings) {
  options.checks = with_all(options.checks);
  return load_scenario_text(text, name, options, findings);
}

}  // namespace tandem
