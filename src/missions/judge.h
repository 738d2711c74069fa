// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <string>
#include <variant>

#include "missions/condition.h"
#include "missions/evidence.h"

namespace tandem {

// Nothing is known of what was not heard or seen yet: it is neither true nor false.
enum class Truth { no, yes, unknown };

using ObservedValue = std::variant<std::monostate, double, std::string>;
// A number that a message has as a text is one, unless the bound is about texts.
ObservedValue value_of(const Comparison& comparison, const Evidence& evidence);

// What a condition was found to be, with what it was found by: the comparison that decided, if one
// did.
struct Judgement {
  Truth truth = Truth::unknown;
  const Comparison* comparison = nullptr;
  ObservedValue value{};
  std::string seen;          // what else there is to say: "it touches wall_3"
  std::optional<Vec2> at{};  // or where it was; words are made of it when somebody asks
};
Judgement judge(const Condition& condition, const Evidence& evidence);

// "the speed of emaros was 0.6 m/s", or what else was seen.
std::string in_words(const Judgement& found);

// By how much a value is outside of its bound; 0 inside.
double miss_of(double value, const Bound& bound);
// How much further it may go; infinite where nothing bounds it.
double room_of(double value, const Bound& bound);
// "0.42 m", "'lost'", "unknown"
std::string to_text(const ObservedValue& value, Dimension dimension);

}  // namespace tandem
