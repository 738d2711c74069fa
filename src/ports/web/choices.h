// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <string>
#include <vector>

namespace tandem::web {

// Something that people choose on pages from a list: what else lies on this machine is not theirs
// to open, and where it lies not theirs to know.
struct Choice {
  std::string name;  // as pages see it
  std::string description;
  std::string is_loaded_as;  // by this program
};

std::vector<Choice> scenario_choices();
std::vector<Choice> thing_choices();

std::optional<Choice> find_choice(const std::vector<Choice>& choices, const std::string& name);

}  // namespace tandem::web
