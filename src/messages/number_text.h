// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

#include "messages/message.h"

namespace tandem {

// Shortest text that reads back as the same number, with a point or exponent: "1.0", "1e-05".
std::string float_text(double number);

// "true" and "false", or digits; a byte is a number from 0 to 255.
template <Primitive T>
std::string integer_text(T number) {
  if constexpr (std::same_as<T, bool>)
    return number ? "true" : "false";
  else
    return std::to_string(
        static_cast<std::conditional_t<std::is_signed_v<T>, long long, unsigned long long>>(
            number));
}

// The text with every byte that is not UTF-8 replaced by U+FFFD.
std::string valid_utf8(std::string_view text);

}  // namespace tandem
