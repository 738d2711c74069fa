// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <string>
#include <utility>
#include <variant>
#include <vector>

#include "base/time.h"
#include "geometry/pose.h"
#include "geometry/pose2.h"
#include "messages/document.h"
#include "scenario/paint.h"
#include "scenario/programs_file.h"
#include "scenario/scenario.h"
#include "world/edit.h"

namespace tandem {

// What a mission does to the world, its robots and the stand-in. A new kind is a struct here, a
// reader in deed_file.cpp and a hand in deeds.cpp.

struct DeedPose {
  Pose pose;
  bool has_z = false;       // otherwise it stands on the ground
  std::string relative_to;  // a thing, seen from above; empty: the world
};
struct PlaceThing {
  std::string object;  // a type of the scenario, or a model
  std::string name;    // empty: as the world calls it
  DeedPose where;
};
struct MoveThing {
  std::string thing;
  DeedPose where;
};
struct RemoveThing {
  std::string thing;
};
struct PaintFloor {
  PaintEdit edit;
};
// By the robot's navigator: one pose, or one after the other.
struct GoTo {
  std::vector<Pose2> map_from_goals;
  bool is_tour = false;
};
struct DriveFor {
  Twist2 velocity;
  Duration lasts = 1s;
};
// By the mission itself, as a person with a joystick would.
struct DriveAlong {
  std::vector<Vec2> points;
  double speed_mps = 0.3;
  double tolerance_m = 0.2;
  bool is_by_truth = false;  // otherwise by the robot's odometry
};
struct PauseRobot {
  bool is_paused = true;
};
struct SwitchWorld {
  std::string scenario;
  ScenarioOverrides settings;
};
struct ResetWorld {
  ResetScope scope = ResetScope::all;
};
// Of the stand-in's tracker; what is not named stays as it is.
struct ChangeTracker {
  std::optional<bool> is_blind;
  std::optional<double> loss_share, outlier_share, position_noise_m, yaw_noise_rad;
  std::optional<Duration> latency, jitter;
};
// What goes wrong on purpose (docs/faults.md).
struct CauseFault {
  Fault fault;
};
struct EndFault {
  std::string name;  // empty: all
};
struct GiveOrder {
  std::string words;
};
struct PublishMessage {
  std::string topic;
  std::string type;
  Document content;
};
struct CallService {
  std::string service;
  std::string type;
  Document content;
};

using Deed = std::variant<PlaceThing, MoveThing, RemoveThing, PaintFloor, GoTo, DriveFor,
                          DriveAlong, PauseRobot, SwitchWorld, ResetWorld, ChangeTracker,
                          CauseFault, EndFault, GiveOrder, PublishMessage, CallService>;

}  // namespace tandem
