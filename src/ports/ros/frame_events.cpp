// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#include "ports/ros/frame_events.h"

#include <fmt/format.h>

namespace tandem {

namespace {

std::string robot_name(const Entity& entity) {
  return entity.info.category == EntityCategory::robot ? entity.name : "";
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
  if (before->entities == after.entities) return {};

  std::vector<WorldEvent> events;
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
