// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#include "rules/order_words.h"
#include "simulation/simulation.h"

namespace tandem {

std::vector<OrderOutcome> Simulation::obey(const std::vector<OrderRequest>& orders) {
  std::vector<OrderOutcome> outcomes;
  for (const OrderRequest& request : orders) outcomes.push_back(obey(request));
  return outcomes;
}

OrderOutcome Simulation::obey(const OrderRequest& request) {
  OrderOutcome outcome{.ticket = request.ticket, .robot = request.robot, .words = request.words};
  const Result<Order> order = parse_order(request.words);
  if (!order) {
    outcome.text = order.error();
    return outcome;
  }
  // what is about the whole world is no rule's business
  if (order->verb == "reset" || order->verb == "next_episode") {
    if (const auto reason = why_too_long(*order, 0)) {
      outcome.text = *reason;
      return outcome;
    }
    const bool is_next = order->verb == "next_episode";
    apply(Reset{is_next ? ResetScope::next_episode : ResetScope::all});
    outcome.robot.clear();
    outcome.is_done = true;
    outcome.text = is_next ? "the next episode begins" : "the episode begins anew";
    return outcome;
  }
  Stage now = stage();
  return rules_.obey(request, *order, now);
}

}  // namespace tandem
