// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "base/result.h"
#include "rules/order.h"

namespace tandem {

// What rules have in common when they read orders and answer them.

// Why there are too many arguments, or nothing.
std::optional<std::string> why_too_long(const Order& order, std::size_t most_arguments);

// Why words are too long for an order.
std::string why_too_long(std::string_view words);

// Words of others, short and without control characters: for sentences that quote them.
std::string in_quotes(std::string_view words);

// A finite number; nothing when it is none.
std::optional<double> parse_number(std::string_view word);

// Why an order that needs a robot cannot be obeyed without one.
Error no_robot_named(const Order& order);

}  // namespace tandem
