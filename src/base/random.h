// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string_view>

#include "base/hash.h"

namespace tandem {

// A stream of random numbers that is the same on every machine and library version, which the
// distributions of <random> are not. Give each user a stream of its own by name: adding one
// then leaves the numbers of the others as they were.
class Random {
 public:
  Random(std::uint64_t seed, std::string_view stream);

  std::uint64_t next();
  double uniform(double low, double high);  // [low, high)
  double normal(double mean, double deviation);
  std::uint64_t below(std::uint64_t bound);  // [0, bound)

  // Which numbers come next.
  void add_to(Hash& hash) const {
    for (const std::uint64_t word : state_) hash.add(word);
  }

 private:
  std::uint64_t state_[4];
};

}  // namespace tandem
