// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "missions/condition.h"
#include "scenario/fields.h"
#include "scenario/yaml_document.h"

namespace tandem {

// What a map of a mission's file says; nothing after an error was reported.
std::optional<Condition> read_condition(const YamlNode& node, Findings& findings);
// A list of them, or one alone.
std::optional<std::vector<Condition>> read_conditions(const YamlNode& node, Findings& findings);
// A map of the section 'condition' that compares something with a bound, or has one to be shown.
std::optional<Comparison> read_value(const YamlNode& node, Findings& findings);

// A number with a unit of this dimension. Zero needs none.
std::optional<double> to_amount(const YamlNode& node, std::string_view key, Dimension dimension,
                                Findings& findings);
bool read_amount(const Fields& fields, std::string_view key, Dimension dimension, double& target);

// [x, y] in metres.
std::optional<Vec2> to_point(const YamlNode& node, std::string_view key, Findings& findings);

// The one of these keys that a map has; an error when there is none or more than one.
std::optional<std::string_view> only_key_of(const Fields& fields,
                                            const std::vector<std::string_view>& keys,
                                            std::string_view what);

}  // namespace tandem
