// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cmath>
#include <numbers>
#include <vector>

#include "calibrating/board.h"
#include "tracking/test_scene.h"

// Pictures of boards whose place is known exactly.
namespace tandem::scene {

// The brightness of a board at a place in metres from the first corner, a square of white paper
// around it; nothing beside that.
inline std::optional<double> board_shade(const BoardConfig& board, Vec2 at) {
  const double column = at.x / board.square_m + 1, row = at.y / board.square_m + 1;
  if (column < -1 || row < -1 || column > board.columns + 1 || row > board.rows + 1)
    return std::nullopt;
  constexpr double black = 25, white = 225;
  if (column < 0 || row < 0 || column >= board.columns || row >= board.rows) return white;
  const int x = static_cast<int>(column), y = static_cast<int>(row);
  if ((x + y) % 2 == 0) return black;
  if (board.pattern == BoardPattern::chessboard) return white;
  const int id = y / 2 * board.columns + (y % 2 == 0 ? x / 2 : board.columns / 2 + x / 2);
  const PaintedMarker marker{.size_m = board.marker_share,
                             .dictionary = board.dictionary,
                             .id = id,
                             .black = black,
                             .white = white};
  const auto shade = marker_shade(marker, {column - x - 0.5, -(row - y - 0.5)});
  return shade ? *shade : white;
}

// A board in front of a camera.
inline PaintedPlane painted(const BoardConfig& board, const Pose& room_from_camera,
                            const Pose& camera_from_board) {
  // around its middle
  const Vec2 middle{(board.columns / 2.0 - 1) * board.square_m,
                    (board.rows / 2.0 - 1) * board.square_m};
  return {room_from_camera * camera_from_board * Pose{{middle.x, middle.y, 0}, {}},
          {(board.columns / 2.0 + 1) * board.square_m, (board.rows / 2.0 + 1) * board.square_m},
          [board, middle](Vec2 at) { return board_shade(board, at + middle); }};
}

// Where a person holds a board: its middle at a place of the picture, so far away, tilted.
struct Held {
  double x = 0, y = 0;  // of the middle, as a direction
  double distance_m = 0.6;
  double tilt_deg = 0, pan_deg = 0, roll_deg = 0;  // from straight on to the camera's axis
};
inline Pose camera_from_board(const BoardConfig& board, const Held& held) {
  constexpr double degree = std::numbers::pi / 180;
  const Quat turn =
      Quat::from_rpy(held.tilt_deg * degree, held.pan_deg * degree, held.roll_deg * degree);
  const Vec3 middle{(board.columns / 2.0 - 1) * board.square_m,
                    (board.rows / 2.0 - 1) * board.square_m, 0};
  const Vec3 at = held.distance_m * Vec3{held.x, held.y, 1};
  return {at - turn * middle, turn};
}

// Around the picture of a wide-angle camera, as a careful person would show it.
inline std::vector<Held> careful_views() {
  constexpr double degree = std::numbers::pi / 180;
  std::vector<Held> views;
  int i = 0;
  for (const double y : {-0.42, 0.0, 0.42})
    for (const double x : {-0.8, -0.25, 0.25, 0.8}) {
      // turned to the camera, and from there to all sides
      const double tilt = -std::atan(y) / degree + 24 * std::sin(1.7 * i);
      const double pan = 0.7 * std::atan(x) / degree + 24 * std::cos(2.3 * i);
      views.push_back({x, y, 0.40 + 0.08 * (i % 3), tilt, pan, 12.0 * (i % 5) - 24});
      ++i;
    }
  return views;
}

inline GreyImage board_picture(const BoardConfig& board, const CameraCalibration& camera,
                               const Picture& picture, const std::vector<Held>& held) {
  std::vector<PaintedPlane> planes;
  for (const Held& one : held)
    planes.push_back(painted(board, *camera.room_from_camera, camera_from_board(board, one)));
  return take(picture, camera, planes);
}

}  // namespace tandem::scene
