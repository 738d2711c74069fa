// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <deque>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "base/time.h"
#include "geometry/area.h"
#include "mapping/map_confusion.h"
#include "messages/message_value.h"
#include "missions/condition.h"
#include "simulation/frame.h"

namespace tandem {

// What was heard on one topic so far.
struct HeardTopic {
  std::optional<MessageValue> latest;
  std::uint64_t count = 0;
  std::optional<Duration> last_at;  // of the run
  std::optional<Duration> latency;  // of the latest: from its stamp to its arrival
  std::deque<Duration> arrivals;    // of the last while, for rates
};

// What the way of one robot came to so far.
struct RobotWay {
  double path_m = 0;
  double odometry_error_m = 0;
  double odometry_heading_error_rad = 0;
  Pose2 believed;  // where it is in the world by its odometry
};

// All that conditions are judged by: the world after a step, and what happened until then.
struct Evidence {
  std::shared_ptr<const Frame> frame;
  Duration time{};                           // since the run began
  std::vector<WorldEvent> events;            // of this step
  std::map<std::string, int> event_counts;   // by key_of(), of those that conditions count
  std::map<std::string, HeardTopic> topics;  // by the name that conditions have for them
  std::map<std::string, RobotWay> ways;      // by the robot's name
  std::map<std::string, std::string> goals;  // by the event's name: "active", "succeeded", ...
  std::map<std::string, Area> zones;         // of the mission
  std::map<std::string, MapConfusion> maps;  // by the name of the robot that makes one
};

bool matches(const EventFilter& filter, const WorldEvent& event);
std::string key_of(const EventFilter& filter);

// The name of the robot or thing that a condition means: the first robot if it names none.
std::string thing_meant(const std::string& name, const Frame& frame);

// What something touches, by name: floors are not counted, what it carries is part of it.
std::vector<std::string> touched_by(const std::string& thing, const Frame& frame);

}  // namespace tandem
