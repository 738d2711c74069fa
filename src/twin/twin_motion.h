// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <optional>
#include <span>
#include <string>

#include "base/hash.h"
#include "base/result.h"
#include "base/time.h"
#include "base/wall_time.h"
#include "calibration/plane_view.h"
#include "scenario/twin_config.h"
#include "twin/pose_estimator.h"
#include "twin/room_frame.h"
#include "twin/stamp_clock.h"

namespace tandem {

// What a tracker says about one robot: metres of the room, or pixels of its camera.
struct TrackedPose {
  std::string robot;
  std::optional<SimTime> stamp;  // by the source's clock; without one, as it arrives
  Pose2 marker;
  std::optional<WallTime> received{};  // for people, nothing depends on it
};

// What a real robot's own IMU says.
struct InertialReading {
  std::string robot;
  std::optional<SimTime> stamp;  // by the robot's clock
  double yaw_rate_radps = 0;
};

enum class TrackingState {
  waiting,   // never seen
  tracking,  // seen just now
  degraded,  // not seen as often as usual: predicted
  lost,      // not seen for too long, or outside of its area: the twin stands still
};
std::string_view name_of(TrackingState state);

// What became of the poses that arrived.
struct TrackingCounts {
  int accepted = 0;
  int late = 0;        // of these, came after a newer one
  int relocated = 0;   // of these, put the robot somewhere else
  int duplicates = 0;  // of a moment that was known already
  int too_old = 0;     // check the clocks
  int outliers = 0;    // further than the robot can drive; check the tracker
  int unusable = 0;    // no finite numbers, no place on Earth, or pixels above the horizon
  int outside = 0;     // of the accepted, not in the tracker's area
  int clock_steps = 0;
};

struct TwinState {
  TrackingState tracking = TrackingState::waiting;
  bool is_paused = false;
  bool has_jumped = false;  // in this update: too far to have driven there
  bool is_inside = true;    // of the tracker's area, when it was seen last
  Pose2 world_from_robot;
  PlanarTwist velocity;   // in the world's scale
  Pose2 room_from_robot;  // of the real robot, also while paused
  Pose2 world_from_room;  // without scale
  // That its tracker sees, where it lies in the world; nothing where it has no border, or where
  // nobody knows yet where the room is.
  std::optional<Area> area;
  Duration pose_age{};  // of the newest pose
  Duration clock_offset{};
  Duration latency{};
  TrackingCounts counts;
};

// Where a twin stands: the poses of a real robot, made smooth, brought to now and into the world.
class TwinMotion {
 public:
  // The calibration must be one that PlaneView accepts.
  TwinMotion(const TwinConfig& config, const Pose2& world_from_start);

  // What the real robot was told to do just now. Nothing needs it, but predictions are better with.
  void hear(const Twist2& command, SimTime now) { estimator_.hear(command, now); }
  void hear(const InertialReading& reading, SimTime now);
  // What arrived by now; `dt` has passed since the last update.
  const TwinState& update(std::span<const TrackedPose> poses, SimTime now, Duration dt);

  // The twin stays while the robot is moved by a person or a recovery controller.
  void pause();
  // It goes on from where it stands, wherever the robot is by now: with the next pose.
  void resume();

  const TwinState& state() const { return state_; }
  void add_to(Hash& hash) const;

  // Where in the world a pose of its tracker says that the robot is; nothing where nobody knows.
  std::optional<Pose2> world_from(const Pose2& marker) const;
  // The same pose elsewhere in the room.
  Pose2 displaced(const Pose2& marker, Vec2 by_m) const;

 private:
  std::optional<Pose2> room_from_robot(const Pose2& marker) const;
  void take(const TrackedPose& pose, SimTime now);
  void judge(SimTime now);
  std::optional<Area> area_in_world() const;
  Pose2 corrected(const Pose2& target) const;
  void decay(Duration dt);

  TwinConfig config_;
  std::optional<PlaneView> view_;
  Pose2 world_from_start_;
  StampClock clock_;
  StampClock imu_clock_;
  PoseEstimator estimator_;
  std::optional<RoomFrame> frame_;  // nothing until the first pose
  Pose2 correction_;                // still to be made, in the world
  std::optional<SimTime> last_arrival_;
  bool is_resuming_ = false;
  TwinState state_;
};

}  // namespace tandem
