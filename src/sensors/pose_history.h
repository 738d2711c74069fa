// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cmath>
#include <deque>

#include "base/time.h"
#include "geometry/pose.h"

namespace tandem {

// Where a sensor was in the last moments.
class PoseHistory {
 public:
  // 0: nothing is kept.
  explicit PoseHistory(Duration length) : length_(length) {}

  void start(const Pose& pose) {
    poses_.assign(1, {pose, Duration{}});
    span_ = {};
  }

  // Where it is now, `dt` after the last one.
  void add(const Pose& pose, Duration dt) {
    if (length_ == Duration{}) return;
    poses_.push_back({pose, dt});
    span_ += dt;
    while (poses_.size() > 2 && span_ - poses_[1].since_last >= length_) {
      span_ -= poses_[1].since_last;
      poses_.pop_front();
    }
  }

  // So long ago, between two known poses; the oldest one when that is not long enough ago.
  Pose at(Duration ago) const {
    std::size_t newer = poses_.size() - 1;
    while (newer > 0 && ago > poses_[newer].since_last) ago -= poses_[newer--].since_last;
    if (newer == 0) return poses_.front().pose;
    const double share = seconds(ago) / seconds(poses_[newer].since_last);
    return between(poses_[newer].pose, poses_[newer - 1].pose, share);
  }

 private:
  static Pose between(const Pose& a, const Pose& b, double share) {
    // turns of a step are small, so a straight line between quaternions will do
    const Quat &p = a.rotation, &q = b.rotation;
    const double sign = p.w * q.w + p.x * q.x + p.y * q.y + p.z * q.z < 0 ? -1 : 1;
    const auto mix = [&](double x, double y) { return x + share * (sign * y - x); };
    return {a.translation + share * (b.translation - a.translation),
            normalized(Quat{mix(p.w, q.w), mix(p.x, q.x), mix(p.y, q.y), mix(p.z, q.z)})};
  }

  struct Known {
    Pose pose;
    Duration since_last{};
  };
  Duration length_;
  Duration span_{};  // from the oldest to the newest
  std::deque<Known> poses_;
};

}  // namespace tandem
