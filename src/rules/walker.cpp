// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#include "rules/walker.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <numbers>

#include "scenario/bounds.h"

namespace tandem {

namespace {

constexpr double met_m = 1.0;     // of room between a robot and a person who have met
constexpr double parted_m = 1.5;  // and who have parted again
constexpr Duration steer_every = 100ms;
constexpr double lowest_m = 0.25;  // what is lower is not walked around: it is kicked
constexpr double tallest_m = 1.7;

double length(Vec2 v) { return std::hypot(v.x, v.y); }

Vec2 turned(Vec2 v, double angle) {
  const double c = std::cos(angle), s = std::sin(angle);
  return {c * v.x - s * v.y, s * v.x + c * v.y};
}

double shortest_turn(double angle) { return std::remainder(angle, 2 * std::numbers::pi); }

// What a person takes up, above what feet step over.
Capsule outline(double radius_m) {
  return {.radius_m = radius_m, .length_m = tallest_m - lowest_m - 2 * radius_m};
}
Pose outline_at(Vec2 at, double floor_z) {
  return {{at.x, at.y, floor_z + (lowest_m + tallest_m) / 2}, {}};
}

Vec2 place_of(const Stage& stage, const Robot& robot) {
  const Entity* entity = stage.world().entities().find(robot.entity());
  const Vec3 at = entity ? stage.world().world_from(*entity).translation : Vec3{};
  return {at.x, at.y};
}

}  // namespace

bool has_room(const Stage& stage, Vec2 at, double floor_z) {
  constexpr double robots_m = 0.3;  // kept free around them
  for (const Robot& robot : stage.robots())
    if (length(place_of(stage, robot) - at) <
        footprint_radius(*robot.config().model) + person_radius_m + robots_m)
      return false;
  return stage.world()
      .physics()
      .overlapping(outline(person_radius_m), outline_at(at, floor_z))
      .empty();
}

Walker::Walker(const WalkersConfig& config, std::size_t number, Random random)
    : config_(config), number_(number), random_(random) {
  look_ = drawn_look(random_);
  if (config.height_m) look_.height_m = *config.height_m;
  speed_mps_ = config.speed_mps * (1 + config.speed_spread * random_.uniform(-1, 1));
  gait_.phase = random_.uniform(0, 2 * std::numbers::pi);
}

void Walker::enter(Stage& stage, const std::string& name, Vec2 start, double floor_z) {
  at_ = sent_ = start;
  floor_z_ = floor_z;
  const std::size_t points = config_.points.size();
  if (points > 0) {
    point_ = number_ % points;
    tour_ = Tour(points, config_.order == WalkOrder::there_and_back, point_);
  }
  if (points > 0 && config_.area) {
    set_target(stage, config_.points[point_].at);
  } else if (points > 0) {
    arrive(stage.now());
  } else {
    choose_target(stage);
  }
  const Vec2 ahead = target_ - at_;
  if (length(ahead) > 0) yaw_ = std::atan2(ahead.y, ahead.x);
  // who begins at a point looks to where it goes next
  if (state_ == State::waiting && points > 1) {
    const Vec2 next = config_.points[(point_ + 1) % points].at - at_;
    yaw_ = std::atan2(next.y, next.x);
  }
  const Pose pose{{at_.x, at_.y, floor_z_}, Quat::from_axis_angle({0, 0, 1}, yaw_)};
  const Entity& self =
      stage.add({.name = name, .model = person_model(look_), .world_from_model = pose},
                EntityCategory::human);
  entity_ = self.id;
  name_ = self.name;
  act(stage);
}

void Walker::act(Stage& stage) {
  if (is_gone_) return;
  const Entity* self = stage.world().entities().find(entity_);
  if (!self) {
    is_gone_ = true;
    doing_.clear();
    return;
  }
  // somebody may have put the person elsewhere
  const Vec3 is_at = stage.world().world_from(*self).translation;
  if (std::hypot(is_at.x - sent_.x, is_at.y - sent_.y) > 1e-6) {
    at_ = {is_at.x, is_at.y};
    nearest_since_ = stage.now();
    nearest_m_ = length(target_ - at_);
  }
  meet_robots(stage);
  watch_robots(stage);

  if (state_ == State::waiting) {
    if (stage.now() < leaves_) return hold_body(stage, *self, 0, {});
    choose_target(stage);
  }
  const Vec2 way = target_ - at_;
  const double distance_m = length(way);
  if (distance_m < nearest_m_ - 0.05) {
    nearest_m_ = distance_m;
    nearest_since_ = stage.now();
  }
  const Vec2 ahead = distance_m > 0 ? (1 / distance_m) * way : Vec2{1, 0};
  const Robot* robot = robot_in_front(stage, turned(ahead, detour_));
  if (!robot) {
    if (state_ == State::giving_way) steers_next_ = stage.now();
    state_ = state_ == State::blocked ? State::blocked : State::walking;
    steer(stage, *self);
    // who turns to go around something may turn to a robot
    robot = robot_in_front(stage, turned(ahead, detour_));
  }
  if (robot) state_ = State::giving_way;
  describe(robot);
  if (state_ != State::walking) {
    hold_body(stage, *self, 0, {});
    if (stage.now() - nearest_since_ >= config_.patience) lose_patience(stage);
    return;
  }

  const double step_m = speed_mps_ * seconds(stage.dt());
  const Vec2 direction = turned(ahead, detour_);
  const bool arrives = detour_ == 0 && distance_m <= step_m;
  at_ = arrives ? target_ : at_ + step_m * direction;
  // who is there already stands
  hold_body(stage, *self, arrives && distance_m <= 0 ? 0 : speed_mps_, direction);
  if (arrives) return arrive(stage.now() + stage.dt());
  if (stage.now() - nearest_since_ >= config_.patience) lose_patience(stage);
}

void Walker::arrive(SimTime since) {
  state_ = State::waiting;
  const Waypoint* point = config_.points.empty() ? nullptr : &config_.points[point_];
  Duration wait = config_.wait;
  if (config_.longest_wait)
    wait += Duration(static_cast<std::int64_t>(
        random_.uniform(0, 1) * static_cast<double>((*config_.longest_wait - wait).count())));
  if (point && point->wait) wait = *point->wait;
  leaves_ = since + wait;
  if (point && point->leave_at) leaves_ = std::max(leaves_, SimTime(*point->leave_at));
  target_ = at_;
  describe(nullptr);
}

void Walker::choose_target(const Stage& stage) {
  const std::size_t points = config_.points.size();
  if (points == 0) return set_target(stage, drawn_place(stage));
  if (config_.order == WalkOrder::random && points > 1) {
    // rather one where nobody stands
    for (int tries = 0; tries < 5; ++tries) {
      point_ = (point_ + 1 + random_.below(points - 1)) % points;
      if (has_room(stage, config_.points[point_].at, floor_z_)) break;
    }
  } else if (config_.order != WalkOrder::random) {
    tour_.advance();
    point_ = tour_.index();
  }
  set_target(stage, config_.points[point_].at);
}

void Walker::set_target(const Stage& stage, Vec2 target) {
  target_ = target;
  state_ = State::walking;
  detour_ = 0;
  steers_next_ = stage.now();
  nearest_m_ = length(target_ - at_);
  nearest_since_ = stage.now();
}

// Somewhere in the area where there is room.
Vec2 Walker::drawn_place(const Stage& stage) {
  const Area& area = *config_.area;
  Vec2 place = at_;
  for (int tries = 0; tries < 20; ++tries) {
    const double half_x = std::max(0.0, area.size_x_m / 2 - person_radius_m);
    const double half_y = std::max(0.0, area.size_y_m / 2 - person_radius_m);
    const double x = random_.uniform(-half_x, half_x), y = random_.uniform(-half_y, half_y);
    place = area.world_from_center * Vec2{x, y};
    if (has_room(stage, place, floor_z_)) break;
  }
  return place;
}

// Whether it can go so far, seeing what is at the height of its legs and above.
bool Walker::is_free(const Stage& stage, Vec2 direction, double range_m) {
  if (!keeps_from_robots(stage, direction, range_m)) return false;
  const PhysicsWorld& physics = stage.world().physics();
  const QueryFilter filter{.ignored = ignored_};
  const Vec3 along{direction.x, direction.y, 0};
  const auto hit =
      physics.sweep(outline(person_radius_m), outline_at(at_, floor_z_), along, range_m, filter);
  if (!hit || hit->distance_m > 0) return !hit || hit->distance_m >= range_m - 1e-3;
  // who touches something may go to where that is over
  constexpr double away_m = 0.35, slim_m = 0.1;
  return physics
             .overlapping(outline(person_radius_m), outline_at(at_ + away_m * direction, floor_z_),
                          filter)
             .empty() &&
         !physics.sweep(outline(slim_m), outline_at(at_, floor_z_), along, away_m, filter);
}

// Robots that stand are walked around, with some room; for others it stops, or it does not.
bool Walker::keeps_from_robots(const Stage& stage, Vec2 direction, double range_m) {
  constexpr double room_m = 0.1;
  if (!config_.gives_way) return true;
  return std::ranges::all_of(stage.robots(), [&](const Robot& robot) {
    if (!is_standing(stage, robot)) return true;
    const Vec2 to = place_of(stage, robot) - at_;
    const double along_m = std::clamp(dot(to, direction), 0.0, range_m);
    // who is too near already may go away
    return along_m <= 0 ||
           length(to - along_m * direction) >= radius_of(robot) + person_radius_m + room_m;
  });
}

// Straight on where that is free, or else by the smallest turn that is.
void Walker::steer(const Stage& stage, const Entity& self) {
  if (stage.now() < steers_next_) return;
  steers_next_ = stage.now() + steer_every;
  ignored_ = self.bodies;
  for (const Robot& robot : stage.robots())
    if (const Entity* entity = stage.world().entities().find(robot.entity()))
      ignored_.insert(ignored_.end(), entity->bodies.begin(), entity->bodies.end());

  const Vec2 way = target_ - at_;
  const double distance_m = length(way);
  state_ = State::walking;
  if (distance_m <= 0) {
    detour_ = 0;
    return;
  }
  const Vec2 ahead = (1 / distance_m) * way;
  constexpr std::array<double, 8> turns_deg{0, 20, 40, 60, 80, 100, 130, 160};
  // with foresight, or else just the next step
  for (const double far_m : {0.35 + 0.6 * speed_mps_, 0.15 + 0.2 * speed_mps_}) {
    const double range_m = std::min(distance_m, far_m);
    for (const double turn_deg : turns_deg)
      for (const double side : {side_, -side_}) {
        const double turn = side * turn_deg * std::numbers::pi / 180;
        if (!is_free(stage, turned(ahead, turn), range_m)) {
          if (turn_deg == 0) break;
          continue;
        }
        detour_ = turn;
        side_ = turn_deg == 0 ? -1 : side;
        return;
      }
  }
  state_ = State::blocked;
}

double Walker::radius_of(const Robot& robot) {
  const auto [known, is_new] = robot_radius_m_.try_emplace(robot.entity(), 0);
  if (is_new) known->second = footprint_radius(*robot.config().model);
  return known->second;
}

double Walker::gap_to(const Stage& stage, const Robot& robot) {
  return length(place_of(stage, robot) - at_) - radius_of(robot) - person_radius_m;
}

void Walker::watch_robots(const Stage& stage) {
  constexpr double stir_m = 0.1;  // tracked robots tremble
  for (const Robot& robot : stage.robots()) {
    const Vec2 at = place_of(stage, robot);
    const auto [rest, is_new] = rests_.try_emplace(robot.entity(), Rest{at, stage.now()});
    if (!is_new && length(at - rest->second.at) > stir_m) rest->second = {at, stage.now()};
  }
}

bool Walker::is_standing(const Stage& stage, const Robot& robot) const {
  const auto rest = rests_.find(robot.entity());
  return rest != rests_.end() && stage.now() - rest->second.since >= config_.patience;
}

const Robot* Walker::robot_in_front(const Stage& stage, Vec2 ahead) {
  constexpr double beside = 0.5;     // cosine: more than 60 degrees off is beside
  constexpr double at_foot_m = 0.1;  // who is nearer than this would be kicked from beside, too
  if (!config_.gives_way) return nullptr;
  const double room_m = config_.give_way_m + (state_ == State::giving_way ? 0.1 : 0);
  for (const Robot& robot : stage.robots()) {
    if (is_standing(stage, robot)) continue;
    const Vec2 to = place_of(stage, robot) - at_;
    const double gap_m = gap_to(stage, robot);
    const double cosine = gap_m < at_foot_m ? 0 : beside;
    if (gap_m < room_m && dot(to, ahead) > cosine * length(to)) return &robot;
  }
  return nullptr;
}

void Walker::meet_robots(Stage& stage) {
  for (const Robot& robot : stage.robots()) {
    const double gap_m = gap_to(stage, robot);
    if (gap_m > parted_m) met_.erase(robot.entity());
    if (gap_m >= met_m || !met_.insert(robot.entity()).second) continue;
    const std::string& robot_name = robot.config().name;
    stage.tell({.name = "person_met",
                .robot = robot_name,
                .text = fmt::format("{} and {} meet, {:.2f} m apart", name_, robot_name,
                                    std::max(0.0, gap_m)),
                .values = {{"person", name_}, {"gap_m", fmt::format("{:.3f}", gap_m)}}});
  }
}

void Walker::lose_patience(Stage& stage) {
  stage.tell({.name = "person_blocked",
              .text = fmt::format("{} does not get to {:.2f}, {:.2f} and turns elsewhere", name_,
                                  target_.x, target_.y),
              .values = {{"person", name_},
                         {"x", fmt::format("{:.3f}", at_.x)},
                         {"y", fmt::format("{:.3f}", at_.y)}}});
  choose_target(stage);
}

void Walker::hold_body(Stage& stage, const Entity& self, double speed_mps, Vec2 direction) {
  const double dt = seconds(stage.dt());
  constexpr double settling = 5;  // 1/s, how fast limbs begin and cease to swing
  constexpr double turning = 5;   // rad/s
  const double wanted_swing = speed_mps > 0 ? std::min(1.0, 0.35 + 0.65 * speed_mps) : 0;
  // who begins to walk does so with the feet together: nobody kicks backwards
  if (speed_mps > 0 && gait_.swing <= 0)
    gait_.phase = gait_.phase < std::numbers::pi ? 0 : std::numbers::pi;
  gait_.swing += std::clamp(wanted_swing - gait_.swing, -settling * dt, settling * dt);
  gait_.phase = std::fmod(gait_.phase + std::numbers::pi * speed_mps * dt / step_length_m(look_),
                          2 * std::numbers::pi);
  if (speed_mps > 0) {
    const double turn = shortest_turn(std::atan2(direction.y, direction.x) - yaw_);
    yaw_ = shortest_turn(yaw_ + std::clamp(turn, -turning * dt, turning * dt));
    // over floors that rise and fall; what lies on them is stepped over
    constexpr double step_m = 0.35;
    const auto floor = stage.world().physics().cast_ray(
        {at_.x, at_.y, floor_z_ + step_m}, {0, 0, -1}, 2 * step_m, {.ignored = self.bodies});
    if (floor && stage.world().physics().motion(floor->body) == Motion::fixed)
      floor_z_ = floor->point.z;
  }
  const Pose world_from_person{{at_.x, at_.y, floor_z_}, Quat::from_axis_angle({0, 0, 1}, yaw_)};
  const auto parts = posture(look_, gait_);
  for (std::size_t i = 0; i < body_part_count; ++i)
    stage.move_to(self.links[i].body, world_from_person * parts[i]);
  sent_ = at_;
}

void Walker::describe(const Robot* robot) {
  const std::string place = fmt::format("{:.2f}, {:.2f}", target_.x, target_.y);
  switch (state_) {
    case State::walking:
      doing_ = "walks to " + place;
      break;
    case State::waiting:
      doing_ = "waits at " + place;
      break;
    case State::giving_way:
      doing_ = fmt::format("gives way to {}", robot ? robot->config().name : "a robot");
      break;
    case State::blocked:
      doing_ = "cannot get to " + place;
      break;
  }
}

void Walker::add_to(Hash& hash) const {
  if (is_gone_) return;
  for (const double value : {at_.x, at_.y, floor_z_, yaw_, gait_.phase, gait_.swing, target_.x,
                             target_.y, detour_, side_, nearest_m_})
    hash.add(value);
  for (const SimTime time : {leaves_, steers_next_, nearest_since_})
    hash.add(static_cast<std::uint64_t>(time.count()));
  for (const auto& [robot, rest] : rests_) {
    hash.add(rest.at.x);
    hash.add(rest.at.y);
    hash.add(static_cast<std::uint64_t>(rest.since.count()));
  }
  hash.add(static_cast<std::uint64_t>(state_));
  hash.add(static_cast<std::uint64_t>(point_));
}

}  // namespace tandem
