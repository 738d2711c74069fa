// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>
#include <map>
#include <mutex>
#include <utility>
#include <vector>

#include "base/ticket.h"

namespace tandem {

// Who waits for the outcome of what. Any thread.
template <typename Outcome>
class Waiting {
 public:
  using OnOutcome = std::function<void(const Outcome&)>;

  // The ticket that the outcome will have.
  Ticket add(OnOutcome on_outcome) {
    const Ticket ticket = next_ticket();
    const std::lock_guard lock(mutex_);
    waiting_.emplace(ticket, std::move(on_outcome));
    return ticket;
  }

  void settle(const std::vector<Outcome>& outcomes) {
    for (const Outcome& outcome : outcomes) settle(outcome);
  }

  void settle(const Outcome& outcome) {
    OnOutcome on_outcome;
    {
      const std::lock_guard lock(mutex_);
      const auto found = waiting_.find(outcome.ticket);
      if (found == waiting_.end()) return;  // somebody else's
      on_outcome = std::move(found->second);
      waiting_.erase(found);
    }
    on_outcome(outcome);
  }

 private:
  std::mutex mutex_;
  std::map<Ticket, OnOutcome> waiting_;
};

}  // namespace tandem
