// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#include "scenario/rules_file.h"

#include <fmt/format.h>

#include "scenario/fields.h"
#include "scenario/robot_file.h"
#include "scenario/rule_source.h"

namespace tandem {

namespace {

void read_rule(const YamlEntry& entry, Scenario& scenario, LoadContext& context,
               const ScenarioChecks& checks) {
  Findings& findings = context.findings();
  if (!is_plain_name(entry.key)) {
    findings.error(entry.place,
                   "a rule's name has letters, digits and underscores, a letter first");
    return;
  }
  // "track: off" takes away what a scenario has without saying so
  if (entry.value.is_text() && entry.value.text == "off") {
    scenario.rules.push_back({entry.key, entry.key, entry.place, nullptr});
    return;
  }
  // what else may be there only the rule knows
  Section section{schema::rule.name, schema::rule.keys};
  for (const YamlEntry& setting : entry.value.entries) section.keys.push_back(setting.key);
  const Fields fields(entry.value, section, findings);
  std::string type;
  if (!fields.is_map() || !fields.require("type") || !fields.read("type", type)) return;
  if (!checks.rule) return;
  auto config =
      checks.rule({entry.key, type, fields.place_of("type"), entry.value, scenario, context});
  if (config) scenario.rules.push_back({entry.key, type, entry.place, std::move(config)});
}

}  // namespace

void read_rules(const YamlNode* node, Scenario& scenario, LoadContext& context,
                const ScenarioChecks& checks) {
  if (node && !node->is_map()) {
    context.findings().error(
        node->place,
        fmt::format("'rules' expects a map from names to rules, is {}", describe(*node)));
    return;
  }
  if (node)
    for (const YamlEntry& entry : node->entries) read_rule(entry, scenario, context, checks);
  if (!checks.standard_rules) return;
  for (RuleDescription& rule : checks.standard_rules(scenario, context))
    scenario.rules.push_back(std::move(rule));
}

}  // namespace tandem
