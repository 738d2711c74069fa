// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#include "twin/turn_record.h"

#include <algorithm>
#include <cmath>

namespace tandem {

namespace {

constexpr Duration remembered = 2s;
constexpr std::size_t most_remembered = 2048;  // 2 s at 1 kHz
constexpr Duration longest_wait = 60ms;        // for the newest, and between two

}  // namespace

void TurnRecord::add(double yaw_rate_radps, SimTime time) {
  if (!std::isfinite(yaw_rate_radps)) return;
  if (!heard_.empty() && time <= heard_.back().time) return;
  // what was before a gap tells nothing of what comes after it
  if (!heard_.empty() && time - heard_.back().time > longest_wait) heard_.clear();
  heard_.push_back({time, yaw_rate_radps});
  while (heard_.size() > most_remembered || time - heard_.front().time > remembered)
    heard_.pop_front();
}

bool TurnRecord::covers(SimTime from, SimTime to) const {
  return !heard_.empty() && heard_.front().time <= from && to - heard_.back().time <= longest_wait;
}

double TurnRecord::rate_at(SimTime time) const {
  const auto next = std::ranges::lower_bound(heard_, time, {}, &Heard::time);
  if (next == heard_.end()) return heard_.back().rate;
  if (next == heard_.begin()) return next->rate;
  const Heard& before = *std::prev(next);
  const double share = seconds(time - before.time) / seconds(next->time - before.time);
  return before.rate + share * (next->rate - before.rate);
}

}  // namespace tandem
