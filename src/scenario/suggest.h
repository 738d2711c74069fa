// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace tandem {

// "; did you mean 'pose'?" when one of the names is close to what was written, else
// "; expected one of a, b, c". Starts with the separator, so that it can follow any sentence.
std::string suggestion(std::string_view written, std::span<const std::string_view> names);
std::string suggestion(std::string_view written, const std::vector<std::string>& names);

}  // namespace tandem
