// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <optional>
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
};

// The body of a real robot in the world: it goes where the robot goes, pushes what is in its way,
// and nothing pushes it.
class TwinBody {
 public:
  TwinBody(const RobotConfig& config, const Entity& entity, const World& world);

  // Before a physics step that ends at `end`: finds out where to be by then. `commands` are what
  // the real robot was told.
  void aim(std::span<const TrackedPose> poses, std::span<const Twist2> commands, SimTime end,
           Duration dt, const World& world);
  bool was_seen() const { return was_seen_; }  // by then, since the step before
  // How far its farthest point goes in that step; nothing when it is put there at once.
  double path_m() const { return path_m_; }
  // Moves by this share of the way, counted from its beginning.
  void move(double share, World& world);
  // After the step.
  void measure(Duration dt, const World& world);

  TwinMotion& motion() { return motion_; }
  const TwinMotion& motion() const { return motion_; }
  TwinReport report(const World& world) const;
  void append_joint_states(JointStates& states) const;

 private:
  struct Probe {
    Shape shape;
    Pose body_from_shape;
  };
  struct Wheel {
    std::string joint;
    double forward = 1;
    bool is_left = false;
  };

  Pose standing_at(const Pose2& world_from_robot, const World& world) const;
  std::optional<double> ground_under(const Vec3& point, const World& world) const;
  void find_touching(const World& world);

  TwinMotion motion_;
  bool follows_ground_;
  BodyId body_{};
  Pose body_from_robot_;  // the model's origin
  std::vector<Probe> probes_;
  Vec3 foot_low_, foot_high_;  // of the box around it, from its origin
  double reach_m_ = 0;         // of its farthest point
  double ground_clearance_m_ = 0;
  Pose world_from_robot_;  // where it stands
  Pose aim_;               // and where it goes to
  double path_m_ = 0;
  bool has_moved_ = true;
  bool was_seen_ = false;
  std::vector<BodyId> touching_;
  int steps_since_check_ = 0;

  std::vector<Wheel> wheels_;
  double wheel_radius_m_ = 0;
  double track_m_ = 0;
  double left_angle_ = 0, right_angle_ = 0;
  double left_speed_ = 0, right_speed_ = 0;
};

}  // namespace tandem
