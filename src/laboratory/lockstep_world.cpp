// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#include "laboratory/lockstep_world.h"

#include <cmath>
#include <stdexcept>
#include <thread>
#include <utility>

namespace tandem {

namespace {

std::shared_ptr<const Scenario> load(const std::string& scenario,
                                     const LockstepWorldOptions& options) {
  const bool is_text = scenario.find('\n') != std::string::npos;
  const auto load_with = [&](const ScenarioOptions& with, Findings& findings) {
    return is_text ? load_checked_scenario_text(scenario, "scenario.yaml", with, findings)
                   : load_checked_scenario(scenario, with, findings);
  };
  Findings findings;
  std::shared_ptr<const Scenario> loaded = load_with(options.scenario, findings);
  if (loaded && options.is_twin) {
    if (loaded->robots.empty())
      throw std::runtime_error(loaded->name + " has no robot that could be a twin");
    ScenarioOptions as_twin = options.scenario;
    as_twin.overrides.emplace_back("robots." + loaded->robots.at(0).name + ".mode", "twin");
    as_twin.overrides.emplace_back("clock", "zero");
    loaded = load_with(as_twin, findings);
  }
  std::string wrong;
  for (const Finding& finding : findings.all())
    if (finding.severity == Severity::error) wrong += to_string(finding) + "\n";
  if (!loaded || !wrong.empty()) throw std::runtime_error(wrong);
  return loaded;
}

}  // namespace

LockstepWorld::LockstepWorld(const std::string& scenario, const LockstepWorldOptions& options)
    : is_twin_(options.is_twin),
      recorder_(options.recorder),
      scenario_(load(scenario, options)),
      simulation_(std::make_unique<Simulation>(
          scenario_,
          SimulationOptions{.episode = options.episode, .threads = 1, .interest = interest_})),
      lockstep_(LockstepOptions{.tap = options.tap}) {
  frame_ = std::make_shared<const Frame>(simulation_->edit({}));
  if (recorder_) recorder_->publish(frame_);
  add_stand_in();
}

void LockstepWorld::add_stand_in() {
  plant_.reset();
  gate_.reset();
  if (!is_twin_) return;
  const RobotConfig& robot = scenario_->robots.at(0);
  gate_.emplace(gate_config(robot), NodeOptions{.context = lockstep_.context()});
  plant_.emplace(plant_config(robot, scenario_->ros.tf, scenario_->seed),
                 NodeOptions{.context = lockstep_.context()});
}

NodeOptions LockstepWorld::node_options(std::vector<std::string> arguments) const {
  return {.ns = scenario_->robots.empty() ? "/" : "/" + namespace_of(scenario_->robots[0]),
          .context = lockstep_.context(),
          .arguments = std::move(arguments),
          .starts_at_once = false};
}

void LockstepWorld::switch_to(const std::string& scenario, const ScenarioOptions& options) {
  const auto loaded = load(scenario, {.scenario = options, .is_twin = is_twin_});
  auto next =
      std::make_unique<Simulation>(loaded, SimulationOptions{.threads = 1, .interest = interest_});
  scenario_ = loaded;
  take_over(next);
  add_stand_in();
}

void LockstepWorld::take_over(std::unique_ptr<Simulation>& next) {
  next->continue_after(*simulation_);
  std::swap(simulation_, next);
  inbox_.commands.take();  // they were meant for the robots of the former one
  frame_ = std::make_shared<const Frame>(simulation_->edit({}));
  publish();
}

// Somebody asked for another world over the network: the step waits for it, so that it comes at the
// same time whenever the same is asked.
void LockstepWorld::take_requested_world() {
  while (loader_.is_loading()) {
    auto next = loader_.take();
    if (!next) {
      std::this_thread::sleep_for(1ms);
      continue;
    }
    take_over(next);
    scenario_ = frame_->scenario;
    loader_.installed(std::move(next));
  }
}

void LockstepWorld::step() {
  take_requested_world();
  frame_ = std::make_shared<const Frame>(simulation_->step(inbox_.take()));
  note_contacts();
  publish();
}

void LockstepWorld::publish() {
  if (recorder_) recorder_->publish(frame_);
  port_.publish(frame_);
  if (const Result<int> delivered = lockstep_.advance(frame_->time); !delivered)
    throw std::runtime_error(delivered.error());
}

void LockstepWorld::run(Duration time) {
  for (const SimTime end = now() + time; now() < end;) step();
}

bool LockstepWorld::run_until(const std::function<bool()>& condition, Duration limit) {
  for (const SimTime end = now() + limit; !condition();) {
    if (now() >= end) return false;
    step();
  }
  return true;
}

Pose2 LockstepWorld::place() const {
  const Pose& pose = robot().world_from_base;
  return {{pose.translation.x, pose.translation.y}, pose.rotation.yaw()};
}

Pose LockstepWorld::pose_of(const std::string& entity) const {
  return simulation_->world().world_from(*simulation_->world().find(entity));
}

void LockstepWorld::note_contacts() {
  if (frame_->robots.empty()) return;
  constexpr double steepest_floor = 0.7;  // of the normal's z
  std::set<BodyId> own;
  const auto add = [&](const Entity* entity) {
    if (entity) own.insert(entity->bodies.begin(), entity->bodies.end());
  };
  add(frame_->entities->find(frame_->robots[0].entity));
  for (const Carried& carried : frame_->carried)
    if (carried.robot == frame_->robots[0].entity) add(frame_->entities->find(carried.load));
  for (const Contact& contact : frame_->contacts) {
    if (own.contains(contact.a) == own.contains(contact.b)) continue;
    if (std::abs(contact.normal.z) > steepest_floor) continue;
    const BodyId other = own.contains(contact.a) ? contact.b : contact.a;
    for (const Entity& entity : *frame_->entities)
      for (const BodyId body : entity.bodies)
        if (body == other) touched_.insert(entity.name);
  }
}

}  // namespace tandem
