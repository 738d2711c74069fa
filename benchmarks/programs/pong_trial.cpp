// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#include "benchmarks/programs/pong_trial.h"

#include <algorithm>

#include "autonomy/perception/perception_node.h"
#include "autonomy/pong/pong_player.h"
#include "laboratory/lockstep_world.h"
#include "messages/tandem_msgs.h"

namespace tandem {

namespace {

// As docs/perception.md tells people to start a second one.
std::vector<std::string> rear_eye_arguments(bool is_twin) {
  std::vector<std::string> arguments = eye_arguments(is_twin);
  for (const char* word :
       {"-r", "__node:=perception_rear", "-p", "image_topic:=camera_rear/image_raw", "-p",
        "camera_info_topic:=camera_rear/camera_info", "-r",
        "perception/select:=perception_rear/select", "-r",
        "perception/sight:=perception_rear/sight"})
    arguments.emplace_back(word);
  return arguments;
}

std::string value_of(const WorldEvent& event, const std::string& key) {
  for (const auto& [name, value] : event.values)
    if (name == key) return value;
  return {};
}

}  // namespace

PongTrialResult run_pong_trial(const TrialOptions& trial, Duration time) {
  LockstepWorld world(
      "pong", {.scenario = {.seed = trial.seed}, .is_twin = trial.is_twin, .episode = trial.seed});
  Node spectator("spectator", world.node_options());
  PongTrialResult result;
  const Subscription missions = spectator.subscribe<tandem_msgs::msg::Mission>(
      "mission", qos::latched,
      [&](const tandem_msgs::msg::Mission& mission) { result.last_message = mission.message; });
  spectator.start();
  const PerceptionNode front(world.node_options(eye_arguments(trial.is_twin)));
  const PerceptionNode rear(world.node_options(rear_eye_arguments(trial.is_twin)));
  const PongPlayer player(world.node_options());
  int rally = 0;
  for (const SimTime end = world.now() + time; world.now() < end;) {
    world.step();
    for (const WorldEvent& event : world.frame().events) {
      if (event.name == "hit" && event.robot == "emaros") {
        ++result.returned;
        result.longest_rally = std::max(result.longest_rally, ++rally);
      }
      if (event.name != "goal") continue;
      rally = 0;
      // the robot keeps the left goal, at the smaller x
      ++(value_of(event, "x_m").starts_with('-') ? result.conceded : result.scored);
    }
  }
  result.simulated_s = seconds(time);
  return result;
}

}  // namespace tandem
