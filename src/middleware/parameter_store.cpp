// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#include "middleware/parameter_store.h"

#include <fmt/format.h>

#include <cmath>
#include <stdexcept>
#include <utility>

namespace tandem {

namespace {

bool is_on_step(std::int64_t value, const ValueLimits<std::int64_t>& range) {
  // unsigned, because the distance may not fit
  const auto distance = static_cast<std::uint64_t>(value) - static_cast<std::uint64_t>(range.low);
  return distance % static_cast<std::uint64_t>(range.step) == 0;
}

bool is_on_step(double value, const ValueLimits<double>& range) {
  const double steps = (value - range.low) / range.step;
  return std::abs(steps - std::round(steps)) < 1e-9 * std::max(1.0, std::abs(steps));
}

template <class T>
std::optional<std::string> why_outside(const ParameterValue& value, const ParameterLimits& limits) {
  const auto* range = std::get_if<ValueLimits<T>>(&limits);
  const auto* number = std::get_if<T>(&value);
  if (!range || !number) return std::nullopt;
  // written so that "not a number" is outside
  if (!(*number >= range->low && *number <= range->high))
    return fmt::format("must be from {} to {}, is {}", range->low, range->high, *number);
  if (range->step > 0 && *number != range->high && !is_on_step(*number, *range))
    return fmt::format("must be in steps of {} from {}, is {}", range->step, range->low, *number);
  return std::nullopt;
}

std::optional<std::string> why_not(const ParameterDeclaration& declaration,
                                   const ParameterValue& value) {
  if (auto reason = why_outside<std::int64_t>(value, declaration.limits)) return reason;
  return why_outside<double>(value, declaration.limits);
}

std::string sentence(const std::string& name, const std::string& reason) {
  return fmt::format("parameter {} {}", name, reason);
}

}  // namespace

void ParameterStore::declare(ParameterDeclaration declaration) {
  const std::lock_guard setting(setting_);
  const std::string name = declaration.name;
  const auto refuse = [&](const std::string& reason) -> void {
    throw std::invalid_argument(sentence(name, reason));
  };
  if (name.empty()) throw std::invalid_argument("a parameter needs a name");

  ParameterValue value = declaration.default_value;
  if (const auto given = overrides_.find(name); given != overrides_.end()) {
    Result<ParameterValue> converted = as_type_of(value, given->second);
    if (!converted) refuse(converted.error());
    value = *std::move(converted);
  }
  if (const auto reason = why_not(declaration, value)) refuse(*reason);
  if (declaration.on_change && value != declaration.default_value)
    if (const auto reason = declaration.on_change(value)) refuse("was refused: " + *reason);
  {
    const std::lock_guard lock(mutex_);
    if (!entries_.try_emplace(name, Entry{std::move(declaration), value}).second)
      refuse("was declared already");
  }
  if (tell_) tell_({.added = {{name, value}}});
}

void ParameterStore::remove(const std::string& name) {
  const std::lock_guard setting(setting_);
  std::map<std::string, Entry>::node_type removed;
  {
    const std::lock_guard lock(mutex_);
    removed = entries_.extract(name);
  }
  if (removed && tell_) tell_({.removed = {{name, removed.mapped().value}}});
}

std::optional<ParameterValue> ParameterStore::find(const std::string& name) const {
  const std::lock_guard lock(mutex_);
  const auto entry = entries_.find(name);
  if (entry == entries_.end()) return std::nullopt;
  return entry->second.value;
}

std::optional<ParameterDescription> ParameterStore::describe(const std::string& name) const {
  const std::lock_guard lock(mutex_);
  const auto entry = entries_.find(name);
  if (entry == entries_.end()) return std::nullopt;
  const ParameterDeclaration& declaration = entry->second.declaration;
  return ParameterDescription{.name = name,
                              .value = entry->second.value,
                              .description = declaration.description,
                              .limits = declaration.limits,
                              .is_read_only = declaration.is_read_only};
}

std::vector<std::string> ParameterStore::names() const {
  const std::lock_guard lock(mutex_);
  std::vector<std::string> names;
  for (const auto& [name, entry] : entries_) names.push_back(name);
  return names;
}

std::vector<std::string> ParameterStore::undeclared_overrides() const {
  const std::lock_guard lock(mutex_);
  std::vector<std::string> names;
  for (const auto& [name, value] : overrides_)
    if (!entries_.contains(name)) names.push_back(name);
  return names;
}

// The value as it would be kept.
Result<ParameterValue> ParameterStore::check(const NamedParameter& parameter) const {
  std::function<std::optional<std::string>(const ParameterValue&)> on_change;
  Result<ParameterValue> value = ParameterValue();
  {
    const std::lock_guard lock(mutex_);
    const auto entry = entries_.find(parameter.name);
    if (entry == entries_.end()) return Error{"does not exist"};
    const ParameterDeclaration& declaration = entry->second.declaration;
    if (declaration.is_read_only) return Error{"is read-only"};
    if (std::holds_alternative<std::monostate>(parameter.value)) return Error{"can't be removed"};
    value = as_type_of(declaration.default_value, parameter.value);
    if (!value) return value;
    if (auto reason = why_not(declaration, *value)) return Error{*std::move(reason)};
    on_change = declaration.on_change;
  }
  if (on_change)
    if (const auto reason = on_change(*value)) return Error{"was refused: " + *reason};
  return value;
}

std::optional<std::string> ParameterStore::set_all(const std::vector<NamedParameter>& parameters) {
  const std::lock_guard setting(setting_);
  std::vector<NamedParameter> checked;
  for (const NamedParameter& parameter : parameters) {
    Result<ParameterValue> value = check(parameter);
    if (!value) return sentence(parameter.name, value.error());
    checked.push_back({parameter.name, *std::move(value)});
  }

  std::vector<std::pair<std::function<void(const ParameterValue&)>, ParameterValue>> followers;
  {
    const std::lock_guard lock(mutex_);
    for (const auto& [name, value] : checked) {
      const auto entry = entries_.find(name);
      if (entry == entries_.end()) continue;  // one of the callbacks removed it
      entry->second.value = value;
      if (entry->second.declaration.after_change)
        followers.emplace_back(entry->second.declaration.after_change, value);
    }
  }
  for (const auto& [follow, value] : followers) follow(value);
  if (tell_ && !checked.empty()) tell_({.changed = checked});
  return std::nullopt;
}

}  // namespace tandem
