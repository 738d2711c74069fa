// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#include "missions/condition.h"

#include <type_traits>

namespace tandem {

namespace {

template <class Visit>
void for_each_leaf(const Condition& condition, const Visit& visit) {
  std::visit(
      [&](const auto& what) {
        if constexpr (requires { what.of; }) {
          for (const Condition& part : what.of) for_each_leaf(part, visit);
        } else {
          visit(what);
        }
      },
      condition.what);
}

}  // namespace

bool is_of_map(Measure measure) {
  return measure == Measure::map_precision || measure == Measure::map_recall ||
         measure == Measure::map_accuracy || measure == Measure::map_coverage;
}

std::vector<const Comparison*> comparisons_in(const Condition& condition) {
  std::vector<const Comparison*> found;
  for_each_leaf(condition, [&](const auto& leaf) {
    if constexpr (std::is_same_v<std::decay_t<decltype(leaf)>, Comparison>) found.push_back(&leaf);
  });
  return found;
}

std::vector<std::string> things_in(const Condition& condition) {
  std::vector<std::string> names;
  for_each_leaf(condition, [&](const auto& leaf) {
    if constexpr (requires { leaf.thing; }) names.push_back(leaf.thing);
    if constexpr (requires { leaf.where; })
      if (const auto* other = std::get_if<std::string>(&leaf.where)) names.push_back(*other);
  });
  for (const Comparison* comparison : comparisons_in(condition))
    std::visit(
        [&](const auto& quantity) {
          if constexpr (requires { quantity.thing; }) names.push_back(quantity.thing);
          if constexpr (requires { quantity.from; })
            if (const auto* other = std::get_if<std::string>(&quantity.from))
              names.push_back(*other);
        },
        comparison->quantity);
  return names;
}

std::vector<std::string> touched_in(const Condition& condition) {
  std::vector<std::string> patterns;
  for_each_leaf(condition, [&](const auto& leaf) {
    if constexpr (requires { leaf.other; }) patterns.push_back(leaf.other);
  });
  return patterns;
}

std::vector<EventFilter> events_in(const Condition& condition) {
  std::vector<EventFilter> events;
  for_each_leaf(condition, [&](const auto& leaf) {
    if constexpr (requires { leaf.event; }) events.push_back(leaf.event);
  });
  for (const Comparison* comparison : comparisons_in(condition))
    if (const auto* count = std::get_if<EventCount>(&comparison->quantity))
      events.push_back(count->event);
  return events;
}

bool is_like(std::string_view name, std::string_view pattern) {
  if (pattern.empty()) return name.empty();
  if (pattern.front() == '*')
    return is_like(name, pattern.substr(1)) || (!name.empty() && is_like(name.substr(1), pattern));
  return !name.empty() && (pattern.front() == '?' || pattern.front() == name.front()) &&
         is_like(name.substr(1), pattern.substr(1));
}

std::vector<std::string> topics_in(const Condition& condition) {
  std::vector<std::string> topics;
  for (const Comparison* comparison : comparisons_in(condition))
    std::visit(
        [&](const auto& quantity) {
          if constexpr (requires { quantity.topic; }) topics.push_back(quantity.topic);
        },
        comparison->quantity);
  return topics;
}

}  // namespace tandem
