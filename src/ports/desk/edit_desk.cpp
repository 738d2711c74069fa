// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#include "ports/desk/edit_desk.h"

#include <utility>

#include "base/utf8.h"
#include "rules/order_words.h"

namespace tandem {

void EditDesk::submit(Edit edit, OnOutcome on_outcome) {
  const Ticket ticket = edits_.add(std::move(on_outcome));
  if (inbox_.edits.put({std::move(edit), ticket})) return;
  edits_.settle(EditOutcome{.ticket = ticket,
                            .result = EditResult::refused,
                            .reason = "too many changes wait for the next step; try again"});
}

void EditDesk::tell(std::string robot, std::string words, OnOrderOutcome on_outcome) {
  const Ticket ticket = orders_.add(std::move(on_outcome));
  OrderOutcome refusal{.ticket = ticket, .robot = robot};
  // what is too long is not carried around
  if (words.size() > longest_order) {
    refusal.words = first_characters(words, 60);
    refusal.words += "...";
    refusal.text = why_too_long(words);
    return orders_.settle(refusal);
  }
  refusal.words = words;
  if (inbox_.orders.put({std::move(robot), std::move(words), ticket})) return;
  refusal.text = "too many orders wait for the next step; try again";
  orders_.settle(refusal);
}

void EditDesk::settle(const Frame& frame) {
  edits_.settle(frame.outcomes);
  orders_.settle(frame.order_outcomes);
}

}  // namespace tandem
