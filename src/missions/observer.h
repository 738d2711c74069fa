// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "missions/evidence.h"
#include "missions/map_trial.h"
#include "missions/mission_script.h"
#include "missions/topic_watch.h"

namespace tandem {

// Keeps the evidence that conditions are judged by up to date, from step to step.
class Observer {
 public:
  // Both outlive it.
  Observer(const MissionScript& mission, Node& node, SensorInterest& interest);

  // Throws std::runtime_error with a sentence when the map that a mission asks for cannot be made.
  void look(std::shared_ptr<const Frame> frame);
  const Evidence& now() const { return evidence_; }
  // What is known of a goal that an event has sent.
  void set_goal(const std::string& event, const std::string& status) {
    evidence_.goals[event] = status;
  }

 private:
  struct Start {
    Pose2 world_from_odom;
    Pose2 last;
  };

  void note_ways(const Frame& frame);

  Evidence evidence_;
  std::vector<EventFilter> counted_;
  std::optional<SimTime> begun_;
  std::uint64_t episode_count_ = 0;
  std::map<std::string, Start> starts_;  // of the robots
  std::optional<TopicWatch> topics_;
  std::optional<MapTrial> map_;
};

// Every condition of a mission.
std::vector<const Condition*> conditions_of(const MissionScript& mission);
// Every value that its conditions compare or that it watches, each once.
std::vector<const Comparison*> values_of(const MissionScript& mission);

}  // namespace tandem
