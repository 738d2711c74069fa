// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "messages/simulation_interfaces.h"
#include "simulation/entity_queries.h"
#include "simulation/frame.h"

namespace tandem {

// What simulation_interfaces asks about entities, answered from a frame.

// The world itself ("", "world" or "map"), an entity by its name, a link of a robot by the name of
// its frame ("emaros/lidar_link"), or a place that has a name. Nothing for what is none of these.
std::optional<Pose> world_from_frame(const Frame& frame, std::string_view name);

std::string unknown_frame(std::string_view name);  // as a sentence

// Of finite numbers and a quaternion of length 1; nothing for what is none.
std::optional<Pose> read_pose(const geometry_msgs::msg::Pose& pose);
inline constexpr std::string_view no_pose =
    "a pose has finite numbers and a quaternion of length 1";

simulation_interfaces::msg::EntityState entity_state(const Frame& frame, const Entity& entity);
simulation_interfaces::msg::EntityInfo to_message(const EntityInfo& info);
// Nothing for a category that there is none of.
std::optional<EntityInfo> from_message(const simulation_interfaces::msg::EntityInfo& info);

// A box around everything that collides, in the entity's own frame; empty without such parts and
// for what has no end.
simulation_interfaces::msg::Bounds entity_bounds(const Frame& frame, const Entity& entity);

// Those that fit all filters, in the order of their ids, or what is wrong with the filters.
struct Selection {
  simulation_interfaces::msg::Result result;
  std::vector<const Entity*> entities;
};
Selection select_entities(const Frame& frame,
                          const simulation_interfaces::msg::EntityFilters& filters);

// An empty filter fits everything.
bool fits(const simulation_interfaces::msg::TagsFilter& filter,
          const std::vector<std::string>& tags);

}  // namespace tandem
