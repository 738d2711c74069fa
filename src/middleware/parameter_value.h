// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "base/result.h"

namespace tandem {

namespace rcl_interfaces::msg {
struct ParameterValue;
}

// What a parameter can be. The place of a type is its number in ROS 2; the first is "not set".
using ParameterValue =
    std::variant<std::monostate, bool, std::int64_t, double, std::string, std::vector<std::byte>,
                 std::vector<bool>, std::vector<std::int64_t>, std::vector<double>,
                 std::vector<std::string>>;

// "integer", "double array"
std::string_view type_name(const ParameterValue& value);

// As people read and write it: true, 8, 0.5, lab, [1, 2].
std::string to_string(const ParameterValue& value);

// Typed as YAML would: "8" is an integer, "8.0" a double, "'8'" a string, "[1.0, 2]" doubles.
Result<ParameterValue> parse_parameter_value(const std::string& yaml);

// The same value as the type of `like`: an integer becomes a double where one is expected, and an
// empty list a list of that type. Nothing else changes its type.
Result<ParameterValue> as_type_of(const ParameterValue& like, ParameterValue value);

rcl_interfaces::msg::ParameterValue to_message(const ParameterValue& value);
// An error when the message names a type that does not exist.
Result<ParameterValue> from_message(const rcl_interfaces::msg::ParameterValue& message);

}  // namespace tandem
