// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#include "ports/projector/prediction.h"

#include <algorithm>
#include <chrono>

#include "simulation/pacer.h"

namespace tandem {

namespace {

constexpr Duration longest_ahead = 50ms;  // guesses beyond this are worse than none
constexpr Duration forgotten = 200ms;     // without a frame for so long, time stands still

}  // namespace

Duration ahead_of(const Frame& frame, double speed, WallTime seen, WallTime now) {
  const Journey& journey = frame.journey;
  if (frame.advanced == Duration{} || speed == 0 || now - journey.published > forgotten) return {};
  // a frame shows the end of its step, which began when that much time was left
  const auto since_begin = std::chrono::duration_cast<Duration>((seen - journey.begun) * speed);
  return std::clamp<Duration>(since_begin - frame.advanced, -frame.advanced, longest_ahead);
}

double speed_of(const RunControl::Status& run) {
  return run.is_paused || run.speed == Pacer::as_fast_as_possible ? 0 : run.speed;
}

}  // namespace tandem
