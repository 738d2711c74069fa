// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <span>
#include <string>
#include <vector>

#include "base/copied.h"
#include "rules/rule.h"

namespace tandem {

// The rules of one episode, in the order of the scenario's file.
class Rules {
 public:
  Rules() = default;
  explicit Rules(std::shared_ptr<const Scenario> scenario);

  void begin(Stage& stage);
  void act(Stage& stage);
  // Orders that are no rule's are refused. Those of the simulation itself never come here.
  OrderOutcome obey(const OrderRequest& request, const Order& order, Stage& stage);

  void add_to(Hash& hash) const;
  // The same list while nothing in it has changed.
  using Statuses = std::vector<std::shared_ptr<const RuleStatus>>;
  std::shared_ptr<const Statuses> statuses();

  Carrying& carrying() { return carrying_; }
  const Carrying& carrying() const { return carrying_; }

 private:
  struct Running {
    const RuleDescription& description;
    Copied<Rule> rule;
  };
  Running* with_verb(const std::string& verb);

  std::shared_ptr<const Scenario> scenario_;
  std::vector<Running> rules_;
  Carrying carrying_;
  std::shared_ptr<const Statuses> statuses_ = std::make_shared<const Statuses>();
};

}  // namespace tandem
