// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <span>
#include <vector>

#include "robots/drive.h"
#include "scenario/scenario.h"
#include "twin/twin_motion.h"
#include "world/world.h"

namespace tandem {

// A twin in one frame.
struct TwinReport {
  TwinState state;
  std::vector<BodyId> touching;  // what it touches or overlaps, the ground apart; by id
  // How deep the worst of what it pushes is in it: more than a few millimetres is something that
  // could not get out of its way.
  double overlap_m = 0;
  // How far a dynamic twin is from where its robot is; a kinematic one is there.
  double off_m = 0;
  double off_rad = 0;
  int snaps = 0;  // how often it was put there because it was too far off
};

// What was heard of a real robot since the last step.
struct RobotNews {
  std::span<const TrackedPose> poses;
  std::span<const Twist2> commands;  // that it was told
  std::span<const InertialReading> inertia;
};

// The body of a real robot in the world.
class TwinBody {
 public:
  explicit TwinBody(const RobotConfig& config);
  virtual ~TwinBody() = default;
  virtual std::unique_ptr<TwinBody> copy() const = 0;

  // Before a physics step that ends at `end`: finds out where to be by then.
  void aim(const RobotNews& news, SimTime end, Duration dt, const World& world);
  bool was_seen() const { return was_seen_; }  // by then, since the step before
  // How far its farthest point goes in that step; nothing where that does not matter.
  virtual double path_m() const = 0;
  // Before a part of the step: goes to where it is at this share of its way, counted from its
  // beginning.
  virtual void move(double share, Duration part, World& world) = 0;
  // After the step.
  virtual void measure(Duration dt, const World& world) = 0;

  TwinMotion& motion() { return motion_; }
  const TwinMotion& motion() const { return motion_; }
  // Where the body is and how it moves, seen from itself.
  virtual Pose2 world_from_robot() const = 0;
  virtual PlanarTwist velocity() const = 0;
  virtual TwinReport report(const World& world) const = 0;
  virtual void append_joint_states(const PhysicsWorld& physics, JointStates& states) const = 0;

 protected:
  virtual void set_aim(Duration dt, const World& world) = 0;

 private:
  TwinMotion motion_;
  bool was_seen_ = false;
};

std::unique_ptr<TwinBody> make_twin_body(const RobotConfig& config, const Entity& entity,
                                         const World& world);

}  // namespace tandem
