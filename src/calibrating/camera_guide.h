// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <string>
#include <vector>

#include "base/result.h"
#include "calibrating/board_finder.h"
#include "calibrating/lens_fit.h"

namespace tandem {

struct CameraGuideConfig {
  BoardConfig board;
  LensType lens = LensType::plumb_bob;
  int min_views = 8;
};

// Measures a camera's lens by pictures of a board that a person moves about in front of it: takes
// those that add something, says where the board was not yet, and when it is enough.
class CameraGuide {
 public:
  explicit CameraGuide(const CameraGuideConfig& config);

  struct Answer {
    bool is_taken = false;
    std::string why;  // of what was not taken
  };
  Answer look(const GreyImage& image, const std::string& name);

  bool is_enough() const;
  // What to do next, for a person.
  std::string advice() const;
  // The picture in cells, by rows: # where corners were seen, . where none was.
  std::vector<std::string> map() const;
  int views() const { return static_cast<int>(views_.size()); }

  // An error says what is missing or wrong. What was left out is told by the remarks.
  struct Outcome {
    LensFit fit;
    int width_px = 0;
    int height_px = 0;
    std::vector<std::string> remarks;
  };
  Result<Outcome> finish() const;

 private:
  static constexpr int columns = 6, rows = 4;

  bool is_new(const BoardSight& sight) const;
  double covered() const;
  std::string open_place() const;

  CameraGuideConfig config_;
  BoardFinder finder_;
  int width_ = 0, height_ = 0;
  double tilt_ = 0;  // between two views, once it is known
  std::vector<BoardView> views_;
  std::vector<BoardSight> sights_;
  std::array<bool, columns * rows> is_covered_{};
};

}  // namespace tandem
