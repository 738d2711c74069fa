// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"
#include "base/ticket.h"

namespace tandem {

// Something that a robot or the world is told to do, in words: "attach,plow", "next_episode".
struct OrderRequest {
  std::string robot;  // whose order it is; empty: the words say it, or there is only one
  std::string words;
  Ticket ticket{};
};

// What became of an order. Each has exactly one.
struct OrderOutcome {
  Ticket ticket{};
  std::string robot;  // who obeyed, or would not; empty: the world
  std::string words;  // as they came
  bool is_done = false;
  std::string text;  // what was done, or why not, as a sentence
};

constexpr std::size_t longest_order = 1000;  // bytes

// An order in its parts: "paint, on, #ff0000, robot=emaros".
struct Order {
  std::string verb;
  std::vector<std::string> arguments;  // without spaces around them
  std::string robot;                   // empty: none was named

  // Empty where there are fewer.
  std::string_view argument(std::size_t index) const {
    return index < arguments.size() ? std::string_view(arguments[index]) : std::string_view();
  }
};

// The words in their parts, or what is wrong with them as a sentence.
Result<Order> parse_order(std::string_view words);

}  // namespace tandem
