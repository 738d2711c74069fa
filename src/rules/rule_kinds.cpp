// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <algorithm>

#include "rules/rule_kind.h"
#include "scenario/suggest.h"
#include "scenario/utf8_text.h"

namespace tandem {

// Each is defined in the file of its rule.
#define TANDEM_RULES(RULE) \
  RULE(attachment_kind)    \
  RULE(track_kind)         \
  RULE(ball_kind)          \
  RULE(zone_kind)          \
  RULE(field_kind)         \
  RULE(footprint_kind)     \
  RULE(fire_kind)          \
  RULE(hazard_kind)        \
  RULE(movers_kind)        \
  RULE(walkers_kind)

#define TANDEM_DECLARE(NAME) RuleKind NAME();
#define TANDEM_CALL(NAME) NAME(),

TANDEM_RULES(TANDEM_DECLARE)

const std::vector<RuleKind>& rule_kinds() {
  static const std::vector<RuleKind> kinds{TANDEM_RULES(TANDEM_CALL)};
  return kinds;
}

const RuleKind* find_rule_kind(std::string_view type) {
  const auto found = std::ranges::find(rule_kinds(), type, &RuleKind::type);
  return found == rule_kinds().end() ? nullptr : &*found;
}

std::shared_ptr<const RuleConfig> read_rule(const RuleSource& source) {
  Findings& findings = source.context.findings();
  const RuleKind* kind = find_rule_kind(source.type);
  if (!kind) {
    std::vector<std::string> types;
    for (const RuleKind& known : rule_kinds()) types.emplace_back(known.type);
    findings.error(source.type_place,
                   fmt::format("there is no rule of type '{}'{}", printable(source.type),
                               suggestion(source.type, types)));
    return nullptr;
  }
  Section section{kind->type, kind->keys};
  section.keys.push_back("type");
  const Fields fields(source.node, section, findings);
  return fields.is_map() ? kind->read(fields, source) : nullptr;
}

std::vector<RuleDescription> standard_rules(const Scenario& scenario, LoadContext& context) {
  std::vector<RuleDescription> rules;
  for (const RuleKind& kind : rule_kinds()) {
    if (!kind.is_standard_in || !kind.is_standard_in(scenario) ||
        std::ranges::find(scenario.rules, kind.type, &RuleDescription::type) !=
            scenario.rules.end())
      continue;
    const std::string type(kind.type);
    const Place place{scenario.file.string(), 0};
    const YamlNode nothing{YamlNode::Kind::map, place, {}, {}, {}};
    if (auto config = read_rule({type, type, place, nothing, scenario, context}))
      rules.push_back({type, type, place, std::move(config)});
  }
  return rules;
}

}  // namespace tandem
