// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#include "autonomy/pong/pong_player.h"

#include "autonomy/behavior/mission_steps.h"
#include "autonomy/behavior/skill_state.h"

namespace tandem {

namespace {

NodeOptions waiting_to_start(NodeOptions options) {
  options.starts_at_once = false;
  return options;
}

}  // namespace

PongPlayer::PongPlayer(const NodeOptions& options)
    : node_("pong_player", waiting_to_start(options)), begin_(node_.timer(100ms, [this] {
        begin_ = {};
        mission_.start();
      })) {
  declare_parameters();
  node_.start();
}

void PongPlayer::declare_parameters() {
  const auto declare = [this](const std::string& name, double& value, const std::string& what,
                              ParameterRange<double> range) {
    value = node_
                .parameter(name, value,
                           {.description = what,
                            .range = range,
                            .after_change = [&value](const double& now) { value = now; }})
                .value();
  };
  declare("max_speed_mps", config_.max_speed_mps, "How fast it drives.", {0.05, 2});
  declare("acceleration_mps2", config_.acceleration_mps2, "How it brakes.", {0.05, 5});
  declare("paddle_distance_m", config_.paddle_distance_m,
          "From the robot's middle to that of its paddle.", {0, 10});
  declare("ball_radius_m", config_.ball_radius_m, "Of the ball.", {0.005, 1});
  declare("rail_distance_m", config_.rail_distance_m,
          "From the robot's middle to the ends of its line, at least.", {0.05, 10});
}

MissionPlan PongPlayer::plan() {
  MissionPlan plan{.program = "pong_player", .on_halt = [this] {
                     front_.rest();
                     rear_.rest();
                   }};
  plan.steps = {step_of(
      "keep_goal",
      make_skill_state(node_, {.skill = "keep_goal", .outcomes = KeepGoal::outcomes()}), {})};
  plan.failures = failures_of(plan.steps, {});
  return plan;
}

}  // namespace tandem
