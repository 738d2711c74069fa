// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "base/copied.h"
#include "base/hash.h"
#include "base/time.h"
#include "geometry/pose2.h"
#include "robots/drive.h"
#include "robots/odometry.h"
#include "robots/twin_body.h"
#include "scenario/scenario.h"
#include "world/world.h"

namespace tandem {

struct VelocityCommand {
  std::string robot;
  Twist2 velocity;
};

// One robot in one frame.
struct RobotState {
  std::string name;
  std::shared_ptr<const RobotConfig> config;  // the same one for as long as the robot is there
  EntityId entity{};
  Pose world_from_base;  // the truth
  Twist velocity;
  Twist2 command;  // what the robot obeys now; zero when the last command is too old
  OdometryReading odometry;
  JointStates joints;
  int refused_commands = 0;        // that were no finite numbers; check who sends them
  std::optional<TwinReport> twin;  // of twins
};

// A simulated robot that does what the last velocity command said, or the twin of a real one.
class Robot {
 public:
  Robot(std::shared_ptr<const RobotConfig> config, World& world, std::uint64_t seed,
        bool is_spawned = false);
  // Takes the place of a robot that was removed from the world: its odometry goes on.
  void continue_after(const Robot& former);

  // Before a physics step that ends at `end`: a twin finds out where it has to be by then. What it
  // is commanded is what the real robot was told. Others have nothing to do.
  void aim(std::span<const TrackedPose> poses, std::span<const VelocityCommand> commands,
           std::span<const InertialReading> inertia, SimTime end, Duration dt, const World& world);
  // Whether a pose of it arrived in the step, so that its sensors may look at once.
  bool was_seen() const { return twin_ && twin_->was_seen(); }
  // How far the farthest point of a twin goes in the step.
  double twin_path_m() const { return twin_ ? twin_->path_m() : 0; }
  // Moves a twin by this share of the way it goes in the step, counted from its beginning.
  void follow(double share, Duration part, World& world);

  // Before a physics step: a simulated robot obeys the newest command, or the scenario's script
  // while nobody commands. Time counts from the start of the episode.
  void drive(std::span<const VelocityCommand> commands, SimTime now, Duration dt, World& world);

  // From the next step on. A twin's wheels turn elsewhere.
  void trouble(const WheelTrouble& wheels) { trouble_ = wheels; }

  // After it: reads wheels and odometry.
  void measure(const World& world, Duration dt);

  // Somebody put it elsewhere or gave it a push: it goes on from there, and its odometry, which
  // counts what wheels do, does not notice.
  void carried_away(const World& world);

  RobotState state(const World& world) const;
  const RobotConfig& config() const { return *config_; }
  EntityId entity() const { return entity_; }
  TwinMotion* twin() { return twin_ ? &twin_->motion() : nullptr; }
  const TwinMotion* twin() const { return twin_ ? &twin_->motion() : nullptr; }

  void add_to(Hash& hash) const;

 private:
  std::optional<Twist2> scripted(SimTime now) const;
  Pose2 floor_pose(const World& world) const;
  OdometryReading reading() const;
  Twist2 with_trouble(const Twist2& wanted);
  void add_slip(JointStates& joints) const;

  std::shared_ptr<const RobotConfig> config_;
  EntityId entity_{};
  EntityLink base_;
  Copied<Drive> drive_;    // of simulated robots
  Copied<TwinBody> twin_;  // of twins
  Pose2 odom_from_start_;
  std::vector<std::pair<std::string, JointId>> other_joints_;  // those that are no wheels
  Odometry odometry_;
  Pose2 last_pose_;
  Twist2 command_;
  std::optional<SimTime> last_command_;
  int refused_commands_ = 0;
  WheelTrouble trouble_;
  // What the wheels of each side turn without moving the robot.
  struct Slip {
    double speed_mps = 0;
    double way_m = 0;
  };
  Slip left_slip_, right_slip_;
};

// By its name; null when there is none.
const Robot* find_robot(std::span<const Robot> robots, std::string_view name);

}  // namespace tandem
