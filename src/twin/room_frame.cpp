// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#include "twin/room_frame.h"

#include <cmath>
#include <numbers>

namespace tandem {

namespace {

Vec2 turned(Vec2 v, double by) {
  const double c = std::cos(by), s = std::sin(by);
  return {c * v.x - s * v.y, s * v.x + c * v.y};
}

double wrapped(double angle) { return std::remainder(angle, 2 * std::numbers::pi); }

}  // namespace

RoomFrame RoomFrame::at(const Pose2& world_from_room, double scale) {
  return {{}, world_from_room.translation, world_from_room.yaw, scale};
}

RoomFrame RoomFrame::anchored(const Pose2& in_room, const Pose2& in_world, double scale) {
  return {in_room.translation, in_world.translation, in_world.yaw - in_room.yaw, scale};
}

Pose2 RoomFrame::to_world(const Pose2& in_room) const {
  return {world_origin_ + turned(scale_ * (in_room.translation - room_origin_), turn_),
          wrapped(in_room.yaw + turn_)};
}

Pose2 RoomFrame::to_room(const Pose2& in_world) const {
  return {room_origin_ + turned((1 / scale_) * (in_world.translation - world_origin_), -turn_),
          wrapped(in_world.yaw - turn_)};
}

}  // namespace tandem
