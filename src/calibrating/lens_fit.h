// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <span>
#include <string>
#include <vector>

#include "base/result.h"
#include "calibration/camera_calibration.h"
#include "geometry/pose2.h"

namespace tandem {

// Points of a flat board and where one picture has them.
struct BoardPoint {
  Vec2 on_board_m;
  Vec2 at_px;
};
struct BoardView {
  std::string name;  // of its picture
  std::vector<BoardPoint> points;
};

struct LensFit {
  LensConfig lens;
  std::vector<Pose> camera_from_board;  // of each view
  std::vector<double> view_off_px;      // root mean square of each view
  double off_px = 0;                    // of all
  double off_mm = 0;                    // of all, at the boards
  // How uncertain the lens is, as a deviation: how far rays may be off anywhere within the corners
  // that were seen, in pixels.
  double uncertain_px = 0;
};

// The lens that fits all views best, with the board's place in each. An error says why none does.
Result<LensFit> fit_lens(std::span<const BoardView> views, int width_px, int height_px,
                         LensType type);

// The widest angle between two of the boards, in rad: without any, the focal length is open.
double angle_spread(std::span<const Pose> camera_from_board);

}  // namespace tandem
