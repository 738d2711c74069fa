// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>
#include <map>
#include <mutex>
#include <optional>
#include <string>
#include <variant>
#include <vector>

#include "middleware/parameter_value.h"

namespace tandem {

// From `low` to `high`, both allowed; in steps from `low` unless `step` is zero.
template <class T>
struct ValueLimits {
  T low{};
  T high{};
  T step{};
};
using ParameterLimits =
    std::variant<std::monostate, ValueLimits<std::int64_t>, ValueLimits<double>>;

struct ParameterDeclaration {
  std::string name;
  ParameterValue default_value;
  std::string description;
  ParameterLimits limits;
  bool is_read_only = false;
  std::function<std::optional<std::string>(const ParameterValue&)> on_change;  // why not
  std::function<void(const ParameterValue&)> after_change;
};

struct NamedParameter {
  std::string name;
  ParameterValue value;
};

struct ParameterDescription {
  std::string name;
  ParameterValue value;  // its type is the parameter's
  std::string description;
  ParameterLimits limits;
  bool is_read_only = false;
};

// The parameters of one node. Any thread; callbacks come on the thread that sets.
class ParameterStore {
 public:
  struct Changes {
    std::vector<NamedParameter> added;
    std::vector<NamedParameter> changed;
    std::vector<NamedParameter> removed;
  };

  // `overrides` take the place of the defaults of what is declared under those names.
  explicit ParameterStore(std::map<std::string, ParameterValue> overrides)
      : overrides_(std::move(overrides)) {}

  // Told of everything that changed, after it did.
  void on_changes(std::function<void(const Changes&)> tell) { tell_ = std::move(tell); }

  // Throws std::invalid_argument with a sentence when the value that it would have is not allowed,
  // or the name is taken.
  void declare(ParameterDeclaration declaration);
  void remove(const std::string& name);

  // Nothing when it was not declared.
  std::optional<ParameterValue> find(const std::string& name) const;
  std::optional<ParameterDescription> describe(const std::string& name) const;
  std::vector<std::string> names() const;
  std::vector<std::string> undeclared_overrides() const;

  // Why it was refused; nothing when it was set.
  std::optional<std::string> set(const NamedParameter& parameter) { return set_all({parameter}); }
  // All of them or none.
  std::optional<std::string> set_all(const std::vector<NamedParameter>& parameters);

 private:
  struct Entry {
    ParameterDeclaration declaration;
    ParameterValue value;
  };

  Result<ParameterValue> check(const NamedParameter& parameter) const;

  const std::map<std::string, ParameterValue> overrides_;
  std::function<void(const Changes&)> tell_;
  std::recursive_mutex setting_;  // one change at a time, which may cause others
  mutable std::mutex mutex_;
  std::map<std::string, Entry> entries_;
};

}  // namespace tandem
