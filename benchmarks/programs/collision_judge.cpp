// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#include "benchmarks/programs/collision_judge.h"

#include <cmath>
#include <map>

namespace tandem {

namespace {

constexpr double steepest_floor = 0.7;  // of the normal's z
constexpr double creep_mps = 0.02;      // slower is standing still
constexpr Duration push_lasts = 500ms;  // it rolls on, and touches of those who push come and go

// A thing that touches the robot now.
struct Toucher {
  Vec3 point;
  Vec3 towards_it;
  Vec3 velocity;         // of its touching part
  bool is_load = false;  // what it touches is the robot's load
};

Vec3 velocity_at(const Twist& motion, const Vec3& origin, const Vec3& point) {
  return motion.linear + cross(motion.angular, point - origin);
}

std::map<std::string, Toucher> touchers(const Frame& frame) {
  std::set<BodyId> own, loads;
  const auto add = [&](const Entity* entity, std::set<BodyId>& bodies) {
    if (entity) bodies.insert(entity->bodies.begin(), entity->bodies.end());
  };
  add(frame.entities->find(frame.robots[0].entity), own);
  for (const Carried& carried : frame.carried)
    if (carried.robot == frame.robots[0].entity) add(frame.entities->find(carried.load), loads);
  own.insert(loads.begin(), loads.end());

  std::map<std::string, Toucher> all;
  for (const Contact& contact : frame.contacts) {
    if (own.contains(contact.a) == own.contains(contact.b)) continue;
    if (std::abs(contact.normal.z) > steepest_floor) continue;
    const bool is_own_a = own.contains(contact.a);
    const BodyId other = is_own_a ? contact.b : contact.a;
    for (const Entity& entity : *frame.entities)
      for (const BodyId body : entity.bodies)
        if (body == other)
          all[entity.name] = {
              contact.point, (is_own_a ? -1.0 : 1.0) * contact.normal,
              velocity_at(frame.body_velocity[static_cast<std::size_t>(other)],
                          frame.world_from_body[static_cast<std::size_t>(other)].translation,
                          contact.point),
              loads.contains(is_own_a ? contact.a : contact.b)};
  }
  return all;
}

}  // namespace

std::vector<RobotTouch> CollisionJudge::look(const Frame& frame) {
  std::vector<RobotTouch> begun;
  if (frame.robots.empty()) return begun;
  std::set<std::string> touching;
  const bool is_pushed = pushed_at_ && frame.time - *pushed_at_ < push_lasts;
  for (const auto& [thing, toucher] : touchers(frame)) {
    touching.insert(thing);
    const double its_speed = -dot(toucher.velocity, toucher.towards_it);  // towards the robot
    if (its_speed > creep_mps) pushed_at_ = frame.time;
    if (touching_.contains(thing) || allowed_.contains(thing)) continue;
    RobotTouch touch{.thing = thing, .at = frame.time};
    if (velocity_) {
      // a round robot that turns on the spot does not come nearer to anything, a load does
      const Vec3 velocity =
          toucher.is_load ? velocity_at(*velocity_, world_from_robot_.translation, toucher.point)
                          : velocity_->linear;
      touch.speed_mps = dot(velocity, toucher.towards_it);
    }
    touch.is_own_fault = touch.speed_mps > creep_mps && touch.speed_mps > its_speed && !is_pushed;
    ++(touch.is_own_fault ? collisions_ : bumps_);
    begun.push_back(touch);
  }
  touching_ = std::move(touching);
  velocity_ = frame.robots[0].velocity;
  world_from_robot_ = frame.robots[0].world_from_base;
  return begun;
}

}  // namespace tandem
