// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>

#include "render/floor_view.h"

struct GLFWwindow;

namespace tandem {

// Puts what changed in a picture onto a window of X11, without OpenGL. Where a processor draws,
// that sends the whole picture through a socket each time, which takes longer than drawing it.
class WindowPixels {
 public:
  // Null for windows that are none of X11, or have other pixels than usual.
  static std::unique_ptr<WindowPixels> of(GLFWwindow* window);
  virtual ~WindowPixels() = default;

  virtual void put(const FloorView& view, const FloorRect& rect) = 0;
  // Waits until they are on the screen.
  virtual void finish() = 0;
};

}  // namespace tandem
