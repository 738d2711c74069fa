// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#include "ports/desk/edit_desk.h"

#include <utility>

namespace tandem {

void EditDesk::submit(Edit edit, OnOutcome on_outcome) {
  const Ticket ticket = next_ticket();
  {
    // before it can be answered
    const std::lock_guard lock(mutex_);
    waiting_.emplace(ticket, std::move(on_outcome));
  }
  if (inbox_.edits.put({std::move(edit), ticket})) return;
  settle({{.ticket = ticket,
           .result = EditResult::refused,
           .reason = "too many changes wait for the next step; try again"}});
}

void EditDesk::settle(const std::vector<EditOutcome>& outcomes) {
  for (const EditOutcome& outcome : outcomes) {
    OnOutcome on_outcome;
    {
      const std::lock_guard lock(mutex_);
      const auto found = waiting_.find(outcome.ticket);
      if (found == waiting_.end()) continue;  // somebody else's
      on_outcome = std::move(found->second);
      waiting_.erase(found);
    }
    on_outcome(outcome);
  }
}

}  // namespace tandem
