// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <string>

#include "base/time.h"
#include "geometry/pose2.h"

namespace tandem {

// Notices that a robot which ought to move does not, as its odometry says: it is held, its wheels
// are not driven, or whoever watches it for its odometry has lost sight of it.
class MotionWatch {
 public:
  explicit MotionWatch(Duration limit) : limit_(limit) {}

  // From here on it ought to move.
  void begin(SimTime now) {
    since_ = now;
    from_.reset();
  }
  // Whether it has not for too long.
  bool is_stuck(SimTime now, const Pose2& odom_from_base);
  // What to say then.
  std::string message() const;

 private:
  Duration limit_;
  SimTime since_{};
  std::optional<Pose2> from_;
};

}  // namespace tandem
