// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "messages/diagnostic_msgs.h"
#include "messages/geometry_msgs.h"

namespace tandem {

// What a mission knows, by name: what one state writes, a later one reads, and people see.
class Blackboard {
 public:
  using Poses = std::vector<geometry_msgs::msg::PoseStamped>;
  using Value = std::variant<bool, double, std::string, Poses>;

  void set(const std::string& name, Value value) { values_[name] = std::move(value); }
  void erase(std::string_view name);
  void clear() { values_.clear(); }

  bool has(std::string_view name) const { return values_.contains(name); }
  // Nothing when there is no such value, or one of another kind.
  template <class T>
  std::optional<T> find(std::string_view name) const {
    const auto found = values_.find(name);
    if (found == values_.end() || !std::holds_alternative<T>(found->second)) return std::nullopt;
    return std::get<T>(found->second);
  }

  // As words that people read, by name.
  std::vector<diagnostic_msgs::msg::KeyValue> to_message() const;

 private:
  std::map<std::string, Value, std::less<>> values_;
};

}  // namespace tandem
