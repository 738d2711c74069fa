// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#include "autonomy/logistics/stands.h"

#include <algorithm>
#include <cmath>
#include <numbers>

#include "autonomy/behavior/planar.h"

namespace tandem {

namespace {

constexpr int directions = 24;
constexpr double room_step_m = 0.03;
constexpr double cost_of_narrowness = 6;  // metres of way, for each metre of room that is missing
constexpr double same_stand_m = 0.12;

double room_at(Vec2 place, const StandQuery& query) {
  double room = query.wanted_room_m;
  for (const Vec2 other : query.others)
    room = std::min(room, distance(other, place) - query.other_radius_m);
  if (!query.is_free) return room;
  while (room >= query.needed_room_m && !query.is_free(place, room)) room -= room_step_m;
  return room;
}

// Whether the robot can drive straight from its stand to the end of its way.
bool is_way_free(Vec2 stand, const StandQuery& query) {
  if (query.drive_in_to_m <= 0 || !query.is_free) return true;
  const Vec2 way = query.thing - stand;
  const double to_go = query.distance_m - query.drive_in_to_m;
  for (double gone = room_step_m; gone < to_go; gone += room_step_m)
    if (!query.is_free(stand + (gone / query.distance_m) * way, query.needed_room_m)) return false;
  return true;
}

}  // namespace

std::vector<Pose2> stands_at(const StandQuery& query) {
  struct Stand {
    Pose2 pose;
    double cost = 0;
  };
  std::vector<Stand> stands;
  const Vec2 from_robot = query.robot - query.thing;
  const double first = std::atan2(from_robot.y, from_robot.x);  // where it would come from
  for (int i = 0; i < directions; ++i) {
    const double direction = first + i * 2 * std::numbers::pi / directions;
    const Vec2 place =
        query.thing + query.distance_m * Vec2{std::cos(direction), std::sin(direction)};
    const bool is_tried = std::ranges::any_of(
        query.tried, [&](Vec2 other) { return distance(other, place) < same_stand_m; });
    if (is_tried) continue;
    const double room = room_at(place, query);
    if (room < query.needed_room_m || !is_way_free(place, query)) continue;
    stands.push_back(
        {{place, wrap_angle(direction + std::numbers::pi)},
         distance(query.robot, place) + cost_of_narrowness * (query.wanted_room_m - room)});
  }
  std::ranges::stable_sort(stands, {}, &Stand::cost);
  std::vector<Pose2> poses;
  for (const Stand& stand : stands) poses.push_back(stand.pose);
  return poses;
}

}  // namespace tandem
