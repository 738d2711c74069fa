// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#include "rules/rule.h"

namespace tandem {

void Rule::report(const Stage& stage, std::vector<std::pair<std::string, RuleValue>> values) {
  const RuleDescription& rule = stage.rule();
  status_ = std::make_shared<const RuleStatus>(RuleStatus{rule.name, rule.type, std::move(values)});
}

}  // namespace tandem
