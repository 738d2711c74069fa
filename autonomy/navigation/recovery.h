// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <string_view>

#include "base/time.h"

namespace tandem {

// What a robot tries when it does not get on, in this order and then from the beginning again: that
// of Nav2's behaviour tree.
enum class Recovery { clear_costmaps, spin, wait, back_up };
inline constexpr std::array recovery_order{Recovery::clear_costmaps, Recovery::spin, Recovery::wait,
                                           Recovery::back_up};

struct RecoveryConfig {
  int retries = 10;  // then it gives up: people who stand in the way are gone by then
  double spin_rad = 1.57;
  Duration wait = 5s;
  double back_up_m = 0.15;
  double back_up_speed_mps = 0.1;
};

constexpr Recovery recovery_of(int attempt) {
  return recovery_order[static_cast<std::size_t>(attempt) % recovery_order.size()];
}

constexpr std::string_view to_string(Recovery recovery) {
  switch (recovery) {
    case Recovery::clear_costmaps:
      return "clears its costmaps";
    case Recovery::spin:
      return "spins";
    case Recovery::wait:
      return "waits";
    case Recovery::back_up:
      return "backs up";
  }
  return "?";
}

}  // namespace tandem
