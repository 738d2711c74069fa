// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#include "rules/rules.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <set>

#include "rules/order_words.h"
#include "rules/rule_kind.h"

namespace tandem {

namespace {

// The robot that an order is for: who it came to, or whom it names, or the only one there is.
Result<const Robot*> robot_for(const OrderRequest& request, const Order& order,
                               const Stage& stage) {
  if (!request.robot.empty() && !order.robot.empty() && request.robot != order.robot)
    return Error{
        fmt::format("it came to '{}' and is for {}", request.robot, in_quotes(order.robot))};
  const std::string& name = order.robot.empty() ? request.robot : order.robot;
  if (!name.empty()) {
    if (const Robot* robot = stage.find_robot(name)) return robot;
    return Error{fmt::format("there is no robot {}", in_quotes(name))};
  }
  return stage.robots().size() == 1 ? &stage.robots().front() : nullptr;
}

}  // namespace

Rules::Rules(std::shared_ptr<const Scenario> scenario) : scenario_(std::move(scenario)) {
  for (const RuleDescription& description : scenario_->rules)
    if (description.config)
      rules_.push_back({description, find_rule_kind(description.type)->make(description.config)});
}

void Rules::begin(Stage& stage) {
  for (Running& running : rules_) {
    stage.give_turn(running.description);
    running.rule->begin(stage);
  }
}

void Rules::act(Stage& stage) {
  for (Running& running : rules_) {
    stage.give_turn(running.description);
    running.rule->act(stage);
  }
}

OrderOutcome Rules::obey(const OrderRequest& request, const Order& order, Stage& stage) {
  OrderOutcome outcome{.ticket = request.ticket, .robot = request.robot, .words = request.words};
  const auto settle = [&](const Result<std::string>& result) {
    outcome.is_done = static_cast<bool>(result);
    outcome.text = result ? *result : result.error();
    return outcome;
  };
  const Result<const Robot*> robot = robot_for(request, order, stage);
  if (!robot) return settle(Error{robot.error()});
  if (*robot) outcome.robot = (*robot)->config().name;

  Running* running = with_verb(order.verb);
  if (!running) {
    std::set<std::string_view> verbs{"next_episode", "reset"};
    for (const Running& known : rules_)
      for (const std::string_view verb : known.rule->verbs()) verbs.insert(verb);
    return settle(Error{fmt::format("{} is nothing that can be done here; there are: {}",
                                    in_quotes(order.verb), fmt::join(verbs, ", "))});
  }
  stage.give_turn(running->description);
  return settle(running->rule->obey(order, *robot, stage));
}

Rules::Running* Rules::with_verb(const std::string& verb) {
  const auto found = std::ranges::find_if(rules_, [&](const Running& running) {
    const std::vector<std::string_view> verbs = running.rule->verbs();
    return std::ranges::find(verbs, verb) != verbs.end();
  });
  return found == rules_.end() ? nullptr : &*found;
}

void Rules::add_to(Hash& hash) const {
  carrying_.add_to(hash);
  for (const Running& running : rules_) running.rule->add_to(hash);
}

std::shared_ptr<const Rules::Statuses> Rules::statuses() {
  Statuses now;
  for (const Running& running : rules_)
    if (running.rule->status()) now.push_back(running.rule->status());
  if (now != *statuses_) statuses_ = std::make_shared<const Statuses>(std::move(now));
  return statuses_;
}

}  // namespace tandem
