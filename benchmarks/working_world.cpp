// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#include "working_world.h"

#include <cmath>
#include <map>
#include <numbers>
#include <utility>

namespace tandem {

namespace {

constexpr double speed_mps = 0.1, rate_radps = 0.8;
constexpr Duration pose_period = 33'333us;

// Steps of a round of 8 s, in which a circle is driven once.
constexpr int begins_at = 0, brings_at = 25, orders_at = 50, ends_at = 900, round_steps = 1000;

// The mount is 0.135 m before a robot; what is brought is near enough for it.
constexpr double before_robot_m = 0.35;

}  // namespace

Chores chores_in(const std::string& world) {
  static const std::map<std::string, Chores> all{
      {"paint",
       {.place = {0.3, -0.2},
        .thing = "paint_roller",
        .orders = {"attach,paint_roller", "tool,on", "paint,on,#0033cc,0.03"},
        .last_orders = {"tool,off", "detach"}}},
      {"pong",
       {.place = {-1.62, 0}, .thing = {}, .orders = {"paint,on"}, .last_orders = {"score"}}},
      {"logistics",
       {.place = {1.2, 0.4},
        .thing = "red_boxes_1",
        .orders = {"attach,red_box", "paint,on"},
        .last_orders = {"detach"}}},
      {"farm",
       {.place = {0.5, -0.2},
        .thing = "plow",
        .orders = {"attach,plow", "tool,on", "paint,on"},
        .last_orders = {"tool,off", "detach"}}},
      {"corridor", {.place = {-4.5, 0}, .thing = {}, .orders = {"paint,on"}, .last_orders = {}}},
      // where it drives into the fire
      {"hazard", {.place = {-0.2, -1.35}, .thing = {}, .orders = {"paint,on"}, .last_orders = {}}}};
  const auto found = all.find(world);
  return found == all.end() ? Chores{} : found->second;
}

WorkingWorld::WorkingWorld(std::shared_ptr<const Scenario> scenario, Chores chores,
                           const std::shared_ptr<SensorInterest>& interest)
    : scenario_(std::move(scenario)),
      chores_(std::move(chores)),
      simulation_(scenario_, {.threads = 1, .interest = interest}) {
  for (const auto& sensor : *simulation_.edit({}).sensors)
    if (sensor->type != "camera" && sensor->type != "stereo")
      claims_.push_back(interest->want(sensor->owner, sensor->name));
}

Frame WorkingWorld::step() {
  Inputs inputs;
  add_motion(inputs);
  add_chores(inputs);
  step_ = (step_ + 1) % round_steps;
  Frame frame = simulation_.step(std::move(inputs));
  for (const OrderOutcome& outcome : frame.order_outcomes) {
    done_ += outcome.is_done;
    if (!outcome.is_done && refusal_.empty()) refusal_ = outcome.words + ": " + outcome.text;
  }
  return frame;
}

void WorkingWorld::add_motion(Inputs& inputs) {
  const RobotConfig& robot = scenario_->robots.front();
  const SimTime now = simulation_.time();
  if (robot.mode == RobotMode::simulated) {
    inputs.commands.push_back({robot.name, {.linear = speed_mps, .angular = rate_radps}});
    return;
  }
  if (now < next_pose_) return;
  next_pose_ += pose_period;
  const double angle = rate_radps * seconds(now), radius = speed_mps / rate_radps;
  const Vec2 center = chores_.place + Vec2{0, radius};
  inputs.poses.push_back({robot.name, now,
                          Pose2{center + radius * Vec2{std::sin(angle), -std::cos(angle)},
                                std::remainder(angle, 2 * std::numbers::pi)}});
}

void WorkingWorld::add_chores(Inputs& inputs) {
  const auto tell = [&](const std::string& words) {
    inputs.orders.push_back({.robot = {}, .words = words});
  };
  if (step_ == begins_at) tell("next_episode");
  if (step_ == brings_at) {
    const World& world = simulation_.world();
    const Entity* thing = chores_.thing.empty() ? nullptr : world.find(chores_.thing);
    const Entity* robot = world.find(scenario_->robots.front().name);
    if (thing != nullptr && robot != nullptr) {
      Pose place = world.world_from(*robot) * Pose{{before_robot_m, 0, 0}, {}};
      place.translation.z = world.world_from(*thing).translation.z;
      inputs.edits.push_back({SetEntityState{thing->name, place, {}}, {}});
    }
  }
  if (step_ == orders_at)
    for (const std::string& words : chores_.orders) tell(words);
  if (step_ == ends_at)
    for (const std::string& words : chores_.last_orders) tell(words);
}

}  // namespace tandem
