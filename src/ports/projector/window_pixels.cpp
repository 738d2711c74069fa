// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#include "ports/projector/window_pixels.h"

#include <X11/Xlib.h>
#include <X11/Xutil.h>
#include <dlfcn.h>

#include <cstdint>
#include <vector>

namespace tandem {

namespace {

class X11Pixels : public WindowPixels {
 public:
  X11Pixels(Display* display, Window window, int depth)
      : display_(display),
        window_(window),
        depth_(depth),
        context_(XCreateGC(display, window, 0, nullptr)) {}
  ~X11Pixels() override { XFreeGC(display_, context_); }
  X11Pixels(const X11Pixels&) = delete;
  X11Pixels& operator=(const X11Pixels&) = delete;

  void put(const FloorView& view, const FloorRect& rect) override {
    if (rect.is_empty()) return;
    view.read(rect, pixels_);
    const int width = rect.x1 - rect.x0, height = rect.y1 - rect.y0;
    XImage image{};
    image.width = width;
    image.height = height;
    image.format = ZPixmap;
    image.data = reinterpret_cast<char*>(pixels_.data());
    image.byte_order = image.bitmap_bit_order = LSBFirst;
    image.bitmap_unit = image.bitmap_pad = image.bits_per_pixel = 32;
    image.depth = depth_;
    image.bytes_per_line = 4 * width;
    if (XInitImage(&image) == 0) return;
    XPutImage(display_, window_, context_, &image, 0, 0, rect.x0, rect.y0,
              static_cast<unsigned>(width), static_cast<unsigned>(height));
  }

  void finish() override { XSync(display_, False); }

 private:
  Display* const display_;
  const Window window_;
  const int depth_;
  const GC context_;
  std::vector<std::uint32_t> pixels_;
};

// A GLFW that knows Wayland alone does not have them.
template <typename Function>
Function find(const char* name) {
  return reinterpret_cast<Function>(dlsym(RTLD_DEFAULT, name));
}

}  // namespace

std::unique_ptr<WindowPixels> WindowPixels::of(GLFWwindow* window) {
  const auto display_of = find<Display* (*)()>("glfwGetX11Display");
  const auto window_of = find<Window (*)(GLFWwindow*)>("glfwGetX11Window");
  if (!display_of || !window_of) return nullptr;
  Display* const display = display_of();
  const Window id = display ? window_of(window) : 0;
  XWindowAttributes about{};
  if (id == 0 || XGetWindowAttributes(display, id, &about) == 0) return nullptr;
  const bool is_usual = (about.depth == 24 || about.depth == 32) &&
                        about.visual->red_mask == 0xff0000 && about.visual->green_mask == 0xff00 &&
                        about.visual->blue_mask == 0xff;
  if (!is_usual) return nullptr;
  return std::make_unique<X11Pixels>(display, id, about.depth);
}

}  // namespace tandem
