// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "calibration/projector_calibration.h"
#include "render/floor_view.h"

namespace tandem {

// A key as a person presses it.
struct ProjectorKey {
  enum class Kind { letter, left, right, up, down, tab, escape };
  Kind kind = Kind::letter;
  char letter = 0;
  bool has_shift = false;
};

// What keys and the mouse do at a projector's window: toggle layers, calibrate.
class ProjectorDesk {
 public:
  // The calibration must be one that pixels_from_floor accepts. `file` is where it is saved.
  ProjectorDesk(ProjectorCalibration calibration, std::filesystem::path file,
                bool is_calibrating = false);

  // Shows another floor straight, in a picture of the same size, unless a person has moved the
  // corners: then they know where the floor is.
  void show_floor(const Area& area);
  void press(const ProjectorKey& key);
  // In pixels of the calibration.
  void grab(Vec2 at);
  void drag(Vec2 to);
  void release();

  const FloorLayers& layers() const { return layers_; }
  const ProjectorCalibration& calibration() const { return calibration_; }
  bool is_calibrating() const { return is_calibrating_; }
  std::optional<std::size_t> selected_corner() const;
  // What a person should be told, once.
  std::vector<std::string> take_messages() { return std::exchange(messages_, {}); }
  bool was_left() const { return was_left_; }  // calibrating, by escape

 private:
  void move_corner(Vec2 to);
  void save();

  ProjectorCalibration calibration_;
  std::filesystem::path file_;
  FloorLayers layers_;
  bool is_calibrating_ = false;
  bool is_saved_ = true;
  bool has_moved_corners_ = false;
  bool was_left_ = false;
  std::size_t selected_ = 0;
  std::optional<Vec2> grabbed_;  // from the mouse to the corner
  std::vector<std::string> messages_;
};

constexpr const char* projector_keys =
    "1 robot bodies, 2 lights, 3 billboards, 4 camera planes, g grid, c calibrates";
constexpr const char* calibration_keys =
    "drag a corner, or tab chooses one and arrows move it (with shift by 10 pixels); s saves, esc "
    "leaves";

}  // namespace tandem
