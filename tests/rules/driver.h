// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <cmath>
#include <numbers>
#include <set>
#include <string>

#include "rule_world.h"

namespace tandem {

// Drives a robot of a test's world as somebody would who sees everything, and notes what it and its
// load bump into.
class Driver {
 public:
  Driver(RuleWorld& world, std::string robot) : world_(world), robot_(std::move(robot)) {}

  Pose2 place() const {
    const Pose pose = world_.pose_of(robot_);
    return {{pose.translation.x, pose.translation.y}, pose.rotation.yaw()};
  }

  // On the spot.
  void turn_to(double yaw) {
    keep([&] { return std::remainder(yaw - place().yaw, 2 * std::numbers::pi); }, 0.005,
         [](double off) {
           return Twist2{0, std::clamp(3 * off, -1.2, 1.2)};
         });
  }
  void face(Vec2 target) { turn_to(towards(target)); }
  // Turns there, then goes straight on; the last part is done backwards where that is wanted.
  void go_to(Vec2 target) {
    face(target);
    go_straight(target, 1);
  }
  void back_to(Vec2 target) { go_straight(target, -1); }

  // The names of what was touched, the floor apart.
  const std::set<std::string>& bumps() const { return bumps_; }

 private:
  double towards(Vec2 target) const {
    const Vec2 way = target - place().translation;
    return std::atan2(way.y, way.x);
  }

  void go_straight(Vec2 target, double direction) {
    const auto ahead = [&] {
      const Pose2 now = place();
      const Vec2 way = target - now.translation;
      return direction * (way.x * std::cos(now.yaw) + way.y * std::sin(now.yaw));
    };
    keep(ahead, 0.005, [&](double left) {
      const double wish = towards(target) + (direction < 0 ? std::numbers::pi : 0);
      const double off = std::remainder(wish - place().yaw, 2 * std::numbers::pi);
      return Twist2{direction * std::clamp(2 * left, -0.4, 0.4),
                    left > 0.1 ? std::clamp(2 * off, -0.5, 0.5) : 0};
    });
  }

  // Until a value is small, for half a minute at most.
  template <class Value, class Command>
  void keep(const Value& value, double small, const Command& command) {
    const SimTime end = world_.simulation().time() + 30s;
    while (std::abs(value()) > small && world_.simulation().time() < end) {
      world_.step({.commands = {{robot_, command(value())}}});
      note_bumps();
    }
    if (std::abs(value()) > small) {
      const Vec2 at = place().translation;
      ADD_FAILURE() << robot_ << " is stuck at " << at.x << ", " << at.y;
    }
    // it stands
    for (int i = 0; i < 25; ++i) world_.step({.commands = {{robot_, {}}}});
  }

  void note_bumps() {
    const World& world = world_.simulation().world();
    const auto owner = [&](BodyId body) -> const Entity* {
      for (const Entity& entity : world.entities())
        if (std::ranges::count(entity.bodies, body) > 0) return &entity;
      return nullptr;
    };
    for (const Contact& contact : world_.frame().contacts) {
      if (std::abs(contact.normal.z) > 0.7) continue;  // the floor
      for (const BodyId body : {contact.a, contact.b}) {
        const Entity* entity = owner(body);
        if (!entity || entity->name == robot_) continue;
        const auto& carried = world_.frame().carried;
        if (std::ranges::count(carried, entity->id, &Carried::load) == 0)
          bumps_.insert(entity->name);
      }
    }
  }

  RuleWorld& world_;
  std::string robot_;
  std::set<std::string> bumps_;
};

}  // namespace tandem
