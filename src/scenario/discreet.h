// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <string_view>

#include "base/findings.h"

namespace tandem {

// A finding for somebody in the network, who may point Tandem at any file but must not read files
// that way: place and what was expected stay, what the file says instead is left out. `known` is
// what the asker wrote; that may be quoted.
std::string discreet_text(const Finding& finding, std::string_view known);

// Of the first error, or of the first warning where there is none.
std::string discreet_reason(const Findings& findings, std::string_view known);

}  // namespace tandem
