// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#include "benchmarks/programs/collision_judge.h"

#include <cmath>

namespace tandem {

namespace {

constexpr double steepest_floor = 0.7;  // of the normal's z
constexpr double creep_m = 0.05;        // what standing still may come to in the time before
constexpr Duration time_before = 2s;    // long enough to have stayed away, or to get away
constexpr Duration moment = 40ms;       // between what is remembered
constexpr Duration push_lasts = 500ms;  // it rolls on, and touches of those who push come and go

Vec3 velocity_at(const Twist& motion, const Vec3& origin, const Vec3& point) {
  return motion.linear + cross(motion.angular, point - origin);
}

}  // namespace

std::map<std::string, CollisionJudge::Toucher> CollisionJudge::touchers(const Frame& frame) {
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
              other, contact.point, (is_own_a ? -1.0 : 1.0) * contact.normal,
              velocity_at(frame.body_velocity[static_cast<std::size_t>(other)],
                          frame.world_from_body[static_cast<std::size_t>(other)].translation,
                          contact.point),
              loads.contains(is_own_a ? contact.a : contact.b)};
  }
  return all;
}

// How much nearer to the touching point of a thing the robot has driven, wherever the thing itself
// went meanwhile. A round robot is where its middle is, however it turns; a load is where its
// touching point is.
double CollisionJudge::brought_nearer_m(const Toucher& toucher, const Frame& frame) const {
  constexpr double close_m = 0.02;  // nearer, there is no direction from one point to the other
  const Pose& world_from_robot = frame.robots[0].world_from_base;
  const auto body = static_cast<std::size_t>(toucher.body);
  const Vec3 in_thing = inverse(frame.world_from_body[body]) * toucher.point;
  const Vec3 in_robot = toucher.is_load ? inverse(world_from_robot) * toucher.point : Vec3{};
  double nearer_m = 0;
  for (std::size_t i = 0; i < past_.size(); ++i) {
    const Moment& then = past_[i];
    if (body >= then.world_from_body.size()) continue;  // it was not there yet
    const Pose& next = i + 1 < past_.size() ? past_[i + 1].world_from_robot : world_from_robot;
    const Vec3 part = then.world_from_robot * in_robot;
    Vec3 towards = then.world_from_body[body] * in_thing - part;
    towards.z = 0;
    const double distance_m = length(towards);
    nearer_m += dot(next * in_robot - part,
                    distance_m > close_m ? (1 / distance_m) * towards : toucher.towards_it);
  }
  return nearer_m;
}

void CollisionJudge::remember(const Frame& frame) {
  velocity_ = frame.robots[0].velocity;
  if (past_.empty() || frame.time - past_.back().time >= moment)
    past_.push_back({frame.time, frame.robots[0].world_from_base, frame.world_from_body});
  while (frame.time - past_.front().time > time_before) past_.pop_front();
}

std::vector<RobotTouch> CollisionJudge::look(const Frame& frame) {
  std::vector<RobotTouch> begun;
  if (frame.robots.empty()) return begun;
  std::set<std::string> touching;
  const bool is_pushed = pushed_at_ && frame.time - *pushed_at_ < push_lasts;
  for (const auto& [thing, toucher] : touchers(frame)) {
    touching.insert(thing);
    const double its_speed = -dot(toucher.velocity, toucher.towards_it);  // towards the robot
    if (its_speed > creep_mps_) pushed_at_ = frame.time;
    if (touching_.contains(thing) || allowed_.contains(thing)) continue;
    RobotTouch touch{.thing = thing, .at = frame.time};
    // a round robot is where its middle is, however it turns
    if (velocity_)
      touch.speed_mps = dot(
          toucher.is_load
              ? velocity_at(*velocity_, frame.robots[0].world_from_base.translation, toucher.point)
              : velocity_->linear,
          toucher.towards_it);
    touch.brought_nearer_m = brought_nearer_m(toucher, frame);
    touch.is_own_fault =
        !is_pushed && (touch.speed_mps > creep_mps_ || touch.brought_nearer_m > creep_m);
    ++(touch.is_own_fault ? collisions_ : bumps_);
    begun.push_back(touch);
  }
  touching_ = std::move(touching);
  if (is_pushed) past_.clear();  // what it is pushed it has not driven
  remember(frame);
  return begun;
}

}  // namespace tandem
