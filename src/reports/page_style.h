// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string_view>

namespace tandem::reports {

// How pages look and what moves on them.
extern const std::string_view page_style;
extern const std::string_view page_script;

}  // namespace tandem::reports
