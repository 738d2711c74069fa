// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include "scenario/load_context.h"
#include "scenario/scenario.h"
#include "scenario/yaml_document.h"

namespace tandem {

// An entry of `rules` as it is written, with what is known of its scenario: all but the rules.
struct RuleSource {
  const std::string& name;
  const std::string& type;
  const Place& type_place;
  const YamlNode& node;
  const Scenario& scenario;
  LoadContext& context;
};

}  // namespace tandem
