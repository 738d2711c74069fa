// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "autonomy/behavior/skill.h"
#include "autonomy/behavior/whereabouts.h"
#include "autonomy/farming/guided_drive.h"
#include "autonomy/farming/leg_driver.h"

namespace tandem {

// The outline of the robot with what it carries; of an empty name: alone.
using OutlineOf = std::function<std::vector<Vec2>(const std::string& tool)>;

// Has the navigator drive to the goal's pose; its target is the tool that is carried, if any.
//
// Ends with "arrived", "unreachable", "navigator_lost", "tracking_lost", "sensor_lost",
// "preempted" or "failed".
class Travel final : public Skill {
 public:
  Travel(Node& node, OutlineOf outline_of) : drive_(node), outline_of_(std::move(outline_of)) {}

  static std::vector<std::string> outcomes();  // besides "failed"

  void start(const Goal& goal, SimTime now) override;
  std::optional<Result> step(SimTime now) override;
  void stop() override { drive_.stop(); }
  Feedback feedback() const override;

 private:
  GuidedDrive drive_;
  OutlineOf outline_of_;
  std::string wrong_;
};

struct DockConfig {
  double speed_mps = 0.15;
};

// Drives in a straight line to the goal's pose, ahead or back, whichever way it lies; its target is
// the tool that is carried, if any.
//
// Ends with "arrived", "blocked", "odometry_lost", "tracking_lost" or "failed".
class Dock final : public Skill {
 public:
  Dock(Node& node, Whereabouts& whereabouts, const WayGuard& guard, OutlineOf outline_of,
       const DockConfig& config);

  static std::vector<std::string> outcomes();  // besides "failed"

  void start(const Goal& goal, SimTime now) override;
  std::optional<Result> step(SimTime now) override;
  void stop() override { driver_.stop(); }

 private:
  Whereabouts& whereabouts_;
  OutlineOf outline_of_;
  const DockConfig& config_;
  LegDriver driver_;
  Goal goal_;
  SimTime begin_{};
  bool is_driving_ = false;
};

}  // namespace tandem
