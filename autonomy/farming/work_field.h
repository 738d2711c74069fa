// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "autonomy/behavior/robot_command.h"
#include "autonomy/behavior/skill.h"
#include "autonomy/behavior/whereabouts.h"
#include "autonomy/farming/coverage.h"
#include "autonomy/farming/guided_drive.h"
#include "autonomy/farming/leg_driver.h"

namespace tandem {

struct WorkFieldConfig {
  double speed_mps = 0.3;
  double robot_radius_m = 0.125;
  std::function<ToolShape(const std::string& tool)> shape_of;
};

// Drives the swaths of a field with a tool that is switched on for that. The goal's target is the
// tool, its poses are where each swath begins and ends. To a swath that is not beside where the
// robot is the navigator takes it; one that cannot be reached, or whose way is blocked, is left
// out. The same goal again goes on where it was interrupted. The order to switch the tool on is
// repeated at work, as its refusal is what tells that the tool is gone.
//
// Ends with "worked", "tool_missing", "navigator_lost", "odometry_lost", "tracking_lost",
// "sensor_lost", "preempted" or "failed".
class WorkField final : public Skill {
 public:
  WorkField(Node& node, Whereabouts& whereabouts, const WayGuard& guard,
            const WorkFieldConfig& config);

  static std::vector<std::string> outcomes();  // besides "failed"

  void start(const Goal& goal, SimTime now) override;
  std::optional<Result> step(SimTime now) override;
  void stop() override;
  Feedback feedback() const override;

 private:
  enum class Phase { switching_on, travelling, driving, switching_off };

  std::vector<Vec2> outline() const;
  std::optional<Ending> ask_for_tool(SimTime now);
  void go_to_swath(SimTime now);
  void next_swath(SimTime now, bool is_done);
  std::optional<Result> end(const Ending& ending);

  Whereabouts& whereabouts_;
  const WorkFieldConfig& config_;
  RobotCommand command_;
  GuidedDrive drive_;
  LegDriver driver_;
  Phase phase_ = Phase::switching_on;
  SimTime begin_{};
  SimTime asked_{};  // for the tool
  Goal goal_;
  std::vector<Swath> swaths_;
  std::size_t current_ = 0;
  std::size_t left_out_ = 0;
  std::string why_left_out_;
  bool is_on_ = false;
};

}  // namespace tandem
