// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <string_view>
#include <utility>
#include <vector>

#include "base/copied.h"
#include "rules/rule.h"
#include "scenario/fields.h"
#include "scenario/rule_source.h"

namespace tandem {

// One kind of rule: how files name it, what they may say about it, and how it is made.
struct RuleKind {
  std::string_view type;
  std::vector<std::string_view> keys;    // that its entry may have beside "type"
  std::vector<std::string_view> events;  // that it may tell, by their names
  // Reports what is wrong; null after an error.
  std::shared_ptr<const RuleConfig> (*read)(const Fields& fields, const RuleSource& source);
  std::unique_ptr<Rule> (*make)(std::shared_ptr<const RuleConfig> config);
  // Whether every such scenario has one with default settings, unless it has its own.
  bool (*is_standard_in)(const Scenario& scenario) = nullptr;
};

// The kind of a class with
//   struct Config : RuleConfig;
//   static std::vector<std::string_view> keys();
//   static std::vector<std::string_view> events();  // unless it tells none
//   static void read(const Fields&, const RuleSource&, Config&);
//   R(std::shared_ptr<const Config>);
template <typename R>
RuleKind rule_kind_of(std::string_view type,
                      bool (*is_standard_in)(const Scenario& scenario) = nullptr) {
  std::vector<std::string_view> events;
  if constexpr (requires { R::events(); }) events = R::events();
  return {.type = type,
          .keys = R::keys(),
          .events = std::move(events),
          .read = [](const Fields& fields,
                     const RuleSource& source) -> std::shared_ptr<const RuleConfig> {
            const int errors_before = fields.findings().error_count();
            auto config = std::make_shared<typename R::Config>();
            R::read(fields, source, *config);
            if (fields.findings().error_count() > errors_before) return nullptr;
            return config;
          },
          .make = [](std::shared_ptr<const RuleConfig> config) -> std::unique_ptr<Rule> {
            return std::make_unique<Copyable<Rule, R>>(
                std::static_pointer_cast<const typename R::Config>(std::move(config)));
          },
          .is_standard_in = is_standard_in};
}

// Every kind there is. Adding one is a file here and a line in rule_kinds.cpp.
const std::vector<RuleKind>& rule_kinds();

// Null when there is none.
const RuleKind* find_rule_kind(std::string_view type);

// What a loader needs to know about rules.
std::shared_ptr<const RuleConfig> read_rule(const RuleSource& source);
std::vector<RuleDescription> standard_rules(const Scenario& scenario, LoadContext& context);

}  // namespace tandem
