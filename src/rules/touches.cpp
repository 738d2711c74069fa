// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#include "rules/touches.h"

#include <algorithm>
#include <utility>
#include <vector>

namespace tandem {

void Touches::note(const Stage& stage) {
  const World& world = stage.world();
  const PhysicsWorld& physics = world.physics();
  std::vector<std::pair<BodyId, const std::string*>> robots;
  for (const Robot& robot : stage.robots())
    if (const Entity* entity = world.entities().find(robot.entity()))
      for (const BodyId body : entity->bodies) robots.emplace_back(body, &robot.config().name);
  std::ranges::sort(robots);
  const auto robot_with = [&](BodyId body) -> const std::string* {
    const auto found =
        std::ranges::lower_bound(robots, body, {}, &decltype(robots)::value_type::first);
    return found != robots.end() && found->first == body ? found->second : nullptr;
  };
  for (const Contact& contact : physics.contacts()) {
    const std::string* a = robot_with(contact.a);
    const std::string* b = robot_with(contact.b);
    if (a && !b) set(contact.b, *a, physics);
    if (b && !a) set(contact.a, *b, physics);
  }
  for (const Carried& carried : stage.carrying().all())
    if (const Entity* load = world.entities().find(carried.load))
      for (const BodyId body : load->bodies) set(body, carried.robot_name, physics);
}

void Touches::set(BodyId body, const std::string& robot, const PhysicsWorld& physics) {
  if (!physics.has(body) || physics.motion(body) == Motion::fixed) return;
  const auto known = last_.find(body);
  if (known != last_.end()) {
    if (known->second != robot) known->second = robot;
    return;
  }
  // things come and go: only those that are there are remembered
  std::erase_if(last_, [&](const auto& touch) { return !physics.has(touch.first); });
  last_.emplace(body, robot);
}

std::string Touches::last_of(BodyId body) const {
  const auto found = last_.find(body);
  return found == last_.end() ? std::string() : found->second;
}

void Touches::add_to(Hash& hash) const {
  for (const auto& [body, robot] : last_) {
    hash.add(static_cast<std::uint64_t>(body));
    hash.add(robot);
  }
}

}  // namespace tandem
