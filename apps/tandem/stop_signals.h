// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <stop_token>
#include <thread>

namespace tandem {

// Turns Ctrl-C, SIGTERM and a closed terminal into a stop request; a second one ends the process at
// once. Make it before any other thread, so that none of them is interrupted by the signal itself.
class StopSignals {
 public:
  StopSignals();
  ~StopSignals();

  std::stop_token token() const { return source_.get_token(); }
  void request_stop() { source_.request_stop(); }

 private:
  std::stop_source source_;
  int wakeup_ = -1;  // an event that ends the listener
  std::jthread listener_;
};

}  // namespace tandem
