// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <optional>

#include "base/time.h"

namespace tandem {

struct PidConfig {
  double proportional = 1.0;
  double integral = 0.0;      // 1/s
  double derivative = 0.0;    // s
  double max_integral = 1e9;  // what the integral may add to the output
  double max_output = 1e9;
};

// Makes a command of an error. The integral stands while the output is at its limit, so that it
// does not wind up.
class Pid {
 public:
  explicit Pid(const PidConfig& config) : config_(config) {}

  double update(double error, Duration since_last) {
    const double dt = seconds(since_last);
    const double slope = last_ && dt > 0 ? (error - *last_) / dt : 0;
    last_ = error;
    const double rest = config_.proportional * error + config_.derivative * slope;
    const double sum = std::clamp(sum_ + config_.integral * error * dt, -config_.max_integral,
                                  config_.max_integral);
    const double wanted = rest + sum;
    const double output = std::clamp(wanted, -config_.max_output, config_.max_output);
    if (output == wanted) sum_ = sum;
    return output;
  }
  void reset() {
    sum_ = 0;
    last_.reset();
  }

 private:
  PidConfig config_;
  double sum_ = 0;  // the integral, as it counts in the output
  std::optional<double> last_;
};

}  // namespace tandem
