// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#include "rules/order_words.h"

#include <fmt/format.h>

#include <charconv>
#include <cmath>

#include "base/utf8.h"
#include "scenario/utf8_text.h"

namespace tandem {

std::optional<std::string> why_too_long(const Order& order, std::size_t most_arguments) {
  if (order.arguments.size() <= most_arguments) return std::nullopt;
  return fmt::format("'{}' takes at most {} {}, not {}", order.verb, most_arguments,
                     most_arguments == 1 ? "word" : "words", order.arguments.size());
}

std::string why_too_long(std::string_view words) {
  return fmt::format("an order has at most {} bytes, this one has {}", longest_order, words.size());
}

std::string in_quotes(std::string_view words) {
  constexpr std::size_t most = 60;
  const std::string_view shown = first_characters(words, most);
  return fmt::format("'{}{}'", printable(shown), shown.size() < words.size() ? "..." : "");
}

std::optional<double> parse_number(std::string_view word) {
  double number = 0;
  const auto [end, error] = std::from_chars(word.data(), word.data() + word.size(), number);
  if (error != std::errc{} || end != word.data() + word.size() || !std::isfinite(number))
    return std::nullopt;
  return number;
}

Error no_robot_named(const Order& order) {
  std::string words = order.verb;
  for (const std::string& argument : order.arguments) words += "," + argument;
  return {fmt::format("it must say which robot, as in {}", in_quotes(words + ",robot=NAME"))};
}

}  // namespace tandem
