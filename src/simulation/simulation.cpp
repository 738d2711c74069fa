// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#include "simulation/simulation.h"

#include <fmt/format.h>

#include <algorithm>
#include <cassert>
#include <cmath>
#include <functional>
#include <utility>

#include "base/episode_seed.h"
#include "simulation/world_loader.h"

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
  Duration finish(DurationHistogram& whole) {
    whole.add(last_ - start_);
    return last_ - start_;
  }
  WallTime start() const { return start_; }
  WallTime last() const { return last_; }

 private:
  WallTime start_ = Clock::now();
  WallTime last_ = start_;
};

// Wakes a paused loop when something comes that need not wait for a step, and a sleeping one when
// something comes that needs a step at once.
class Doorbell {
 public:
  Doorbell(Inbox& inbox, WorldLoader* loader, RunControl& control)
      : inbox_(inbox), loader_(loader) {
    connect([&control] { control.nudge(); });
    inbox_.hurry.on_ring([&control] { control.hurry(); });
    control.nudge();  // for what came before
  }
  ~Doorbell() {
    connect({});
    inbox_.hurry.on_ring({});
  }
  Doorbell(const Doorbell&) = delete;
  Doorbell& operator=(const Doorbell&) = delete;

 private:
  void connect(const std::function<void()>& ring) {
    inbox_.edits.on_put(ring);
    inbox_.orders.on_put(ring);
    inbox_.paint.on_put(ring);
    if (loader_) loader_->on_ready(ring);
  }

  Inbox& inbox_;
  WorldLoader* loader_;
};

void add(const PhysicsReport& part, PhysicsReport& whole) {
  whole.speed_clamps += part.speed_clamps;
  whole.non_finite += part.non_finite;
  whole.active_bodies = std::max(whole.active_bodies, part.active_bodies);
  whole.contact_points = std::max(whole.contact_points, part.contact_points);
}

// How far simulated time is behind the wall clock, which it should be, when a step is due then.
// After pauses and where this machine was too slow; what clocks are read apart by does not count.
Duration behind_wall_clock(SimTime time, WallTime due) {
  constexpr Duration noticed = 5ms;
  const Duration unix_now = std::chrono::system_clock::now().time_since_epoch();
  const Duration behind = unix_now - (Clock::now() - due) - time;
  return behind > noticed ? behind : Duration{};
}

std::optional<WallTime> newest_received(const std::vector<TrackedPose>& poses) {
  std::optional<WallTime> newest;
  for (const TrackedPose& pose : poses) newest = std::max(newest, pose.received);
  return newest;
}

}  // namespace

SimTime start_time(const Scenario& scenario) {
  if (scenario.clock == ClockType::zero) return {};
  return std::chrono::system_clock::now().time_since_epoch();
}

// This file is the data flow. Outside, on wall-clock time:
//
//   edits, commands -> inbox -> step -> frame -> sinks
//   another scenario -> loader -> a simulation that takes over between two steps

RunReport run(std::unique_ptr<Simulation>& simulation, Inbox& inbox, std::span<Sink* const> sinks,
              RunControl& control, const RunOptions& options, std::stop_token stop) {
  const WallTime start = Clock::now();
  // the clock of the first world is that of the run, whichever worlds follow
  const ClockType clock = simulation->scenario().clock;
  control.begin_run(options.speed, clock == ClockType::wall);
  if (options.loader) options.loader->begin_run(clock);
  Pacer pacer(control.status().speed, options.max_catch_up, start);
  const Doorbell doorbell(inbox, options.loader, control);
  RunReport report;
  report.state_hash = simulation->state_hash();
  Duration paused{};
  const auto publish = [&](Frame made) {
    made.journey.published = Clock::now();
    const auto frame = std::make_shared<const Frame>(std::move(made));
    for (Sink* sink : sinks) sink->publish(frame);
    report.state_hash = frame->state_hash;
    control.report_time(frame->time);
    return frame;
  };

  // the world as it is before its first step, which may be long in coming
  publish(simulation->edit({}));

  while (!options.duration || report.simulated < *options.duration) {
    control.tell_listeners();
    const WallTime asked = Clock::now();
    const RunControl::Turn turn = control.wait_for_turn(stop);
    paused += Clock::now() - asked;
    if (turn.kind == RunControl::Turn::Kind::stop) {
      report.is_interrupted = options.duration.has_value();
      break;
    }
    if (turn.is_restart) pacer.restart(turn.speed, Clock::now());

    // another world takes over, and shows itself before its first step
    if (auto next_world = options.loader ? options.loader->take() : nullptr) {
      const Scenario& scenario = next_world->scenario();
      next_world->continue_after(*simulation);
      std::swap(simulation, next_world);
      control.begin_world(clock == ClockType::wall || scenario.clock == ClockType::wall);
      inbox.commands.take();  // they were meant for the robots of the former one
      ++report.world_changes;
      publish(simulation->edit({}));
      options.loader->installed(std::move(next_world));
      continue;
    }

    // while time stands still, edits do not wait for a step
    if (turn.kind == RunControl::Turn::Kind::edit) {
      Inputs inputs = inbox.take_edits();
      if (!inputs.edits.empty() || !inputs.orders.empty() || !inputs.paint.empty())
        publish(simulation->edit(std::move(inputs)));
      continue;
    }

    // in real time nobody waits for pictures; runs for tests and single steps do
    const bool is_paced = pacer.speed() != Pacer::as_fast_as_possible && !turn.is_single;
    Inputs inputs = inbox.take();
    const std::uint64_t episodes_before = simulation->episode_count();
    if (clock == ClockType::wall)
      inputs.skipped = behind_wall_clock(simulation->time(), pacer.due());
    const auto frame = publish(simulation->step(
        std::move(inputs), is_paced ? PictureTiming::behind : PictureTiming::in_step));
    ++report.steps;
    report.readings += frame->readings.size();
    report.dropped_pictures = frame->dropped_pictures;
    report.simulated += frame->advanced;
    const WallTime due = pacer.due();
    const WallTime next = pacer.next_start(frame->advanced, Clock::now());
    control.report_step(pacer.real_time_factor(), pacer.slipped());
    if (frame->episode_count != episodes_before) control.cancel_all_steps("the world was reset");
    // who is in a hurry gets a step before it is due, but never two: time leads by one step at most
    if (pacer.speed() != Pacer::as_fast_as_possible) control.sleep_until(next, due, stop);
  }
  control.end_run();
  if (options.loader) options.loader->close();
  report.wall = Clock::now() - start - paused;
  report.slipped = pacer.slipped();
  return report;
}

// Inside, on simulated time:
//
//   inputs -> edits -> faults -> twins -> robots -> physics -> rules -> paint -> frame -> sensors

Frame Simulation::step(Inputs inputs, PictureTiming timing) {
  StageTimer timer;
  Frame frame;
  frame.inputs = std::move(inputs);

  time_ += frame.inputs.skipped;
  episode_start_ += frame.inputs.skipped;

  // edits: what the outside changed since the last step
  frame.outcomes = apply(frame.inputs.edits);
  frame.order_outcomes = obey(frame.inputs.orders);
  tell_sensors_of_edits();
  timer.lap(times_.edits);

  // faults: what goes wrong on purpose, from here on, until here, and on the way of poses
  const SimTime episode_time = time_ - episode_start_;
  faults_.advance(episode_time, stage_changes_.events);
  std::span<const TrackedPose> poses = frame.inputs.poses;
  std::vector<TrackedPose> arrived;
  if (faults_.disturbs_poses())
    poses = arrived =
        faults_.arriving(frame.inputs.poses, robots_, episode_time, stage_changes_.events);

  // twins: tracked poses become ways to go
  const Duration dt = scenario_->step;
  for (Robot& robot : robots_) {
    robot.trouble(faults_.trouble_of(robot.config().name));
    robot.aim(poses, frame.inputs.commands, frame.inputs.inertia, time_ + dt, dt, *world_);
    if (robot.was_seen()) posed_.push_back(robot.entity());
  }
  timer.lap(times_.twins);

  // mostly one part: several when a twin would leap over what it should push
  PhysicsWorld& physics = world_->physics();
  const int parts = parts_of_step();
  std::span<const VelocityCommand> commands = frame.inputs.commands;
  for (int part = 1; part <= parts; ++part) {
    // robots: commands become forces
    const Duration since_start = dt * (part - 1) / parts;
    const Duration part_dt = dt * part / parts - since_start;
    for (Robot& robot : robots_) {
      robot.follow(static_cast<double>(part) / parts, part_dt, *world_);
      robot.drive(commands, time_ + since_start - episode_start_, part_dt, *world_);
    }
    commands = {};
    timer.lap(times_.robots);

    // physics: the fixed step, or a part of it
    add(physics.step(part_dt), frame.physics);
    frame.moved.insert(frame.moved.end(), physics.moved().begin(), physics.moved().end());
    timer.lap(times_.physics);
  }
  time_ += dt;
  frame.advanced = dt;
  ++step_count_;

  // rules: what the world does by itself
  follow_rules(frame);
  timer.lap(times_.rules);

  // paint: what was drawn during the step lies on the floor at its end
  paint(frame);
  timer.lap(times_.paint);

  // frame: what the step left behind, for everyone outside
  for (Robot& robot : robots_) robot.measure(*world_, dt);
  describe(frame);
  timer.lap(times_.frame);

  // sensors: what can be measured of it
  frame.readings =
      sensors_.measure({.time = time_,
                        .time_in_episode = frame.time_in_episode,
                        .dt = dt,
                        .world = *world_,
                        .robots = frame.robots,
                        .snapshot = {frame.entities, frame.world_from_body, frame.paint}},
                       posed_, timing);
  faults_.disturb(frame.readings);
  frame.faults = faults_.states();
  frame.dropped_pictures = dropped_before_ + sensors_.dropped_pictures();
  posed_.clear();
  timer.lap(times_.sensors);
  frame.wall_time = timer.finish(times_.whole);
  frame.journey.begun = timer.start();
  frame.journey.done = timer.last();
  return frame;
}

int Simulation::parts_of_step() const {
  constexpr double longest_m = 0.02;  // that a body may go at once and still push a thin plate
  constexpr int most = 64;
  double path_m = 0;
  for (const Robot& robot : robots_) path_m = std::max(path_m, robot.twin_path_m());
  return std::clamp(static_cast<int>(std::ceil(path_m / longest_m)), 1, most);
}

Frame Simulation::edit(Inputs inputs) {
  Frame frame;
  frame.inputs = std::move(inputs);
  frame.journey.begun = Clock::now();
  frame.outcomes = apply(frame.inputs.edits);
  frame.order_outcomes = obey(frame.inputs.orders);
  take_stage_changes(frame);
  tell_sensors_of_edits();
  paint(frame);
  describe(frame);
  frame.faults = faults_.states();
  frame.dropped_pictures = dropped_before_ + sensors_.dropped_pictures();
  frame.journey.done = Clock::now();
  return frame;
}

Stage Simulation::stage() {
  return {*scenario_,
          *world_,
          robots_,
          rules_.carrying(),
          {time_ - episode_start_, scenario_->step, episode_},
          stage_changes_};
}

void Simulation::follow_rules(Frame& frame) {
  Stage now = stage();
  rules_.act(now);
  const bool are_things_changed = !stage_changes_.placed.empty() || !stage_changes_.removed.empty();
  take_stage_changes(frame);
  if (are_things_changed) tell_sensors_of_edits();
}

// What rules changed becomes known to who keeps book of the world.
void Simulation::take_stage_changes(Frame& frame) {
  StageChanges changes = std::exchange(stage_changes_, {});
  edited_.insert(edited_.end(), changes.placed.begin(), changes.placed.end());
  disturbed_.insert(disturbed_.end(), changes.placed.begin(), changes.placed.end());
  if (!changes.removed.empty()) {
    const auto is_gone = [&](BodyId body) { return !world_->physics().has(body); };
    std::erase_if(edited_, is_gone);
    std::erase_if(disturbed_, is_gone);
    std::erase_if(frame.moved, is_gone);
    std::erase_if(spawned_, [&](const Spawned& spawned) {
      return std::ranges::count(changes.removed, spawned.entity) > 0;
    });
  }
  frame.events = std::move(changes.events);
  rule_paint_ = std::move(changes.paint);
}

void Simulation::paint(Frame& frame) {
  for (const PaintEdit& edit : frame.inputs.paint)
    if (!paint_ || !paint_->apply(edit)) ++frame.refused_paint_edits;
  for (const PaintEdit& edit : rule_paint_)
    if (paint_) paint_->apply(edit);
  rule_paint_.clear();
  if (!paint_) return;
  frame.paint = paint_->share();
  frame.paint_changes = frame.paint->changes_since(*last_paint_);
  last_paint_ = frame.paint;
}

void Simulation::tell_sensors_of_edits() {
  sensors_.take_changes(*world_, robots_, disturbed_);
  disturbed_.clear();
}

void Simulation::describe(Frame& frame) {
  frame.journey.pose_received = newest_received(frame.inputs.poses);
  frame.scenario = scenario_;
  frame.world_generation = world_generation_;
  frame.time = time_;
  frame.time_in_episode = time_ - episode_start_;
  frame.step_count = step_count_;
  frame.episode_count = episode_count_;
  frame.episode = episode_;

  note_changes();
  frame.entities = world_->share_entities();
  frame.world_from_body = world_from_body_.share();
  frame.body_velocity = body_velocity_.share();
  frame.moved.insert(frame.moved.end(), edited_.begin(), edited_.end());
  std::ranges::sort(frame.moved);
  frame.moved.erase(std::ranges::unique(frame.moved).begin(), frame.moved.end());
  edited_.clear();
  const auto contacts = world_->physics().contacts();
  frame.contacts.assign(contacts.begin(), contacts.end());
  for (const Robot& robot : robots_) frame.robots.push_back(robot.state(*world_));
  frame.statuses = rules_.statuses();
  frame.carried = rules_.carrying().all();
  frame.sensors = sensors_.sensors();
  frame.state_hash = state_hash();
}

// Brings the tables of poses and velocities up to date.
void Simulation::note_changes() {
  const PhysicsWorld& physics = world_->physics();
  for (const BodyId body : physics.changed()) {
    if (!physics.has(body)) continue;
    world_from_body_.set(static_cast<std::size_t>(body), physics.world_from(body));
    body_velocity_.set(static_cast<std::size_t>(body), physics.velocity(body));
  }
}

std::uint64_t Simulation::state_hash() const {
  Hash hash;
  hash.add(static_cast<std::uint64_t>((time_ - episode_start_).count()));
  hash.add(world_->state_hash());
  for (const Robot& robot : robots_) robot.add_to(hash);
  faults_.add_to(hash);
  rules_.add_to(hash);
  if (paint_) hash.add(paint_->digest());
  return hash.value();
}

Simulation::Simulation(std::shared_ptr<const Scenario> scenario, SimulationOptions options)
    : SimulationState{.time_ = options.start_time,
                      .episode_start_ = options.start_time,
                      .episode_ = options.episode},
      scenario_(std::move(scenario)),
      options_(options),
      sensors_(scenario_, {.interest = options.interest,
                           .renderer = options.renderer,
                           .threads = options.threads}) {
  build_world();
}

void Simulation::continue_after(const Simulation& former) {
  assert(step_count_ == 0);
  time_ = episode_start_ = former.time_;
  step_count_ = former.step_count_;
  episode_count_ = former.episode_count_ + 1;
  world_generation_ = former.world_generation_ + 1;
  dropped_before_ = former.dropped_before_ + former.sensors_.dropped_pictures();
  times_ = former.times_;
}

std::shared_ptr<const Simulation::Checkpoint> Simulation::checkpoint(const Checkpoint* before) {
  const bool is_same_world = before && before->state_.world_ == world_;
  auto checkpoint = std::make_shared<Checkpoint>();
  SimulationState now = *this;
  checkpoint->state_ = std::move(now);
  checkpoint->world_ = world_->checkpoint(is_same_world ? before->world_.get() : nullptr);
  checkpoint->sensors_ = sensors_.checkpoint();
  return checkpoint;
}

void Simulation::put_back(const Checkpoint& checkpoint) {
  SimulationState then = checkpoint.state_;
  static_cast<SimulationState&>(*this) = std::move(then);
  world_->put_back(*checkpoint.world_);
  sensors_.put_back(*checkpoint.sensors_);
}

std::size_t Simulation::Checkpoint::bytes_beside(const Checkpoint* other) const {
  constexpr std::size_t rest = 64 << 10;  // robots, rules, sensors and lists of things
  const bool is_same_world = other && other->state_.world_ == state_.world_;
  return world_->bytes_beside(is_same_world ? other->world_.get() : nullptr) + rest;
}

std::uint64_t Simulation::seed() const { return episode_seed(scenario_->seed, episode_); }

std::span<const ModelInstance> Simulation::draw_things() {
  if (!drawn_) drawn_ = draw_spawned(*scenario_, *scenario_->spawn_plan, episode_);
  return drawn_->things;
}

// A file whose first episode finds no room is wrong; a later one that does goes on with fewer.
void Simulation::tell_of_shortages() {
  for (const SpawnShortage& shortage : drawn_->shortages)
    stage_changes_.events.push_back(
        {.name = "spawn_shortage",
         .text = fmt::format("only {} of {} '{}' have room in episode {}", shortage.placed,
                             shortage.asked, shortage.entry, episode_),
         .values = {{"spawn", shortage.entry},
                    {"placed", std::to_string(shortage.placed)},
                    {"asked", std::to_string(shortage.asked)}}});
}

void Simulation::build_world() {
  // the old world goes last: while it stands, what both have in common is not built again
  const auto old_world = std::exchange(
      world_,
      std::make_shared<World>(PhysicsConfig{.gravity = scenario_->world.gravity,
                                            .solver_iterations = scenario_->solver_iterations,
                                            .freezes = scenario_->freezes,
                                            .threads = options_.threads,
                                            .has_checkpoints = options_.has_checkpoints}));
  robots_.clear();
  world_from_body_ = {};
  body_velocity_ = {};
  edited_.clear();
  disturbed_.clear();
  posed_.clear();
  sensors_.start_episode(seed());

  // the scenario's own things, then those that came while it ran
  const auto add = [&](const ModelInstance& model) {
    if (!removed_.contains(model.name))
      world_->add(model, {.is_real = is_real_thing(*scenario_, model.name)});
  };
  const std::span<const ModelInstance> all = scenario_->world.models;
  const bool is_drawn_anew = scenario_->spawn_plan && episode_ > 0;
  std::ranges::for_each(is_drawn_anew ? all.first(scenario_->spawned_from) : all, add);
  if (is_drawn_anew) std::ranges::for_each(draw_things(), add);
  for (const RobotConfig& robot : scenario_->robots) {
    if (removed_.contains(robot.name)) continue;
    std::shared_ptr<const RobotConfig> config(scenario_, &robot);
    const auto mode = modes_.find(robot.name);
    if (mode != modes_.end()) config = with_mode(robot, mode->second, robot.world_from_robot);
    robots_.emplace_back(std::move(config), *world_, seed());
  }
  for (Spawned& spawned : spawned_) spawned.entity = add_spawned(spawned.spawn);

  paint_.reset();
  if (scenario_->paint) {
    paint_.emplace(*scenario_->paint);
    if (!last_paint_) last_paint_ = paint_->share();
  }

  faults_ = FaultList(scenario_->faults, seed());

  // rules add what is theirs, and begin
  stage_changes_ = {};
  if (is_drawn_anew) tell_of_shortages();
  rules_ = Rules(scenario_);
  Stage opening = stage();
  rules_.begin(opening);
  for (const auto& [name, info] : infos_)
    if (const Entity* entity = world_->find(name)) world_->set_info(entity->id, info);
  note_changes();
  tell_sensors_of_edits();
}

}  // namespace tandem
