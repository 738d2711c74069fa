// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <variant>
#include <vector>

#include "base/findings.h"
#include "base/pattern.h"
#include "base/time.h"
#include "geometry/area.h"
#include "missions/amount.h"

namespace tandem {

// What can be true or not of a world in a step, as a mission's file says it
// (docs/mission-format.md). Things are meant by name; an empty name is the first robot.

// A place on the floor, or the thing that is there.
using Spot = std::variant<Vec2, std::string>;

struct EventFilter {
  std::string name;
  std::string robot;                                        // empty: any
  std::vector<std::pair<std::string, std::string>> values;  // that it must have
};

// --- what has a value

enum class Measure {
  x,
  y,
  z,
  heading,
  tilt,
  speed,
  turn_rate,
  path_length,
  odometry_error,
  tracking,  // of a twin: "tracking", "lost", ...
  carries,   // the name of its load
  // of the map that the mission makes
  map_precision,
  map_recall,
  map_accuracy,
  map_coverage,
};
struct ThingValue {
  std::string thing;
  Measure measure = Measure::x;
};
struct Separation {
  std::string thing;
  Spot from;
};
struct HeadingOff {  // by how much it looks elsewhere
  std::string thing;
  double heading_rad = 0;
};
struct FieldValue {
  std::string topic;
  std::string field;
};
enum class TopicFigure { rate, latency, silence };
struct TopicValue {
  std::string topic;
  TopicFigure figure = TopicFigure::rate;
  Duration window = 1s;  // of rates
};
struct EventCount {
  EventFilter event;
};
struct RuleFigure {
  std::string rule;
  std::string value;
};
struct GoalStatusText {
  std::string goal;  // the name of the event that sent it
};
using Quantity = std::variant<ThingValue, Separation, HeadingOff, FieldValue, TopicValue,
                              EventCount, RuleFigure, GoalStatusText>;

bool is_of_map(Measure measure);

// What a value may be. Numbers are in SI.
struct Bound {
  std::optional<double> low, high;
  bool is_low_out = false, is_high_out = false;  // the limit itself is not allowed
  std::optional<std::string> text;
  std::optional<Pattern> pattern;
};

// --- what is true or not

struct Comparison {
  Quantity quantity;
  Bound bound;
  std::string name;  // of the quantity: "speed of emaros"
  Dimension dimension = Dimension::none;
};
struct Inside {
  std::string thing;
  std::variant<Area, std::string> where;  // or the name of a zone or of a thing it is upon
};
struct Touching {
  std::string thing;
  std::string other;  // * and ? stand for others
};
// Whether a name is meant by a pattern.
bool is_like(std::string_view name, std::string_view pattern);
struct EventSeen {  // in this step
  EventFilter event;
};

struct Condition {
  struct All {
    std::vector<Condition> of;
  };
  struct Any {
    std::vector<Condition> of;
  };
  struct Not {
    std::vector<Condition> of;  // one
  };

  std::variant<Comparison, Inside, Touching, EventSeen, All, Any, Not> what;
  std::string text;  // for people: "emaros is inside red_zone"
  Place place;
};

// All comparisons in it, in the order they are written.
std::vector<const Comparison*> comparisons_in(const Condition& condition);
// The names of things it speaks of; empty ones are the first robot.
std::vector<std::string> things_in(const Condition& condition);
// The patterns of names that something may touch.
std::vector<std::string> touched_in(const Condition& condition);
// The events it waits for or counts.
std::vector<EventFilter> events_in(const Condition& condition);
// The topics it listens to.
std::vector<std::string> topics_in(const Condition& condition);

}  // namespace tandem
