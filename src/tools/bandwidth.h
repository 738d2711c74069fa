// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <deque>
#include <optional>
#include <string>

#include "base/time.h"

namespace tandem {

struct BandwidthSummary {
  double bytes_per_second = 0;
  double mean_bytes = 0;
  std::size_t min_bytes = 0;
  std::size_t max_bytes = 0;
  std::size_t count = 0;
};

// How many bytes arrive, from the last `window` messages.
class Bandwidth {
 public:
  explicit Bandwidth(std::size_t window) : window_(window) {}

  void add(Duration time, std::size_t bytes);

  // From the oldest message in the window until now, so that it falls when nothing comes any more.
  // Nothing before the second message.
  std::optional<BandwidthSummary> summary(Duration now) const;

 private:
  struct Arrival {
    Duration time{};
    std::size_t bytes = 0;
  };

  std::size_t window_;
  std::deque<Arrival> arrivals_;
};

// "999 B", "1.50 KB", "2.00 MB": powers of 1000.
std::string to_bytes_text(double bytes);

}  // namespace tandem
