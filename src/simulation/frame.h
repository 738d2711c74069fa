// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <memory>
#include <vector>

#include "base/mailbox.h"
#include "base/time.h"
#include "physics/physics_world.h"
#include "robots/robot.h"
#include "scenario/paint.h"
#include "world/paint_image.h"
#include "world/pose_table.h"
#include "world/world.h"

namespace tandem {

// What the outside asked of one step. Recording these is enough to replay a run exactly.
struct Inputs {
  bool resets_world = false;  // before anything else happens
  std::vector<VelocityCommand> commands;
  std::vector<PaintEdit> paint;  // acts after the physics, before the sensors look
};

// One step of the simulation, grouped by the stage that fills it in. Never changed once published.
struct Frame {
  // in
  Inputs inputs;

  // time
  SimTime time{};             // at the end of the step; never goes back
  SimTime time_in_episode{};  // since the start or the last reset
  std::uint64_t step_count = 0;
  std::uint64_t episode_count = 0;  // resets so far

  // physics
  PhysicsReport physics;
  std::shared_ptr<const std::vector<Entity>> entities;
  PoseTable world_from_body;  // by BodyId
  std::vector<BodyId> moved;  // during this step
  std::vector<Contact> contacts;

  // robots
  std::vector<RobotState> robots;

  // paint; null in scenarios without a floor to paint
  std::shared_ptr<const PaintImage> paint;
  std::vector<PaintRect> paint_changes;  // since the frame before, also by a reset
  int refused_paint_edits = 0;           // of this step; see why_unpaintable()

  // A digest of the whole state. Equal after equal inputs since the start or the last reset.
  std::uint64_t state_hash = 0;
};

// Where any thread leaves input for the next step.
struct Inbox {
  Mailbox<VelocityCommand> commands;
  Mailbox<PaintEdit> paint;
  Mailbox<bool> resets{16};

  Inputs take() { return {!resets.take().empty(), commands.take(), paint.take()}; }
};

// Where frames go: ROS topics, web clients, a recording. publish() runs on the simulation thread,
// so it hands the work to a thread of its own and returns at once.
class Sink {
 public:
  virtual ~Sink() = default;
  virtual void publish(std::shared_ptr<const Frame> frame) = 0;
};

}  // namespace tandem
