// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include "ports/desk/waiting.h"
#include "simulation/frame.h"

namespace tandem {

// Brings edits and orders to the simulation and their outcomes back to who asked. Any thread may
// ask; answers come on the port's.
class EditDesk {
 public:
  using OnOutcome = Waiting<EditOutcome>::OnOutcome;
  using OnOrderOutcome = Waiting<OrderOutcome>::OnOutcome;

  explicit EditDesk(Inbox& inbox) : inbox_(inbox) {}

  // Called once, unless the desk goes before.
  void submit(Edit edit, OnOutcome on_outcome);
  // An order to a robot; to none where `robot` is empty. Called once, too.
  void tell(std::string robot, std::string words, OnOrderOutcome on_outcome);
  // What a frame says has become of them.
  void settle(const Frame& frame);

 private:
  Inbox& inbox_;
  Waiting<EditOutcome> edits_;
  Waiting<OrderOutcome> orders_;
};

}  // namespace tandem
