// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <chrono>
#include <functional>
#include <map>
#include <memory>
#include <string>
#include <utility>

#include "base/wall_time.h"
#include "ports/desk/network.h"
#include "ports/desk/processes.h"
#include "simulation/frame.h"
#include "world/event.h"

namespace tandem {

// Tells of faults that do nothing. Who injects one is refused at once, but those of a scenario
// begin whatever runs beside it; programs and stand-ins may come a moment later than the first
// step.
class FaultWatch final : public Sink {
 public:
  using Tell = std::function<void(const WorldEvent&)>;

  // `network` and `processes` may be null.
  FaultWatch(const Network* network, std::shared_ptr<const Processes> processes, Tell tell)
      : network_(network), processes_(std::move(processes)), tell_(std::move(tell)) {}
  ~FaultWatch() override;

  void publish(std::shared_ptr<const Frame> frame) override {
    look(*frame, std::chrono::steady_clock::now());
  }
  void look(const Frame& frame, WallTime now);

 private:
  struct Doubt {
    Fault fault;
    WallTime since;
    std::string why;          // empty: it does something
    bool is_settled = false;  // it does something, or was told of
  };
  void settle(Doubt& doubt);

  const Network* const network_;
  const std::shared_ptr<const Processes> processes_;
  const Tell tell_;
  std::map<std::string, Doubt> doubts_;  // by the names of faults that act
};

}  // namespace tandem
