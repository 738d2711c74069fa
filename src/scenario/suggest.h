// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace tandem {

// The name that is closest to what was written; empty when none is close.
std::string_view near_name(std::string_view written, std::span<const std::string_view> names);

// "; did you mean 'pose'?" when one of the names is close to what was written, else
// "; expected one of a, b, c". Starts with the separator, so that it can follow any sentence.
std::string suggestion(std::string_view written, std::span<const std::string_view> names);
std::string suggestion(std::string_view written, const std::vector<std::string>& names);
// The same, where what is close may also be one of those that are too many to list.
std::string suggestion(std::string_view written, const std::vector<std::string>& names,
                       const std::vector<std::string>& unlisted);

}  // namespace tandem
