// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>
#include <map>
#include <mutex>
#include <vector>

#include "simulation/frame.h"

namespace tandem {

// Brings edits to the simulation and their outcomes back to who asked. Any thread may ask; answers
// come on the port's.
class EditDesk {
 public:
  using OnOutcome = std::function<void(const EditOutcome&)>;

  explicit EditDesk(Inbox& inbox) : inbox_(inbox) {}

  // Called once, unless the desk goes before.
  void submit(Edit edit, OnOutcome on_outcome);
  // What a frame says has become of them.
  void settle(const std::vector<EditOutcome>& outcomes);

 private:
  Inbox& inbox_;
  std::mutex mutex_;
  std::map<Ticket, OnOutcome> waiting_;
};

}  // namespace tandem
