// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "base/result.h"
#include "ports/desk/edit_desk.h"
#include "ports/desk/latest_frame.h"
#include "ports/desk/network.h"
#include "ports/desk/processes.h"
#include "scenario/fault.h"

namespace tandem {

// Brings faults to the simulation and the answers back, the same for everybody who asks. Refuses
// what the simulation would take and nobody would do: faults of processes that are not there, and
// of the wheels of a real robot. Any thread; answers come on the port's.
class FaultDesk {
 public:
  // The name of the fault, or why not, as a sentence; once.
  using OnAnswer = std::function<void(const Result<std::string>&)>;

  // `network` and `processes` may be null.
  FaultDesk(EditDesk& edits, const LatestFrame& latest, const Network* network,
            std::shared_ptr<const Processes> processes)
      : edits_(edits), latest_(latest), network_(network), processes_(std::move(processes)) {}

  void inject(Fault fault, OnAnswer on_answer);
  // Of all where none is named.
  void clear(std::string name, OnAnswer on_answer);
  // Which ones a fault can kill.
  std::vector<std::string> processes() const;

 private:
  std::string why_not(const Fault& fault) const;

  EditDesk& edits_;
  const LatestFrame& latest_;
  const Network* const network_;
  const std::shared_ptr<const Processes> processes_;
};

}  // namespace tandem
