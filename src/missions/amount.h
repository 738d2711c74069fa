// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "base/result.h"

namespace tandem {

// What kind of thing a number measures, so that nobody compares metres with degrees.
enum class Dimension {
  none,  // a count, a share, or a message's field of which nobody knows
  length,
  angle,
  time,
  speed,
  turn_rate,
  frequency,
  other,  // volts, newtons, ...: as the unit says
};

// A number with its unit, in SI: "2 cm" is 0.02 of length.
struct Amount {
  double value = 0;
  Dimension dimension = Dimension::none;
};

// "2 cm", "0.5s", "10 deg", "1.5"; why not, as a sentence.
Result<Amount> parse_amount(std::string_view text);

// The SI unit that people read, "m/s"; empty for numbers without one.
std::string_view unit_of(Dimension dimension);
// "a length such as 10 cm", for sentences that say what was expected.
std::string_view example_of(Dimension dimension);

// For people: three significant digits or more, with the unit: "0.42 m", "12°" for angles.
std::string to_text(double value, Dimension dimension);

}  // namespace tandem
