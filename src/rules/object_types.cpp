// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#include "rules/object_types.h"

#include <algorithm>

#include "scenario/object_catalog.h"

namespace tandem {

void check_object_type(const std::string& type, const Place& place, const RuleSource& source) {
  const auto is_of_type = [&](const ModelInstance& thing) { return thing.model->name == type; };
  if (std::ranges::any_of(source.scenario.world.models, is_of_type)) return;
  find_object_type(type, place, source.scenario, source.context);
}

}  // namespace tandem
