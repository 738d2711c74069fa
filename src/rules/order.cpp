// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#include "rules/order.h"

#include <algorithm>

#include "rules/order_words.h"

namespace tandem {

namespace {

std::string_view trimmed(std::string_view text) {
  constexpr std::string_view blanks = " \t\r\n";
  const std::size_t begin = text.find_first_not_of(blanks);
  if (begin == std::string_view::npos) return {};
  return text.substr(begin, text.find_last_not_of(blanks) - begin + 1);
}

bool is_control(char c) { return static_cast<unsigned char>(c) < 0x20 || c == 0x7f; }

}  // namespace

Result<Order> parse_order(std::string_view words) {
  if (words.size() > longest_order) return Error{why_too_long(words)};
  Order order;
  bool is_verb = true;
  for (std::size_t begin = 0; begin <= words.size();) {
    const std::size_t end = std::min(words.find(',', begin), words.size());
    const std::string_view part = trimmed(words.substr(begin, end - begin));
    begin = end + 1;
    if (std::ranges::any_of(part, is_control))
      return Error{"an order is plain text without control characters"};
    constexpr std::string_view robot_key = "robot=";
    if (is_verb) {
      order.verb = part;
      is_verb = false;
    } else if (part.starts_with(robot_key)) {
      if (!order.robot.empty()) return Error{"an order is for one robot, this one names two"};
      order.robot = part.substr(robot_key.size());
      if (order.robot.empty()) return Error{"'robot=' must be followed by the robot's name"};
    } else {
      order.arguments.emplace_back(part);
    }
  }
  if (order.verb.empty()) return Error{"an order begins with what is to be done"};
  return order;
}

}  // namespace tandem
