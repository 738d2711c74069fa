// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>

#include "base/result.h"
#include "geometry/pose.h"
#include "tracking/grey_image.h"

namespace tandem {

// A flat thing with a picture on it whose place in the room is known by four points in one plane:
// its corners. Its frame is in its middle: x to the right of the picture, y down, z into it.
struct PlaneTarget {
  GreyImage picture;
  double width_m = 0;
  double height_m = 0;
  Pose room_from_plane;
};

// By the places of the picture's corners in the room: top left, top right, bottom right, bottom
// left. An error says why they are not the corners of a rectangle of the picture's shape.
Result<PlaneTarget> plane_of_corners(GreyImage picture, const std::array<Vec3, 4>& corners_in_room);

}  // namespace tandem
