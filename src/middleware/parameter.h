// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <concepts>
#include <cstdint>
#include <functional>
#include <limits>
#include <memory>
#include <optional>
#include <string>
#include <type_traits>
#include <utility>
#include <vector>

#include "middleware/parameter_store.h"

namespace tandem {

// What a parameter is kept as: integers of 64 bits, doubles, strings, and lists of these.
template <class T>
struct KeptAs {
  using type = std::conditional_t<
      std::same_as<T, bool>, bool,
      std::conditional_t<std::integral<T>, std::int64_t,
                         std::conditional_t<std::floating_point<T>, double, std::string>>>;
};
template <class T>
struct KeptAs<std::vector<T>> {
  using type = std::vector<typename KeptAs<T>::type>;
};
template <class T>
using kept_as = typename KeptAs<T>::type;

// A default as it is kept.
template <class Kept, class T>
Kept keep(const T& value) {
  if constexpr (requires { typename Kept::value_type; } && !std::same_as<Kept, std::string>)
    return Kept(value.begin(), value.end());
  else
    return static_cast<Kept>(value);
}

// Of a number, both ends allowed; nothing said is no limit. Of other types there is none.
template <class T>
struct ParameterRange {};
template <class T>
requires std::same_as<T, std::int64_t> || std::same_as<T, double>
struct ParameterRange<T> {
  T low = std::numeric_limits<T>::lowest();
  T high = std::numeric_limits<T>::max();
  T step = 0;

  friend bool operator==(const ParameterRange&, const ParameterRange&) = default;
};

template <class T>
struct ParameterOptions {
  std::string description;
  ParameterRange<T> range;
  bool is_read_only = false;  // it can be given at the start, and not be changed
  // Asked before the value changes, also of a value given at the start; a sentence refuses it. What
  // is asked need not happen, because another parameter of the same change may be refused.
  std::function<std::optional<std::string>(const T&)> on_change;
  // Told after it did.
  std::function<void(const T&)> after_change;
};

// A parameter of a node; copies are the same parameter. It lives as long as the node.
template <class T>
class Parameter {
 public:
  Parameter(std::shared_ptr<ParameterStore> store, std::string name, T fallback)
      : store_(std::move(store)), name_(std::move(name)), fallback_(std::move(fallback)) {}

  const std::string& name() const { return name_; }
  T value() const {
    const std::optional<ParameterValue> value = store_->find(name_);
    const T* held = value ? std::get_if<T>(&*value) : nullptr;
    return held ? *held : fallback_;  // after the parameter was removed
  }
  // Why not; nothing when it is set.
  std::optional<std::string> set(T value) { return store_->set({name_, std::move(value)}); }

 private:
  std::shared_ptr<ParameterStore> store_;
  std::string name_;
  T fallback_;
};

template <class T>
ParameterDeclaration declaration_of(std::string name, T default_value,
                                    ParameterOptions<T> options) {
  ParameterDeclaration declaration{.name = std::move(name),
                                   .default_value = std::move(default_value),
                                   .description = std::move(options.description),
                                   .is_read_only = options.is_read_only};
  if constexpr (requires { options.range.step; })
    if (options.range != ParameterRange<T>{})
      declaration.limits =
          ValueLimits<T>{options.range.low, options.range.high, options.range.step};
  if (options.on_change)
    declaration.on_change = [ask = std::move(options.on_change)](const ParameterValue& value) {
      return ask(std::get<T>(value));
    };
  if (options.after_change)
    declaration.after_change = [tell = std::move(options.after_change)](
                                   const ParameterValue& value) { tell(std::get<T>(value)); };
  return declaration;
}

}  // namespace tandem
