// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

#include "base/hash.h"

namespace tandem {

// What everything random in an episode is drawn from: in the first one the scenario's seed itself.
inline std::uint64_t episode_seed(std::uint64_t seed, std::uint64_t episode) {
  if (episode == 0) return seed;
  Hash hash;
  hash.add(seed);
  hash.add(episode);
  return hash.value();
}

}  // namespace tandem
