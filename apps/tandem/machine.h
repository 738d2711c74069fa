// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <map>
#include <string>

namespace tandem {

// What who was not there wants to know about this program and the machine that it runs on.
std::map<std::string, std::string> about_this_machine();

}  // namespace tandem
