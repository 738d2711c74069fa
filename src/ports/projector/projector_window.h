// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <optional>
#include <span>

#include "base/result.h"
#include "base/wall_time.h"
#include "ports/projector/floor_frame.h"
#include "ports/projector/projector_desk.h"
#include "ports/projector/projector_port.h"
#include "ports/projector/window_pixels.h"
#include "render/floor_view.h"

struct GLFWwindow;

namespace tandem {

// One window. All of these live on the thread that opened the first of them: GLFW is used by that
// thread only (docs/decisions/0031).
class ProjectorWindow {
 public:
  static Result<std::unique_ptr<ProjectorWindow>> open(const ProjectorConfig& config,
                                                       bool has_vsync);
  ~ProjectorWindow();
  ProjectorWindow(const ProjectorWindow&) = delete;
  ProjectorWindow& operator=(const ProjectorWindow&) = delete;

  bool should_close() const;
  ProjectorDesk& desk() { return desk_; }
  // Whether something but frames asks for another picture since the last one.
  bool is_stale() const { return is_stale_; }

  void draw(const RenderScene& scene, const Frame& frame, Duration ahead,
            std::span<const Observation> observed, const PlaneImages& images);
  // Shows what was drawn; with vsync, when the screen is ready. Returns when that was.
  WallTime show();
  Duration period() const { return period_; }

 private:
  ProjectorWindow(const ProjectorConfig& config, GLFWwindow* window);
  void listen();
  Vec2 pixel_at(double x, double y) const;

  ProjectorDesk desk_;
  const bool follows_scenario_;
  GLFWwindow* window_;
  std::unique_ptr<FloorView> view_;
  std::unique_ptr<WindowPixels> pixels_;  // null: OpenGL shows the picture
  bool has_to_show_all_ = true;           // the screen may have lost what was shown
  FloorPicture picture_;
  std::shared_ptr<const Scenario> scenario_;  // whose floor was measured
  Duration period_{};                         // of the screen
  // Where the mouse was by the events so far; where it is now may be further, when it is fast.
  Vec2 mouse_px_;
  bool is_stale_ = true;
};

// GLFW for as long as this lives.
class WindowSystem {
 public:
  static Result<std::unique_ptr<WindowSystem>> start();
  ~WindowSystem();
  // Keys and mouse, to the desks of their windows.
  void poll();
};

}  // namespace tandem
