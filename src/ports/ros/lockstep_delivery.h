// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>
#include <memory>
#include <string>

#include "middleware/lockstep.h"
#include "simulation/frame.h"

namespace tandem {

// The last sink of a run in lockstep, after the port: delivers what the frame brought and waits
// until every robot program has handled it. What they sent is then input of the next step, so that
// programs and simulation together repeat bit for bit.
class LockstepDelivery : public Sink {
 public:
  // `on_endless` is told, as a sentence, about programs that never fall silent.
  LockstepDelivery(Lockstep& lockstep, std::function<void(const std::string&)> on_endless)
      : lockstep_(lockstep), on_endless_(std::move(on_endless)) {}

  void publish(std::shared_ptr<const Frame> frame) override {
    if (const Result<int> delivered = lockstep_.advance(frame->time); !delivered)
      on_endless_(delivered.error());
  }

 private:
  Lockstep& lockstep_;
  std::function<void(const std::string&)> on_endless_;
};

}  // namespace tandem
