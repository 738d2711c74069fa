// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#include "missions/observer.h"

#include <algorithm>
#include <cassert>
#include <cmath>
#include <numbers>

#include "missions/known_events.h"
#include "ports/desk/frame_events.h"

namespace tandem {

namespace {

Pose2 on_floor(const Pose& pose) {
  return {{pose.translation.x, pose.translation.y}, pose.rotation.yaw()};
}

std::map<std::string, TopicWatch::Needs> needed_topics(const MissionScript& mission) {
  std::map<std::string, TopicWatch::Needs> topics;
  for (const Comparison* value : values_of(mission)) {
    if (const auto* field = std::get_if<FieldValue>(&value->quantity))
      topics[field->topic].content = true;
    if (const auto* figure = std::get_if<TopicValue>(&value->quantity)) {
      Duration& window = topics[figure->topic].window;
      window = std::max(window, figure->window);
    }
  }
  return topics;
}

// Or no mission could wait for it.
[[maybe_unused]] bool is_known(const WorldEvent& event) {
  return std::ranges::count(known_events(), event.name) > 0;
}

}  // namespace

std::vector<const Condition*> conditions_of(const MissionScript& mission) {
  std::vector<const Condition*> all;
  for (const EventPlan& event : mission.events)
    if (event.when) all.push_back(&*event.when);
  for (const ExpectationPlan& expectation : mission.expectations) {
    for (const Condition& condition : expectation.conditions) all.push_back(&condition);
    if (expectation.after) all.push_back(&*expectation.after);
    if (expectation.until_holds) all.push_back(&*expectation.until_holds);
  }
  return all;
}

std::vector<const Comparison*> values_of(const MissionScript& mission) {
  std::vector<const Comparison*> all;
  const auto add = [&](const Comparison* value) {
    if (std::ranges::none_of(all, [&](const auto* known) { return known->name == value->name; }))
      all.push_back(value);
  };
  for (const Condition* condition : conditions_of(mission))
    std::ranges::for_each(comparisons_in(*condition), add);
  for (const Comparison& value : mission.watched_values) add(&value);
  return all;
}

Observer::Observer(const MissionScript& mission, Node& node, SensorInterest& interest) {
  evidence_.zones = mission.zones;
  for (const Comparison* value : values_of(mission))
    if (const auto* count = std::get_if<EventCount>(&value->quantity))
      counted_.push_back(count->event);
  if (mission.map) map_.emplace(*mission.map, interest);
  const auto topics = needed_topics(mission);
  if (!topics.empty())
    topics_.emplace(node, topics, evidence_.topics,
                    [this, &node] { return node.now() - begun_.value_or(node.now()); });
}

void Observer::look(std::shared_ptr<const Frame> frame) {
  if (topics_) topics_->follow();
  if (!begun_) begun_ = frame->time;
  const std::shared_ptr<const Frame> before = std::move(evidence_.frame);
  evidence_.frame = std::move(frame);
  const Frame& now = *evidence_.frame;
  evidence_.time = now.time - *begun_;
  evidence_.events = now.events;
  if (before)
    std::ranges::copy(events_between(before.get(), now), std::back_inserter(evidence_.events));
  assert(std::ranges::all_of(evidence_.events, is_known));
  for (const EventFilter& filter : counted_)
    for (const WorldEvent& event : evidence_.events)
      if (matches(filter, event)) ++evidence_.event_counts[key_of(filter)];
  note_ways(now);
  if (map_) map_->look(evidence_);
}

void Observer::note_ways(const Frame& frame) {
  // another world, or the same anew: its robots begin again
  if (frame.episode_count != episode_count_) starts_.clear();
  episode_count_ = frame.episode_count;
  for (const RobotState& robot : frame.robots) {
    const Pose2 truth = on_floor(robot.world_from_base);
    const Pose2& odom = robot.odometry.odom_from_base;
    auto [start, is_new] = starts_.try_emplace(robot.name, Start{truth * inverse(odom), truth});
    RobotWay& way = evidence_.ways[robot.name];
    const Vec2 step = truth.translation - start->second.last.translation;
    way.path_m += std::hypot(step.x, step.y);
    start->second.last = truth;
    way.believed = start->second.world_from_odom * odom;
    const Vec2 off = way.believed.translation - truth.translation;
    way.odometry_error_m = std::hypot(off.x, off.y);
    way.odometry_heading_error_rad =
        std::abs(std::remainder(way.believed.yaw - truth.yaw, 2 * std::numbers::pi));
  }
}

}  // namespace tandem
