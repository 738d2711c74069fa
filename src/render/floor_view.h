// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "base/result.h"
#include "calibration/projector_calibration.h"
#include "geometry/mesh.h"
#include "geometry/rgba_image.h"
#include "render/floor_rects.h"
#include "render/render_scene.h"

namespace tandem {

// Whose bodies are drawn. A real robot stands in the room already, so that light on it would only
// disturb: what is drawn of it shows how well it is tracked.
enum class FloorBodies { simulated, all, none };

// What is shown besides the floor and the things on it.
struct FloorLayers {
  FloorBodies bodies = FloorBodies::simulated;
  bool has_lights = true;      // pools of the world's lamps, and a ring around each robot
  bool has_billboards = true;  // what robots say about themselves
  bool has_images = true;      // what their cameras see
  bool has_grid = false;       // metres and decimetres, to calibrate with

  friend constexpr bool operator==(const FloorLayers&, const FloorLayers&) = default;
};

// A robot as people beside the floor see it.
struct FloorRobot {
  std::string name;
  EntityId entity{};
  bool is_real = false;                      // a twin: nothing is cast on its back
  Pose2 world_from_robot;                    // in the scene
  Pose2 shown_from_world;                    // from there to where it is when the picture is seen
  Color light{0.3f, 0.7f, 1, 1};             // of its ring
  std::vector<std::string> lines{};          // of its billboard, the first one is the title
  std::shared_ptr<const RgbaImage> image{};  // null: none
};

struct FloorPicture {
  ProjectorCalibration calibration;  // one that pixels_from_floor accepts
  FloorLayers layers;
  std::vector<FloorRobot> robots;
  double floor_height_m = 0;  // what begins 2 m above it, such as lamps and treetops, is left out
  // Calibrating: the corners are marked, this one most.
  std::optional<std::size_t> selected_corner;
};

// How far behind the rear of a robot its image and its billboard begin.
constexpr double floor_panel_distance_m = 0.15;

// The floor from straight above, as a projector shows it: unlit, a metre a metre, through its
// calibration. What is real is left dark, because it is there already. Draws only what changed
// since the last picture. Lives and dies on one thread whose OpenGL context is current.
class FloorView {
 public:
  static Result<std::unique_ptr<FloorView>> make();
  virtual ~FloorView() = default;

  // The scene may be another one each time, but is cheap when it is the same.
  virtual void draw(const RenderScene& scene, const FloorPicture& picture) = 0;
  // Waits until it is drawn.
  virtual void finish() = 0;
  // Copies the picture to the window of the context.
  virtual void present(int window_width, int window_height) = 0;
  // What the last draw() changed in the picture.
  virtual const std::vector<FloorRect>& changed() const = 0;
  // A part of the picture, when it is drawn: rows from the top, pixels as 0xffRRGGBB.
  virtual void read(const FloorRect& rect, std::vector<std::uint32_t>& pixels) const = 0;
  // Whether a processor draws.
  virtual bool is_software() const = 0;
  virtual RgbaImage read() const = 0;

  // For people: of the last picture.
  virtual long drawn_pixels() const = 0;
};

}  // namespace tandem
