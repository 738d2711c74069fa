// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#include "ports/desk/frame_events.h"

#include <fmt/format.h>

#include <algorithm>

namespace tandem {

namespace {

std::string robot_name(const Entity& entity) {
  return entity.info.category == EntityCategory::robot ? entity.name : "";
}

// Which twins were lost or found.
void append_tracking(const Frame& before, const Frame& after, std::vector<WorldEvent>& events) {
  for (const RobotState& robot : after.robots) {
    if (!robot.twin) continue;
    const auto was = std::ranges::find(before.robots, robot.name, &RobotState::name);
    if (was == before.robots.end() || !was->twin) continue;
    const TrackingState state = robot.twin->state.tracking;
    if (state != was->twin->state.tracking)
      events.push_back({.name = "tracking",
                        .robot = robot.name,
                        .text = fmt::format("{}: {}", robot.name, name_of(state)),
                        .values = {{"state", std::string(name_of(state))}}});
    if (const bool is_paused = robot.twin->state.is_paused; is_paused != was->twin->state.is_paused)
      events.push_back({.name = is_paused ? "twin_paused" : "twin_resumed",
                        .robot = robot.name,
                        .text = fmt::format("{} {}", robot.name,
                                            is_paused ? "stays while its robot is moved"
                                                      : "goes on from where it stood")});
    if (robot.twin->snaps > was->twin->snaps)
      events.push_back(
          {.name = "twin_snapped",
           .robot = robot.name,
           .text = fmt::format("{} was too far from its robot and put there", robot.name)});
  }
}

}  // namespace

std::vector<WorldEvent> events_between(const Frame* before, const Frame& after) {
  const std::string& scenario = after.scenario->name;
  if (!before || before->world_generation != after.world_generation)
    return {{.name = "scenario_loaded",
             .text = fmt::format("{} is running", scenario),
             .values = {{"scenario", scenario}}}};
  if (before->episode_count != after.episode_count)
    return {{.name = "reset",
             .text = fmt::format("{} begins anew", scenario),
             .values = {{"scenario", scenario}}}};

  std::vector<WorldEvent> events;
  append_tracking(*before, after, events);
  if (before->entities == after.entities) return events;
  for (const Entity& entity : *after.entities)
    if (!before->entities->find(entity.id))
      events.push_back({.name = "spawned",
                        .robot = robot_name(entity),
                        .text = fmt::format("{} came into the world", entity.name),
                        .values = {{"entity", entity.name}}});
  for (const Entity& entity : *before->entities)
    if (!after.entities->find(entity.id))
      events.push_back({.name = "removed",
                        .robot = robot_name(entity),
                        .text = fmt::format("{} was taken out of the world", entity.name),
                        .values = {{"entity", entity.name}}});
  return events;
}

}  // namespace tandem
