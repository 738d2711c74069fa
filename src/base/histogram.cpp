// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#include "base/histogram.h"

#include <algorithm>
#include <cmath>

namespace tandem {

void DurationHistogram::add(Duration duration) {
  const double nanoseconds = std::max(1.0, static_cast<double>(duration.count()));
  const auto bucket = static_cast<std::size_t>(std::log2(nanoseconds) * buckets_per_doubling);
  ++buckets_[std::min(bucket, buckets_.size() - 1)];
  ++count_;
  total_ += duration;
  max_ = std::max(max_, duration);
}

Duration DurationHistogram::mean() const {
  return count_ == 0 ? Duration{} : total_ / static_cast<Duration::rep>(count_);
}

Duration DurationHistogram::quantile(double share) const {
  const auto wanted = static_cast<std::uint64_t>(std::ceil(share * static_cast<double>(count_)));
  std::uint64_t seen = 0;
  for (std::size_t i = 0; i < buckets_.size(); ++i) {
    seen += buckets_[i];
    if (seen < wanted || seen == 0) continue;
    const double upper_edge = std::exp2(static_cast<double>(i + 1) / buckets_per_doubling);
    return std::min(max_, Duration{static_cast<Duration::rep>(upper_edge)});
  }
  return max_;
}

}  // namespace tandem
