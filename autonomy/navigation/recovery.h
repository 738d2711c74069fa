// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <string_view>

#include "base/time.h"

namespace tandem {

// What a robot tries when it does not get on, in this order and then from the beginning again: that
// of Nav2's behaviour tree, and then it makes room, as who stands in its way may wait for it.
enum class Recovery { clear_costmaps, spin, wait, back_up, make_room };
inline constexpr std::array recovery_order{Recovery::clear_costmaps, Recovery::spin, Recovery::wait,
                                           Recovery::back_up, Recovery::make_room};

struct RecoveryConfig {
  int retries = 10;  // then it gives up: people who stand in the way are gone by then
  double spin_rad = 1.57;
  Duration wait = 5s;
  double back_up_m = 0.15;
  double back_up_speed_mps = 0.1;
  double room_m = 1.4;  // to what stands in the way: people walk on who stop for robots within 1 m
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
    case Recovery::make_room:
      return "makes room";
  }
  return "?";
}

}  // namespace tandem
