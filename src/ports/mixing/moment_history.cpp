// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#include "ports/mixing/moment_history.h"

#include <algorithm>

namespace tandem {

namespace {

constexpr Duration remembered = 5s;  // later than this no picture comes that is of any use

}  // namespace

void MomentHistory::add(const Frame& frame) {
  // a world that begins again
  if (!moments_.empty() && frame.time < moments_.back().time) moments_.clear();
  moments_.push_back({.time = frame.time,
                      .scenario = frame.scenario,
                      .entities = frame.entities,
                      .world_from_body = frame.world_from_body});
  while (moments_.front().time < frame.time - remembered) moments_.pop_front();
}

std::optional<MomentsAround> MomentHistory::around(SimTime time, Duration most_apart) const {
  if (moments_.empty()) return std::nullopt;
  const auto later = std::ranges::lower_bound(moments_, time, {}, &MixMoment::time);
  const MixMoment& after = later == moments_.end() ? moments_.back() : *later;
  const MixMoment& before = later == moments_.begin() ? moments_.front() : *(later - 1);
  const Duration since = time - before.time, until = after.time - time;
  const Duration apart = std::min(since < 0s ? -since : since, until < 0s ? -until : until);
  if (apart > most_apart) return std::nullopt;
  const bool is_between = since > 0s && until > 0s;
  return MomentsAround{before, after, is_between ? seconds(since) / seconds(since + until) : 1.0};
}

}  // namespace tandem
