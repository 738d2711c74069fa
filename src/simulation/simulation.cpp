// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#include "simulation/simulation.h"

#include <algorithm>

namespace tandem {

namespace {

using Clock = std::chrono::steady_clock;

// Gives the time since the last lap to a stage.
class StageTimer {
 public:
  void lap(DurationHistogram& stage) {
    const WallTime now = Clock::now();
    stage.add(now - last_);
    last_ = now;
  }
  void finish(DurationHistogram& whole) { whole.add(last_ - start_); }

 private:
  WallTime start_ = Clock::now();
  WallTime last_ = start_;
};

}  // namespace

// This file is the data flow. Outside, on wall-clock time:
//
//   commands -> inbox -> step -> sinks

RunReport run(Simulation& simulation, Inbox& inbox, std::span<Sink* const> sinks,
              RunControl& control, const RunOptions& options, std::stop_token stop) {
  const Duration step = simulation.scenario().step;
  const WallTime start = Clock::now();
  control.set_speed(options.speed);
  Pacer pacer(options.speed, options.max_catch_up, start);
  RunReport report;
  report.state_hash = simulation.state_hash();
  Duration paused{};

  while (!options.duration || report.simulated < *options.duration) {
    const WallTime asked = Clock::now();
    const RunControl::Permission permission = control.wait_for_permission(stop);
    paused += Clock::now() - asked;
    if (!permission.may_step) {
      report.is_interrupted = options.duration.has_value();
      break;
    }
    if (permission.is_restart) pacer.restart(permission.speed, Clock::now());

    const auto frame = std::make_shared<const Frame>(simulation.step(inbox.take()));
    for (Sink* sink : sinks) sink->publish(frame);

    ++report.steps;
    report.simulated += step;
    report.state_hash = frame->state_hash;
    const WallTime next = pacer.next_start(step, Clock::now());
    control.report(frame->time, pacer.real_time_factor());
    if (pacer.speed() != Pacer::as_fast_as_possible) control.sleep_until(next, stop);
  }
  report.wall = Clock::now() - start - paused;
  report.slipped = pacer.slipped();
  return report;
}

// Inside, on simulated time:
//
//   inputs -> robots -> physics -> paint -> frame

Frame Simulation::step(Inputs inputs) {
  StageTimer timer;
  Frame frame;
  frame.inputs = std::move(inputs);

  // reset: the world is built again from the same constants, so it goes on like the first time
  if (frame.inputs.resets_world) {
    build_world();
    episode_start_ = time_;
    ++episode_count_;
  }

  // robots: commands become forces
  const Duration dt = scenario_->step;
  for (Robot& robot : robots_)
    robot.drive(frame.inputs.commands, time_ - episode_start_, dt, *world_);
  timer.lap(times_.robots);

  // physics: one fixed step
  PhysicsWorld& physics = world_->physics();
  frame.physics = physics.step(dt);
  frame.time = time_ += dt;
  frame.time_in_episode = time_ - episode_start_;
  frame.step_count = ++step_count_;
  frame.episode_count = episode_count_;
  timer.lap(times_.physics);

  // paint: what was drawn during the step lies on the floor at its end
  for (const PaintEdit& edit : frame.inputs.paint)
    if (!paint_ || !paint_->apply(edit)) ++frame.refused_paint_edits;
  if (paint_) {
    frame.paint = paint_->share();
    frame.paint_changes = frame.paint->changes_since(*last_paint_);
    last_paint_ = frame.paint;
  }
  timer.lap(times_.paint);

  // frame: what the step left behind, for everyone outside
  for (const BodyId body : physics.moved())
    world_from_body_.set(static_cast<std::size_t>(body), physics.world_from(body));
  frame.entities = world_->share_entities();
  frame.world_from_body = world_from_body_.share();
  frame.moved.assign(physics.moved().begin(), physics.moved().end());
  frame.contacts.assign(physics.contacts().begin(), physics.contacts().end());
  for (Robot& robot : robots_) frame.robots.push_back(robot.measure(*world_, dt));

  frame.state_hash = state_hash();
  timer.lap(times_.frame);
  timer.finish(times_.whole);
  return frame;
}

std::uint64_t Simulation::state_hash() const {
  Hash hash;
  hash.add(static_cast<std::uint64_t>((time_ - episode_start_).count()));
  hash.add(world_->physics().state_hash());
  for (const Robot& robot : robots_) robot.add_to(hash);
  if (paint_) hash.add(paint_->digest());
  return hash.value();
}

Simulation::Simulation(std::shared_ptr<const Scenario> scenario, SimulationOptions options)
    : scenario_(std::move(scenario)),
      options_(options),
      time_(options.start_time),
      episode_start_(options.start_time) {
  build_world();
}

void Simulation::build_world() {
  // the old world goes last: while it stands, what both have in common is not built again
  auto world =
      std::make_unique<World>(PhysicsConfig{.gravity = scenario_->world.gravity,
                                            .solver_iterations = scenario_->solver_iterations,
                                            .freezes = scenario_->freezes,
                                            .threads = options_.threads});
  for (const ModelInstance& model : scenario_->world.models) world->add(model);
  robots_.clear();
  for (const RobotConfig& robot : scenario_->robots)
    robots_.emplace_back(robot, *world, scenario_->seed);

  world_from_body_ = {};
  for (const Entity& entity : world->entities())
    for (const BodyId body : entity.bodies)
      world_from_body_.set(static_cast<std::size_t>(body), world->physics().world_from(body));
  world_ = std::move(world);

  paint_.reset();
  if (scenario_->paint) {
    paint_.emplace(*scenario_->paint);
    if (!last_paint_) last_paint_ = paint_->share();
  }
}

}  // namespace tandem
