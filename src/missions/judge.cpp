// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#include "missions/judge.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <cmath>
#include <limits>
#include <numbers>

#include "scenario/bounds.h"
#include "simulation/entity_queries.h"

namespace tandem {

namespace {

const RobotState* find_robot(const Frame& frame, const std::string& name) {
  const auto found = std::ranges::find(frame.robots, name, &RobotState::name);
  return found == frame.robots.end() ? nullptr : &*found;
}

std::optional<EntityState> find_state(const Frame& frame, const std::string& name) {
  if (const RobotState* robot = find_robot(frame, name))
    return EntityState{robot->world_from_base, robot->velocity};
  const Entity* entity = frame.entities->find(name);
  return entity ? std::optional(state_of(frame, *entity)) : std::nullopt;
}

std::optional<Vec2> find_place(const Spot& spot, const Frame& frame) {
  if (const auto* point = std::get_if<Vec2>(&spot)) return *point;
  const auto state = find_state(frame, std::get<std::string>(spot));
  if (!state) return std::nullopt;
  return Vec2{state->world_from_entity.translation.x, state->world_from_entity.translation.y};
}

double wrapped(double angle) { return std::remainder(angle, 2 * std::numbers::pi); }

ObservedValue figure_of(const MapConfusion& map, Measure measure) {
  const std::optional<double> value = measure == Measure::map_precision  ? map.precision()
                                      : measure == Measure::map_recall   ? map.recall()
                                      : measure == Measure::map_accuracy ? map.accuracy()
                                                                         : map.coverage();
  return value ? ObservedValue(*value) : ObservedValue{};
}

ObservedValue observed(const ThingValue& it, const Evidence& now) {
  const Frame& frame = *now.frame;
  const std::string name = thing_meant(it.thing, frame);
  const auto state = find_state(frame, name);
  if (!state) return {};
  const Pose& pose = state->world_from_entity;
  const Twist& motion = state->velocity;
  const RobotState* robot = find_robot(frame, name);
  const auto way = now.ways.find(name);
  switch (it.measure) {
    case Measure::x:
      return pose.translation.x;
    case Measure::y:
      return pose.translation.y;
    case Measure::z:
      return pose.translation.z;
    case Measure::heading:
      return pose.rotation.yaw();
    case Measure::tilt:
      return std::acos(std::clamp((pose.rotation * Vec3{0, 0, 1}).z, -1.0, 1.0));
    case Measure::speed:
      return length(motion.linear);
    case Measure::turn_rate:
      return length(motion.angular);
    case Measure::path_length:
      return way == now.ways.end() ? ObservedValue{} : way->second.path_m;
    case Measure::odometry_error:
      return way == now.ways.end() ? ObservedValue{} : way->second.odometry_error_m;
    case Measure::tracking:
      if (!robot || !robot->twin) return {};
      return std::string(name_of(robot->twin->state.tracking));
    case Measure::carries:
      for (const Carried& carried : frame.carried)
        if (robot && carried.robot == robot->entity) return carried.load_name;
      return std::string("nothing");
    case Measure::map_precision:
    case Measure::map_recall:
    case Measure::map_accuracy:
    case Measure::map_coverage:
      if (const auto map = now.maps.find(name); map != now.maps.end())
        return figure_of(map->second, it.measure);
      return {};
  }
  return {};
}

ObservedValue observed(const Separation& it, const Evidence& now) {
  const auto here = find_place(thing_meant(it.thing, *now.frame), *now.frame);
  const auto there = find_place(it.from, *now.frame);
  if (!here || !there) return {};
  return std::hypot(here->x - there->x, here->y - there->y);
}

ObservedValue observed(const HeadingOff& it, const Evidence& now) {
  const auto state = find_state(*now.frame, thing_meant(it.thing, *now.frame));
  if (!state) return {};
  return std::abs(wrapped(state->world_from_entity.rotation.yaw() - it.heading_rad));
}

ObservedValue observed(const FieldValue& it, const Evidence& now) {
  const auto topic = now.topics.find(it.topic);
  if (topic == now.topics.end() || !topic->second.latest) return {};
  const auto part = find_part(*topic->second.latest, it.field);
  if (!part) return {};
  if (const auto number = as_number(*part)) return *number;
  if (const auto* text = std::get_if<std::string>(&part->content)) return *text;
  return {};
}

ObservedValue observed(const TopicValue& it, const Evidence& now) {
  const auto found = now.topics.find(it.topic);
  if (found == now.topics.end()) return {};
  const HeardTopic& topic = found->second;
  switch (it.figure) {
    case TopicFigure::rate: {
      if (now.time < it.window) return {};
      const auto is_recent = [&](Duration at) { return at > now.time - it.window; };
      return static_cast<double>(std::ranges::count_if(topic.arrivals, is_recent)) /
             seconds(it.window);
    }
    case TopicFigure::latency:
      return topic.latency ? ObservedValue(seconds(*topic.latency)) : ObservedValue{};
    case TopicFigure::silence:
      return seconds(now.time - topic.last_at.value_or(0s));
  }
  return {};
}

ObservedValue observed(const EventCount& it, const Evidence& now) {
  const auto found = now.event_counts.find(key_of(it.event));
  return found == now.event_counts.end() ? 0.0 : static_cast<double>(found->second);
}

ObservedValue observed(const RuleFigure& it, const Evidence& now) {
  for (const std::shared_ptr<const RuleStatus>& status : *now.frame->statuses) {
    if (status->rule != it.rule) continue;
    for (const auto& [name, value] : status->values) {
      if (name != it.value) continue;
      if (const bool* flag = std::get_if<bool>(&value)) return *flag ? 1.0 : 0.0;
      if (const double* number = std::get_if<double>(&value)) return *number;
      return std::get<std::string>(value);
    }
  }
  return {};
}

ObservedValue observed(const GoalStatusText& it, const Evidence& now) {
  const auto goal = now.goals.find(it.goal);
  return goal == now.goals.end() ? ObservedValue{} : ObservedValue(goal->second);
}

// A description of a robot is a long text that nobody reads in a sentence.
std::string quoted(const std::string& text) {
  constexpr std::size_t most = 200;  // bytes
  if (text.size() <= most) return fmt::format("'{}'", text);
  const auto begins_letter = [](char c) {
    return (static_cast<unsigned char>(c) & 0xc0u) != 0x80u;
  };
  std::size_t end = most;
  while (end > 0 && !begins_letter(text[end])) --end;
  return fmt::format("'{}...', of {} characters", text.substr(0, end),
                     std::ranges::count_if(text, begins_letter));
}

bool is_allowed(const ObservedValue& value, const Bound& bound) {
  if (const double* number = std::get_if<double>(&value)) {
    if (std::isnan(*number)) return false;
    if (bound.pattern || (bound.text && !bound.low)) return false;
    if (bound.low && (bound.is_low_out ? *number <= *bound.low : *number < *bound.low))
      return false;
    return !bound.high || (bound.is_high_out ? *number < *bound.high : *number <= *bound.high);
  }
  const auto& text = std::get<std::string>(value);
  if (bound.pattern) return bound.pattern->is_in(text);
  return bound.text && *bound.text == text;
}

// Half a micrometre beyond its edge is inside: things are put there by numbers people write.
bool is_inside(Vec2 point, const Area& area) {
  constexpr double slack_m = 5e-7;
  const Vec2 in_area = inverse(area.world_from_center) * point;
  return std::abs(in_area.x) <= area.size_x_m / 2 + slack_m &&
         std::abs(in_area.y) <= area.size_y_m / 2 + slack_m;
}

// Where a thing is on the floor, by what it collides with, or by its looks: plates of zones.
std::optional<Area> footprint_of(const Frame& frame, const Entity& entity) {
  Bounds bounds = bounds_of(frame, entity);
  if (bounds.is_empty()) {
    const Pose world_from_entity = state_of(frame, entity).world_from_entity;
    for (const Link& link : entity.model->links)
      for (const Visual& visual : link.visuals)
        bounds.add(bounds_of(visual.shape,
                             world_from_entity * link.model_from_link * visual.link_from_visual));
  }
  if (bounds.is_empty()) return std::nullopt;
  const Vec3 middle = bounds.center();
  return Area{{{middle.x, middle.y}, 0}, bounds.size().x, bounds.size().y};
}

// A heading is the same a turn further: the one that is nearest to what is asked for.
double nearest_turn(double heading, const Bound& bound) {
  if (!bound.low || !bound.high) return heading;
  const double middle = (*bound.low + *bound.high) / 2;
  return middle + wrapped(heading - middle);
}

Judgement judged(const Comparison& it, const Evidence& now) {
  Judgement result{.comparison = &it, .value = value_of(it, now)};
  if (std::holds_alternative<std::monostate>(result.value)) return result;
  const auto* thing = std::get_if<ThingValue>(&it.quantity);
  if (thing && thing->measure == Measure::heading)
    result.value = nearest_turn(std::get<double>(result.value), it.bound);
  result.truth = is_allowed(result.value, it.bound) ? Truth::yes : Truth::no;
  return result;
}

Judgement judged(const Inside& it, const Evidence& now) {
  const Frame& frame = *now.frame;
  const auto at = find_place(thing_meant(it.thing, frame), frame);
  std::optional<Area> area;
  if (const Area* given = std::get_if<Area>(&it.where)) {
    area = *given;
  } else {
    const std::string& name = std::get<std::string>(it.where);
    if (const auto zone = now.zones.find(name); zone != now.zones.end())
      area = zone->second;
    else if (const Entity* entity = frame.entities->find(name))
      area = footprint_of(frame, *entity);
  }
  if (!at || !area) return {};
  return {.truth = is_inside(*at, *area) ? Truth::yes : Truth::no, .at = at};
}

Judgement judged(const Touching& it, const Evidence& now) {
  for (const std::string& name : touched_by(thing_meant(it.thing, *now.frame), *now.frame))
    if (is_like(name, it.other)) return {.truth = Truth::yes, .seen = "it touches " + name};
  return {.truth = Truth::no, .seen = "it touches nothing of the kind"};
}

Judgement judged(const EventSeen& it, const Evidence& now) {
  for (const WorldEvent& event : now.events)
    if (matches(it.event, event)) return {.truth = Truth::yes, .seen = event.text};
  return {.truth = Truth::no, .seen = "it did not happen"};
}

Judgement judged(const Condition::All& it, const Evidence& now) {
  std::optional<Judgement> doubt;
  Judgement last;
  for (const Condition& part : it.of) {
    last = judge(part, now);
    if (last.truth == Truth::no) return last;
    if (last.truth == Truth::unknown) doubt = last;
  }
  return doubt ? *doubt : last;
}

Judgement judged(const Condition::Any& it, const Evidence& now) {
  Judgement none{.truth = Truth::no};
  for (const Condition& part : it.of) {
    const Judgement found = judge(part, now);
    if (found.truth == Truth::yes) return found;
    if (found.truth == Truth::unknown) none.truth = Truth::unknown;
    none.seen += (none.seen.empty() ? "" : ", ") + in_words(found);
  }
  return none;
}

Judgement judged(const Condition::Not& it, const Evidence& now) {
  Judgement found = judge(it.of.front(), now);
  if (found.truth != Truth::unknown)
    found.truth = found.truth == Truth::yes ? Truth::no : Truth::yes;
  return found;
}

// Status messages have their numbers as texts.
std::optional<double> number_in(const std::string& text) {
  double number = 0;
  const char* const end = text.data() + text.size();
  const auto [after, error] = std::from_chars(text.data(), end, number);
  return error == std::errc() && after == end ? std::optional(number) : std::nullopt;
}

}  // namespace

ObservedValue value_of(const Comparison& comparison, const Evidence& evidence) {
  ObservedValue value =
      std::visit([&](const auto& it) { return observed(it, evidence); }, comparison.quantity);
  const auto* text = std::get_if<std::string>(&value);
  const Bound& bound = comparison.bound;
  const bool is_about_texts = bound.pattern || (bound.text && !bound.low);
  if (const auto number = text && !is_about_texts ? number_in(*text) : std::nullopt)
    value = *number;
  return value;
}

Judgement judge(const Condition& condition, const Evidence& evidence) {
  return std::visit([&](const auto& it) { return judged(it, evidence); }, condition.what);
}

std::string in_words(const Judgement& found) {
  if (found.at) return fmt::format("it is at ({:.3f}, {:.3f})", found.at->x, found.at->y);
  if (!found.comparison) return found.seen;
  return fmt::format("the {} was {}", found.comparison->name,
                     to_text(found.value, found.comparison->dimension));
}

double miss_of(double value, const Bound& bound) {
  double miss = 0;
  if (bound.low) miss = std::max(miss, *bound.low - value);
  if (bound.high) miss = std::max(miss, value - *bound.high);
  return miss;
}

double room_of(double value, const Bound& bound) {
  double room = std::numeric_limits<double>::infinity();
  if (bound.low) room = std::min(room, value - *bound.low);
  if (bound.high) room = std::min(room, *bound.high - value);
  return room;
}

std::string to_text(const ObservedValue& value, Dimension dimension) {
  if (const double* number = std::get_if<double>(&value)) return to_text(*number, dimension);
  if (const auto* text = std::get_if<std::string>(&value)) return quoted(*text);
  return "unknown";
}

}  // namespace tandem
