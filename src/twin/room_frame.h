// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "geometry/pose2.h"

namespace tandem {

// How a room lies in the world: turned, scaled and moved. D = R s (P - P_0) + D_0.
class RoomFrame {
 public:
  // The room's origin stands there.
  static RoomFrame at(const Pose2& world_from_room, double scale);
  // A pose of the room is this one of the world, heading included.
  static RoomFrame anchored(const Pose2& in_room, const Pose2& in_world, double scale);

  Pose2 to_world(const Pose2& in_room) const;
  Pose2 to_room(const Pose2& in_world) const;
  double scale() const { return scale_; }
  double turn() const { return turn_; }
  Pose2 world_from_room_origin() const { return to_world({}); }

 private:
  RoomFrame(Vec2 room_origin, Vec2 world_origin, double turn, double scale)
      : room_origin_(room_origin), world_origin_(world_origin), turn_(turn), scale_(scale) {}

  Vec2 room_origin_;   // P_0
  Vec2 world_origin_;  // D_0
  double turn_ = 0;
  double scale_ = 1;
};

}  // namespace tandem
