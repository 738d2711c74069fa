// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "base/time.h"

namespace tandem {

// Notices that something which ought to be heard again and again has fallen silent.
class Watchdog {
 public:
  explicit Watchdog(Duration limit) : limit_(limit) {}

  // From here on it is expected.
  void begin(SimTime now) { last_ = now; }
  void heard(SimTime now) { last_ = now; }
  bool is_silent(SimTime now) const { return now - last_ > limit_; }
  Duration limit() const { return limit_; }

 private:
  Duration limit_;
  SimTime last_{};
};

}  // namespace tandem
