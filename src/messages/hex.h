// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace tandem {

// Bytes as people write them: "00010000ff".
std::string to_hex(std::span<const std::byte> bytes);

// Nothing if the text is not pairs of digits.
std::optional<std::vector<std::byte>> from_hex(std::string_view text);

}  // namespace tandem
