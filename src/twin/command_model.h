// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <deque>

#include "base/time.h"
#include "scenario/twin_config.h"
#include "twin/motion_filter.h"
#include "twin/turn_record.h"

namespace tandem {

struct MotionEstimate {
  Pose2 room_from_robot;
  PlanarTwist velocity;
};

// What velocity commands make of a robot's motion.
class CommandModel {
 public:
  explicit CommandModel(const CommandResponse& response) : response_(response) {}

  void add(const Twist2& command, SimTime time);
  // Whether there was a command not long before.
  bool speaks_of(SimTime time) const;
  // From one moment to a later one; back in time at constant velocity.
  MotionEstimate driven(const MotionEstimate& motion, SimTime from, SimTime to,
                        const TurnRecord& turns) const;

 private:
  struct Heard {
    SimTime time{};
    Twist2 velocity;
  };
  Twist2 obeyed_at(SimTime time) const;

  CommandResponse response_;
  std::deque<Heard> heard_;  // by time
};

// Where a motion leads: it turns as the gyroscope says if that covers the time, and is steady but
// for that.
MotionEstimate carried_on(MotionEstimate motion, SimTime from, SimTime to, const TurnRecord& turns);

}  // namespace tandem
