// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <vector>

#include "base/bell.h"
#include "base/mailbox.h"
#include "base/time.h"
#include "base/wall_time.h"
#include "physics/physics_world.h"
#include "robots/robot.h"
#include "rules/rules.h"
#include "scenario/paint.h"
#include "scenario/scenario.h"
#include "sensors/suite.h"
#include "simulation/fault_list.h"
#include "twin/twin_motion.h"
#include "world/edit.h"
#include "world/entity_list.h"
#include "world/event.h"
#include "world/paint_image.h"
#include "world/shared_table.h"

namespace tandem {

// What the outside asked of one step. Recording these is enough to replay a run exactly.
struct Inputs {
  std::vector<EditRequest> edits;         // in this order, before anything else happens
  std::vector<OrderRequest> orders;       // to robots and to the world, after the edits
  std::vector<VelocityCommand> commands;  // to a twin: what the real robot was told
  std::vector<TrackedPose> poses;         // of real robots, as their trackers say
  std::vector<InertialReading> inertia;   // of real robots, as their own IMUs say
  std::vector<PaintEdit> paint;           // acts after the physics, before the sensors look
  // Time that has passed without steps before this one, where simulated time is the wall clock's.
  // An episode does not count it.
  Duration skipped{};
};

// When a frame was where on its way, on the wall clock. For people, nothing depends on it.
struct Journey {
  std::optional<WallTime> pose_received;  // the newest tracked pose of its inputs; nothing: none
  WallTime begun{};                       // the step
  WallTime done{};                        // the step
  WallTime published{};                   // handed to the sinks; not set in frames that were not
};

// One step of the simulation, grouped by the stage that fills it in. Never changed once published.
//
// BodyId, JointId and EntityId name one thing within one episode: those of what was removed are not
// used again, and what is spawned gets new ones. Another episode_count means that the world was
// built anew and that ids begin again, so whoever keeps things by id forgets them then. (What the
// scenario itself brings has the same ids in each of its episodes that begin with Reset{all}.)
struct Frame {
  // which world
  std::shared_ptr<const Scenario> scenario;
  std::uint64_t world_generation = 0;  // changes of scenario so far in this run

  // in
  Inputs inputs;
  std::vector<EditOutcome> outcomes;         // one for each of inputs.edits, in their order
  std::vector<OrderOutcome> order_outcomes;  // one for each of inputs.orders, in their order

  // time
  SimTime time{};             // at the end of the step; never goes back
  SimTime time_in_episode{};  // since the start or the last reset
  Duration advanced{};        // by this step; 0 when the world was edited while time stood still
  Duration wall_time{};       // that it took to compute; for people, nothing depends on it
  Journey journey;
  std::uint64_t step_count = 0;
  std::uint64_t episode_count = 0;  // how often the world was built anew: resets, other scenarios
  std::uint64_t episode = 0;        // which of a scenario's episodes; a reset repeats it

  // physics
  PhysicsReport physics;
  std::shared_ptr<const EntityList> entities;  // the same list for as long as it does not change
  PoseTable world_from_body;                   // by BodyId; of no meaning where one was removed
  TwistTable body_velocity;                    // of the body's origin, by BodyId
  std::vector<BodyId> moved;                   // in this step, the spawned included; by id
  std::vector<Contact> contacts;

  // robots
  std::vector<RobotState> robots;

  // rules
  std::vector<WorldEvent> events;                   // what they and faults tell of this step
  std::shared_ptr<const Rules::Statuses> statuses;  // the same list while it lasts
  std::vector<Carried> carried;                     // by robots

  // what goes wrong on purpose, now or later; the same list while nothing changes
  std::shared_ptr<const FaultStates> faults;

  // paint; null in scenarios without a floor to paint
  std::shared_ptr<const PaintImage> paint;
  std::vector<PaintRect> paint_changes;  // since the frame before, also by a reset
  int refused_paint_edits = 0;           // of this step; see why_unpaintable()

  // sensors
  std::shared_ptr<const SensorList> sensors;  // all there are; the same list while it lasts
  Readings readings;                          // what somebody wanted
  std::uint64_t dropped_pictures = 0;         // in all: they took longer than they had

  // A digest of the whole state. Equal after equal inputs since the start or the last reset.
  std::uint64_t state_hash = 0;
};

// Where any thread leaves input for the next step.
struct Inbox {
  Mailbox<EditRequest> edits;
  Mailbox<OrderRequest> orders;
  Mailbox<VelocityCommand> commands{4096, WhenFull::drop_oldest};
  Mailbox<TrackedPose> poses{4096, WhenFull::drop_oldest};
  Mailbox<InertialReading> inertia{4096, WhenFull::drop_oldest};
  Mailbox<PaintEdit> paint;
  Bell hurry;  // rung when what was put should not wait until the next step is due

  Inputs take() {
    return {.edits = edits.take(),
            .orders = orders.take(),
            .commands = commands.take(),
            .poses = poses.take(),
            .inertia = inertia.take(),
            .paint = paint.take()};
  }
  // What can be done without a step.
  Inputs take_edits() {
    return {.edits = edits.take(), .orders = orders.take(), .paint = paint.take()};
  }
};

// Where frames go: ROS topics, web clients, a recording. publish() runs on the simulation thread,
// so it hands the work to a thread of its own and returns at once.
class Sink {
 public:
  virtual ~Sink() = default;
  virtual void publish(std::shared_ptr<const Frame> frame) = 0;
};

}  // namespace tandem
