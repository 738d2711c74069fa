// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <map>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "base/hash.h"
#include "base/random.h"
#include "geometry/area.h"
#include "rules/person_model.h"
#include "rules/stage.h"
#include "rules/waypoints.h"

namespace tandem {

enum class WalkOrder { loop, there_and_back, random };

// How people walk.
struct WalkersConfig : RuleConfig {
  int count = 1;
  std::optional<Area> area;      // where they begin, and without points where they go
  std::vector<Waypoint> points;  // where they go
  WalkOrder order = WalkOrder::loop;
  double speed_mps = 1;
  double speed_spread = 0;               // share by which each is faster or slower, drawn once
  Duration wait{};                       // at each point
  std::optional<Duration> longest_wait;  // if given, each wait is drawn from `wait` to this
  bool gives_way = true;
  double give_way_m = 0.8;  // of room to a robot in front
  // Without coming nearer, before they turn to the next point; and of a robot that stands, before
  // they walk around it.
  Duration patience = 5s;
  std::optional<double> height_m;
};

// Room that a person needs around the middle.
constexpr double person_radius_m = 0.27;

// Whether a person could stand there without touching anything but the floor.
bool has_room(const Stage& stage, Vec2 at, double floor_z);

// A person who walks from point to point, around what is in the way and not through it, and stops
// for robots or does not.
class Walker {
 public:
  Walker(const WalkersConfig& config, std::size_t number, Random random);

  // Comes into the world, under its name. Begins at one of the points, or where it is told.
  void enter(Stage& stage, const std::string& name, Vec2 start, double floor_z);
  // Decides where to be at the end of the next step.
  void act(Stage& stage);

  const std::string& name() const { return name_; }
  // As a sentence without its subject; empty when somebody has taken the person away.
  const std::string& doing() const { return doing_; }
  void add_to(Hash& hash) const;

 private:
  enum class State { walking, waiting, giving_way, blocked };
  // Where a robot has been for a while.
  struct Rest {
    Vec2 at;
    SimTime since{};
  };

  void arrive(SimTime since);
  void choose_target(const Stage& stage);
  void set_target(const Stage& stage, Vec2 target);
  Vec2 drawn_place(const Stage& stage);
  void steer(const Stage& stage, const Entity& self);
  bool is_free(const Stage& stage, Vec2 direction, double range_m);
  bool keeps_from_robots(const Stage& stage, Vec2 direction, double range_m);
  void watch_robots(const Stage& stage);
  bool is_standing(const Stage& stage, const Robot& robot) const;
  double radius_of(const Robot& robot);
  const Robot* robot_in_front(const Stage& stage, Vec2 direction);
  void meet_robots(Stage& stage);
  double gap_to(const Stage& stage, const Robot& robot);
  void lose_patience(Stage& stage);
  void hold_body(Stage& stage, const Entity& self, double speed_mps, Vec2 direction);
  void describe(const Robot* robot);

  const WalkersConfig& config_;
  std::size_t number_;  // among those of the rule
  Random random_;
  double speed_mps_ = 1;
  PersonLook look_;
  std::string name_;
  EntityId entity_{};
  bool is_gone_ = false;

  Vec2 at_;
  double floor_z_ = 0;
  double yaw_ = 0;
  Gait gait_;
  Vec2 sent_;  // where the body was told to be

  State state_ = State::walking;
  Tour tour_;
  std::size_t point_ = 0;  // it goes to, of config_.points
  Vec2 target_;
  SimTime leaves_{};   // when it waits
  double detour_ = 0;  // rad from the straight way
  double side_ = -1;   // on which it goes around: to the right first
  SimTime steers_next_{};
  double nearest_m_ = 0;                       // that it ever was to the target
  SimTime nearest_since_{};                    // and when
  std::set<EntityId> met_;                     // robots that are near
  std::map<EntityId, double> robot_radius_m_;  // of those that it has seen
  std::map<EntityId, Rest> rests_;             // of robots
  std::vector<BodyId> ignored_;                // bodies that are not in its way
  std::string doing_;
};

}  // namespace tandem
