// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#include "scenario/real_things.h"

#include <fmt/format.h>
#include <fnmatch.h>

#include <algorithm>

#include "scenario/fields.h"
#include "scenario/suggest.h"
#include "scenario/utf8_text.h"

namespace tandem {

bool is_real_thing(const Scenario& scenario, const std::string& name) {
  return std::ranges::any_of(scenario.real_things, [&](const std::string& pattern) {
    return fnmatch(pattern.c_str(), name.c_str(), 0) == 0;
  });
}

void read_real_things(const YamlNode& node, Scenario& scenario, Findings& findings) {
  if (!node.is_list()) {
    findings.error(node.place,
                   fmt::format("'real' expects a list of names, is {}", describe(node)));
    return;
  }
  for (const YamlNode& item : node.items) {
    const auto pattern = to_text(item, "real", findings);
    if (!pattern) continue;
    scenario.real_things.push_back(*pattern);
    std::vector<std::string> names;
    bool is_known = false;
    for (const ModelInstance& thing : scenario.world.models) {
      names.push_back(thing.name);
      is_known = is_known || fnmatch(pattern->c_str(), thing.name.c_str(), 0) == 0;
    }
    // it may come later, so this is no error
    if (!is_known)
      findings.warn(item.place, fmt::format("nothing in the world is named '{}'{}",
                                            printable(*pattern), suggestion(*pattern, names)));
  }
}

}  // namespace tandem
