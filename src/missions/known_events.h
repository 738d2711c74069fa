// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string_view>
#include <vector>

namespace tandem {

// Events that happen in a mission: those that worlds of any kind tell, and those of all rules.
// What processes of their own tell, as a gate does, no mission hears.
std::vector<std::string_view> known_events();

// The types of the rules that tell an event; empty for one that any world may tell.
std::vector<std::string_view> rules_that_tell(std::string_view event);

}  // namespace tandem
