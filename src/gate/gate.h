// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "base/time.h"
#include "geometry/area.h"
#include "geometry/pose2.h"

namespace tandem {

struct GateConfig {
  Duration simulator_timeout = 250ms;  // without a sign of life
  Duration pose_timeout = 250ms;       // without a pose that is newer than the last
  Duration twin_timeout = 1s;          // without a word of the twin, if there was one
  Duration command_timeout = 500ms;    // without a command
  std::optional<Area> area;            // of the room, that the robot may be in
  Duration zero_period = 50ms;         // between commands to stand still
};

// Why the gate is closed; the first that holds.
enum class GateState {
  open,
  no_simulator,         // it was never heard of
  simulator_silent,     // or its time does not go on
  no_pose,              // the robot was never seen
  pose_silent,          // or not lately
  pose_stuck,           // poses come, but their stamps do not go on
  pose_invalid,         // the last one has no finite numbers
  outside,              // of the tracked area
  twin_lost,            // the simulator cannot follow the robot by these poses
  no_twin,              // or does not any more
  stopped,              // somebody asked for it
  waiting_for_command,  // all is well again, and the autonomy has to say so
  command_silent,
};
std::string_view name_of(GateState state);

// Lets velocity commands pass to a robot's motors for as long as everybody who should be there is
// there, and tells the robot to stand still otherwise. After a loss it takes a new command to open
// it: whatever was under way before is void.
//
// All times are of one monotonic clock, but for stamps, which are the senders'.
class Gate {
 public:
  explicit Gate(const GateConfig& config) : config_(config) {}

  // What is heard. A simulator lives while its time goes on.
  void simulator(SimTime its_time, SimTime now);
  void pose(SimTime stamp, const std::optional<Pose2>& in_room, SimTime now);
  // Whether the twin follows the robot, as the simulator says. One that never does need not.
  void twin(bool is_following, SimTime now);
  void stop(bool is_stopped) { is_stopped_ = is_stopped; }

  // What to send to the motors at once, if anything: the command itself, or nothing.
  std::optional<Twist2> command(const Twist2& velocity, SimTime now);
  // Asked often: zero when the gate has just closed, and at a steady rate while it is.
  std::optional<Twist2> tick(SimTime now);

  GateState state() const { return state_; }
  // One sentence for people.
  std::string text(SimTime now) const;
  int closings() const { return closings_; }  // since the start, of an open gate

 private:
  GateState judge(SimTime now) const;
  GateState health(SimTime now) const;
  void update(SimTime now);

  GateConfig config_;
  std::optional<SimTime> simulator_time_;  // its own
  std::optional<SimTime> simulator_heard_;
  std::optional<SimTime> stamp_;
  std::optional<SimTime> pose_heard_;  // one that went on
  std::optional<SimTime> any_pose_heard_;
  std::optional<SimTime> twin_heard_;
  bool is_twin_following_ = true;
  bool is_pose_valid_ = true;
  bool is_inside_ = true;
  bool is_stopped_ = false;
  std::optional<SimTime> healthy_since_;
  std::optional<SimTime> command_heard_;
  std::optional<SimTime> last_zero_;
  GateState state_ = GateState::no_simulator;
  int closings_ = 0;
};

}  // namespace tandem
