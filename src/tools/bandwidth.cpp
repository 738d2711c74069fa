// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#include "tools/bandwidth.h"

#include <fmt/format.h>

#include <algorithm>

namespace tandem {

void Bandwidth::add(Duration time, std::size_t bytes) {
  arrivals_.push_back({time, bytes});
  if (arrivals_.size() > window_) arrivals_.pop_front();
}

std::optional<BandwidthSummary> Bandwidth::summary(Duration now) const {
  if (arrivals_.size() < 2 || now <= arrivals_.front().time) return {};

  BandwidthSummary summary{.min_bytes = arrivals_.front().bytes, .count = arrivals_.size()};
  double total = 0;
  for (const Arrival& arrival : arrivals_) {
    total += static_cast<double>(arrival.bytes);
    summary.min_bytes = std::min(summary.min_bytes, arrival.bytes);
    summary.max_bytes = std::max(summary.max_bytes, arrival.bytes);
  }
  summary.mean_bytes = total / static_cast<double>(arrivals_.size());
  summary.bytes_per_second = total / seconds(now - arrivals_.front().time);
  return summary;
}

std::string to_bytes_text(double bytes) {
  if (bytes < 1e3) return fmt::format("{:.0f} B", bytes);
  if (bytes < 1e6) return fmt::format("{:.2f} KB", bytes / 1e3);
  if (bytes < 1e9) return fmt::format("{:.2f} MB", bytes / 1e6);
  return fmt::format("{:.2f} GB", bytes / 1e9);
}

}  // namespace tandem
