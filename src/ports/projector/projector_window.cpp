// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#include "ports/projector/projector_window.h"

#define GLFW_INCLUDE_NONE
#include <GLFW/glfw3.h>
#include <fmt/format.h>

#include <chrono>
#include <utility>

#include "base/log.h"

namespace tandem {

namespace {

std::string last_problem() {
  const char* text = nullptr;
  glfwGetError(&text);
  return text != nullptr ? text : "no reason was given";
}

std::optional<ProjectorKey> key_of(int key, int mods) {
  using Kind = ProjectorKey::Kind;
  const bool has_shift = (mods & GLFW_MOD_SHIFT) != 0;
  switch (key) {
    case GLFW_KEY_LEFT:
      return ProjectorKey{Kind::left, 0, has_shift};
    case GLFW_KEY_RIGHT:
      return ProjectorKey{Kind::right, 0, has_shift};
    case GLFW_KEY_UP:
      return ProjectorKey{Kind::up, 0, has_shift};
    case GLFW_KEY_DOWN:
      return ProjectorKey{Kind::down, 0, has_shift};
    case GLFW_KEY_TAB:
      return ProjectorKey{Kind::tab, 0, has_shift};
    case GLFW_KEY_ESCAPE:
      return ProjectorKey{Kind::escape, 0, has_shift};
    default:
      return std::nullopt;  // letters come by the keyboard's layout, see listen()
  }
}

ProjectorWindow& window_of(GLFWwindow* handle) {
  return *static_cast<ProjectorWindow*>(glfwGetWindowUserPointer(handle));
}

// The screen with this number, or a sentence about those that are there.
Result<GLFWmonitor*> monitor_of(int number) {
  int count = 0;
  GLFWmonitor** monitors = glfwGetMonitors(&count);
  if (number >= 0 && number < count) return monitors[number];
  std::string known;
  for (int i = 0; i < count; ++i)
    known += fmt::format("{}{}: {}", i > 0 ? ", " : "", i, glfwGetMonitorName(monitors[i]));
  return Error{fmt::format("there is no monitor {}; {}", number,
                           count > 0 ? "there are " + known : "none was found")};
}

}  // namespace

Result<std::unique_ptr<WindowSystem>> WindowSystem::start() {
  if (glfwInit() == GLFW_FALSE)
    return Error{fmt::format("no window can be opened here: {}", last_problem())};
  return std::make_unique<WindowSystem>();
}

WindowSystem::~WindowSystem() { glfwTerminate(); }

void WindowSystem::poll() { glfwPollEvents(); }

ProjectorWindow::ProjectorWindow(const ProjectorConfig& config, GLFWwindow* window)
    : desk_(config.calibration, config.file, config.is_calibrating),
      follows_scenario_(config.follows_scenario),
      window_(window) {}

Result<std::unique_ptr<ProjectorWindow>> ProjectorWindow::open(const ProjectorConfig& config,
                                                               bool has_vsync) {
  GLFWmonitor* monitor = nullptr;
  int width = config.calibration.width_px, height = config.calibration.height_px;
  double rate_hz = 60;
  glfwDefaultWindowHints();
  // the drawing finds its functions by EGL
  glfwWindowHint(GLFW_CONTEXT_CREATION_API, GLFW_EGL_CONTEXT_API);
  glfwWindowHint(GLFW_CONTEXT_VERSION_MAJOR, 4);
  glfwWindowHint(GLFW_CONTEXT_VERSION_MINOR, 5);
  glfwWindowHint(GLFW_OPENGL_PROFILE, GLFW_OPENGL_CORE_PROFILE);
  glfwWindowHint(GLFW_DEPTH_BITS, 0);
  glfwWindowHint(GLFW_STENCIL_BITS, 0);
  glfwWindowHint(GLFW_AUTO_ICONIFY, GLFW_FALSE);  // stays when another window gets the keys
  glfwWindowHint(GLFW_FOCUS_ON_SHOW, GLFW_TRUE);
  GLFWmonitor* screen = glfwGetPrimaryMonitor();
  if (config.monitor) {
    const Result<GLFWmonitor*> found = monitor_of(*config.monitor);
    if (!found) return Error{found.error()};
    monitor = screen = *found;
  }
  if (const GLFWvidmode* mode = screen != nullptr ? glfwGetVideoMode(screen) : nullptr) {
    if (mode->refreshRate > 0) rate_hz = mode->refreshRate;
    if (monitor != nullptr) {
      width = mode->width;
      height = mode->height;
      glfwWindowHint(GLFW_REFRESH_RATE, mode->refreshRate);
    }
  }
  GLFWwindow* handle = glfwCreateWindow(width, height, "Tandem projector", monitor, nullptr);
  if (handle == nullptr)
    return Error{fmt::format("no window can be opened here: {}", last_problem())};
  std::unique_ptr<ProjectorWindow> window(new ProjectorWindow(config, handle));
  window->period_ =
      std::chrono::duration_cast<Duration>(std::chrono::duration<double>(1 / rate_hz));
  glfwMakeContextCurrent(handle);
  glfwSwapInterval(has_vsync ? 1 : 0);
  auto view = FloorView::make();
  if (!view) return Error{view.error()};
  window->view_ = *std::move(view);
  if (window->view_->is_software()) window->pixels_ = WindowPixels::of(handle);
  glfwGetFramebufferSize(handle, &width, &height);
  if (width != config.calibration.width_px || height != config.calibration.height_px)
    log(LogLevel::warning,
        fmt::format("the calibration is for {}x{} pixels and the window has {}x{}: pictures are "
                    "stretched",
                    config.calibration.width_px, config.calibration.height_px, width, height));
  window->listen();
  return window;
}

ProjectorWindow::~ProjectorWindow() {
  glfwMakeContextCurrent(window_);
  pixels_.reset();
  view_.reset();
  glfwDestroyWindow(window_);
}

void ProjectorWindow::listen() {
  glfwSetWindowUserPointer(window_, this);
  glfwSetKeyCallback(window_, [](GLFWwindow* handle, int key, int, int action, int mods) {
    if (action == GLFW_RELEASE) return;
    ProjectorWindow& window = window_of(handle);
    if (const auto pressed = key_of(key, mods)) window.desk_.press(*pressed);
    window.is_stale_ = true;
  });
  glfwSetCharCallback(window_, [](GLFWwindow* handle, unsigned character) {
    if (character > 126) return;
    ProjectorWindow& window = window_of(handle);
    window.desk_.press({.letter = static_cast<char>(character)});
    window.is_stale_ = true;
  });
  glfwSetMouseButtonCallback(window_, [](GLFWwindow* handle, int button, int action, int) {
    if (button != GLFW_MOUSE_BUTTON_LEFT) return;
    ProjectorWindow& window = window_of(handle);
    if (action == GLFW_PRESS)
      window.desk_.grab(window.mouse_px_);
    else
      window.desk_.release();
    window.is_stale_ = true;
  });
  glfwSetCursorPosCallback(window_, [](GLFWwindow* handle, double x, double y) {
    ProjectorWindow& window = window_of(handle);
    window.mouse_px_ = window.pixel_at(x, y);
    if (!window.desk_.is_calibrating()) return;
    window.desk_.drag(window.mouse_px_);
    window.is_stale_ = true;
  });
  glfwSetWindowRefreshCallback(window_, [](GLFWwindow* handle) {
    ProjectorWindow& window = window_of(handle);
    window.is_stale_ = window.has_to_show_all_ = true;
  });
}

Vec2 ProjectorWindow::pixel_at(double x, double y) const {
  int width = 1, height = 1;
  glfwGetWindowSize(window_, &width, &height);
  return {x * desk_.calibration().width_px / std::max(1, width),
          y * desk_.calibration().height_px / std::max(1, height)};
}

bool ProjectorWindow::should_close() const { return glfwWindowShouldClose(window_) != 0; }

void ProjectorWindow::draw(const RenderScene& scene, const Frame& frame, Duration ahead,
                           std::span<const Observation> observed, const PlaneImages& images) {
  glfwMakeContextCurrent(window_);
  is_stale_ = false;
  if (scenario_ != frame.scenario) {
    scenario_ = frame.scenario;
    if (follows_scenario_) desk_.show_floor(projection_of(*scenario_).floor);
    picture_.floor_height_m = floor_height(*scenario_, desk_.calibration().area);
  }
  // a pointer shows only where it is needed
  const int cursor = desk_.is_calibrating() ? GLFW_CURSOR_NORMAL : GLFW_CURSOR_HIDDEN;
  if (glfwGetInputMode(window_, GLFW_CURSOR) != cursor)
    glfwSetInputMode(window_, GLFW_CURSOR, cursor);
  picture_.calibration = desk_.calibration();
  picture_.layers = desk_.layers();
  picture_.selected_corner = desk_.selected_corner();
  picture_.robots = floor_robots(frame, ahead, observed, images);
  view_->draw(scene, picture_);
}

WallTime ProjectorWindow::show() {
  glfwMakeContextCurrent(window_);
  int width = 0, height = 0;
  glfwGetFramebufferSize(window_, &width, &height);
  const FloorRect all{0, 0, desk_.calibration().width_px, desk_.calibration().height_px};
  const bool has_its_size = width == all.x1 && height == all.y1;
  if (pixels_ && has_its_size) {
    if (std::exchange(has_to_show_all_, false))
      pixels_->put(*view_, all);
    else
      for (const FloorRect& rect : view_->changed()) pixels_->put(*view_, rect);
    pixels_->finish();
  } else {
    has_to_show_all_ = true;
    view_->present(width, height);
    glfwSwapBuffers(window_);
    view_->finish();
  }
  return std::chrono::steady_clock::now();
}

}  // namespace tandem
