// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <deque>
#include <optional>

#include "base/time.h"

namespace tandem {

struct WindowSummary {
  Duration mean{};
  Duration min{};
  Duration max{};
  Duration deviation{};  // standard deviation of what is in the window
  std::size_t count = 0;
};

// Durations as they arrive, of which only the last `window` are remembered.
class WindowStatistics {
 public:
  explicit WindowStatistics(std::size_t window) : window_(window) {}

  void add(Duration value);
  void clear() { values_.clear(); }

  // Nothing before the first value.
  std::optional<WindowSummary> summary() const;

 private:
  std::size_t window_;
  std::deque<Duration> values_;
};

// How often something happens, from the times at which it did.
class RateStatistics {
 public:
  // A window of n events spans n - 1 intervals.
  explicit RateStatistics(std::size_t window) : intervals_(window > 1 ? window - 1 : 1) {}

  // Time that went back (a simulation that began anew) begins a new window.
  void add(Duration time);

  // Of the intervals; nothing before the second event.
  std::optional<WindowSummary> summary() const { return intervals_.summary(); }

 private:
  WindowStatistics intervals_;
  std::optional<Duration> last_;
};

}  // namespace tandem
