// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#include "missions/evidence.h"

#include <algorithm>
#include <cmath>
#include <set>

namespace tandem {

bool matches(const EventFilter& filter, const WorldEvent& event) {
  if (event.name != filter.name) return false;
  if (!filter.robot.empty() && event.robot != filter.robot) return false;
  return std::ranges::all_of(filter.values, [&](const auto& wanted) {
    return std::ranges::count(event.values, wanted) > 0;
  });
}

std::string key_of(const EventFilter& filter) {
  std::string key = filter.name + "\n" + filter.robot;
  for (const auto& [name, value] : filter.values) key += "\n" + name + "\n" + value;
  return key;
}

std::string thing_meant(const std::string& name, const Frame& frame) {
  if (!name.empty() || frame.robots.empty()) return name;
  return frame.robots.front().name;
}

std::vector<std::string> touched_by(const std::string& thing, const Frame& frame) {
  constexpr double steepest_floor = 0.7;  // of the normal's z
  const Entity* entity = frame.entities->find(thing);
  if (!entity) return {};
  std::set<BodyId> own(entity->bodies.begin(), entity->bodies.end());
  for (const Carried& carried : frame.carried)
    if (carried.robot == entity->id)
      if (const Entity* load = frame.entities->find(carried.load))
        own.insert(load->bodies.begin(), load->bodies.end());

  std::set<BodyId> others;
  for (const Contact& contact : frame.contacts) {
    if (own.contains(contact.a) == own.contains(contact.b)) continue;
    if (std::abs(contact.normal.z) > steepest_floor) continue;
    others.insert(own.contains(contact.a) ? contact.b : contact.a);
  }
  // a twin does not collide with what never moves, and knows what it overlaps
  for (const RobotState& robot : frame.robots)
    if (robot.entity == entity->id && robot.twin)
      others.insert(robot.twin->touching.begin(), robot.twin->touching.end());
  if (others.empty()) return {};

  std::vector<std::string> names;
  for (const Entity& other : *frame.entities)
    if (std::ranges::any_of(other.bodies, [&](BodyId body) { return others.contains(body); }))
      names.push_back(other.name);
  return names;
}

}  // namespace tandem
