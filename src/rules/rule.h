// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <variant>
#include <vector>

#include "base/hash.h"
#include "rules/order.h"
#include "rules/stage.h"

namespace tandem {

using RuleValue = std::variant<bool, double, std::string>;

// What there is to know about a rule now: a score, how many boxes have arrived.
struct RuleStatus {
  std::string rule;  // its name in the scenario
  std::string type;
  std::vector<std::pair<std::string, RuleValue>> values;
};

// Something that the world does by itself. It is made anew for each episode, sees the world and no
// network, and does the same whenever it sees the same.
class Rule {
 public:
  virtual ~Rule() = default;
  virtual std::unique_ptr<Rule> copy() const = 0;

  // Before the first step of an episode, when what the scenario brings stands in its place.
  virtual void begin(Stage&) {}
  // After the physics of each step, before anybody sees it.
  virtual void act(Stage&) {}

  // What it can be told; see obey().
  virtual std::vector<std::string_view> verbs() const { return {}; }
  // An order with one of its verbs. What was done, or why not. Orders come between steps, also
  // while time stands still. `robot` is null when the order names none and there is not just one.
  virtual Result<std::string> obey(const Order&, const Robot* /*robot*/, Stage&) {
    return Error{"nothing can be done"};
  }

  // Everything that its future depends on.
  virtual void add_to(Hash&) const {}

  // The same object until something has changed.
  const std::shared_ptr<const RuleStatus>& status() const { return status_; }

 protected:
  // To be called whenever a value has changed, and in begin().
  void report(const Stage& stage, std::vector<std::pair<std::string, RuleValue>> values);

 private:
  std::shared_ptr<const RuleStatus> status_;
};

}  // namespace tandem
