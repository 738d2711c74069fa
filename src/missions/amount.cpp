// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#include "missions/amount.h"

#include <fmt/format.h>

#include <array>
#include <charconv>
#include <cmath>
#include <numbers>

#include "scenario/suggest.h"

namespace tandem {

namespace {

struct Unit {
  std::string_view name;
  Dimension dimension;
  double si;
};

constexpr double degree = std::numbers::pi / 180;

constexpr std::array units{
    Unit{"m", Dimension::length, 1},
    Unit{"cm", Dimension::length, 0.01},
    Unit{"mm", Dimension::length, 0.001},
    Unit{"km", Dimension::length, 1000},
    Unit{"rad", Dimension::angle, 1},
    Unit{"deg", Dimension::angle, degree},
    Unit{"s", Dimension::time, 1},
    Unit{"ms", Dimension::time, 0.001},
    Unit{"us", Dimension::time, 1e-6},
    Unit{"min", Dimension::time, 60},
    Unit{"h", Dimension::time, 3600},
    Unit{"m/s", Dimension::speed, 1},
    Unit{"cm/s", Dimension::speed, 0.01},
    Unit{"mm/s", Dimension::speed, 0.001},
    Unit{"km/h", Dimension::speed, 1 / 3.6},
    Unit{"rad/s", Dimension::turn_rate, 1},
    Unit{"deg/s", Dimension::turn_rate, degree},
    Unit{"Hz", Dimension::frequency, 1},
    Unit{"kHz", Dimension::frequency, 1000},
    Unit{"%", Dimension::none, 0.01},
    Unit{"V", Dimension::other, 1},
    Unit{"A", Dimension::other, 1},
    Unit{"W", Dimension::other, 1},
    Unit{"N", Dimension::other, 1},
    Unit{"kg", Dimension::other, 1},
    Unit{"m/s2", Dimension::other, 1},
};

}  // namespace

Result<Amount> parse_amount(std::string_view text) {
  double value = 0;
  const char* const end = text.data() + text.size();
  const auto [used, error] = std::from_chars(text.data(), end, value);
  if (error != std::errc{}) return Error{fmt::format("'{}' is no number", text)};
  if (!std::isfinite(value)) return Error{fmt::format("'{}' is not finite", text)};
  std::string_view name(used, static_cast<std::size_t>(end - used));
  while (name.starts_with(' ')) name.remove_prefix(1);
  if (name.empty()) return Amount{value, Dimension::none};
  std::array<std::string_view, units.size()> names;
  for (std::size_t i = 0; i < units.size(); ++i) {
    if (units[i].name == name) return Amount{value * units[i].si, units[i].dimension};
    names[i] = units[i].name;
  }
  return Error{fmt::format("there is no unit '{}'{}", name, suggestion(name, names))};
}

std::string_view unit_of(Dimension dimension) {
  switch (dimension) {
    case Dimension::length:
      return "m";
    case Dimension::angle:
      return "rad";
    case Dimension::time:
      return "s";
    case Dimension::speed:
      return "m/s";
    case Dimension::turn_rate:
      return "rad/s";
    case Dimension::frequency:
      return "Hz";
    case Dimension::none:
    case Dimension::other:
      break;
  }
  return "";
}

std::string_view example_of(Dimension dimension) {
  switch (dimension) {
    case Dimension::length:
      return "a length such as 10 cm";
    case Dimension::angle:
      return "an angle such as 10 deg";
    case Dimension::time:
      return "a time such as 500 ms";
    case Dimension::speed:
      return "a speed such as 0.5 m/s";
    case Dimension::turn_rate:
      return "a turn rate such as 30 deg/s";
    case Dimension::frequency:
      return "a rate such as 10 Hz";
    case Dimension::none:
    case Dimension::other:
      break;
  }
  return "a number";
}

std::string to_text(double value, Dimension dimension) {
  if (std::abs(value) < 1e-12) value = 0;  // what is left of a sum is no measurement
  if (dimension == Dimension::angle) return fmt::format("{:.4g} deg", value / degree);
  if (dimension == Dimension::turn_rate) return fmt::format("{:.4g} deg/s", value / degree);
  const std::string_view unit = unit_of(dimension);
  return fmt::format("{:.4g}{}{}", value, unit.empty() ? "" : " ", unit);
}

}  // namespace tandem
