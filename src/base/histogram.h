// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstdint>

#include "base/time.h"

namespace tandem {

// How long things took, for as long as they go on: a fixed amount of memory, and quantiles that
// are right within 3 %.
class DurationHistogram {
 public:
  void add(Duration duration);

  std::uint64_t count() const { return count_; }
  Duration mean() const;
  Duration max() const { return max_; }
  // The time that this share of all samples did not exceed.
  Duration quantile(double share) const;

 private:
  // 32 buckets to each doubling, from 1 ns up
  static constexpr int buckets_per_doubling = 32;
  std::array<std::uint64_t, 60 * buckets_per_doubling> buckets_{};
  std::uint64_t count_ = 0;
  Duration total_{};
  Duration max_{};
};

}  // namespace tandem
