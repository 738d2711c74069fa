// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "robots/twin_body.h"

namespace tandem {

// The body of a real robot that goes where the robot goes, pushes what is in its way, and that
// nothing pushes.
class KinematicTwin : public TwinBody {
 public:
  KinematicTwin(const RobotConfig& config, const Entity& entity, const World& world);

  double path_m() const override { return path_m_; }
  void move(double share, Duration part, World& world) override;
  void measure(Duration dt, const World& world) override;

  Pose2 world_from_robot() const override { return motion().state().world_from_robot; }
  PlanarTwist velocity() const override { return motion().state().velocity; }
  TwinReport report(const World& world) const override;
  void append_joint_states(const PhysicsWorld& physics, JointStates& states) const override;

 protected:
  void set_aim(Duration dt, const World& world) override;

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
  std::vector<BodyId> touching_;
  int steps_since_check_ = 0;

  std::vector<Wheel> wheels_;
  double wheel_radius_m_ = 0;
  double track_m_ = 0;
  double left_angle_ = 0, right_angle_ = 0;
  double left_speed_ = 0, right_speed_ = 0;
};

}  // namespace tandem
