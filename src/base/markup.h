// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <string_view>

namespace tandem {

// Text as it stands in HTML and XML, between tags and in attributes with quotes. Control
// characters, for which neither has a place, become question marks.
std::string escaped(std::string_view text);

}  // namespace tandem
