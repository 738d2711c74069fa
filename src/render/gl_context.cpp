// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#include "render/gl_context.h"

#include <EGL/egl.h>
#include <EGL/eglext.h>
#include <fmt/format.h>

#include <array>
#include <string_view>
#include <vector>

#include "render/gl_functions.h"

namespace tandem {

namespace {

template <typename Function>
Function find(const char* name) {
  return reinterpret_cast<Function>(eglGetProcAddress(name));
}

// Displays of GPUs first, then Mesa's without a surface, which works in software everywhere.
std::vector<EGLDisplay> displays(GlDevice device) {
  std::vector<EGLDisplay> found;
  const auto get_display = find<PFNEGLGETPLATFORMDISPLAYEXTPROC>("eglGetPlatformDisplayEXT");
  const auto query_devices = find<PFNEGLQUERYDEVICESEXTPROC>("eglQueryDevicesEXT");
  const auto query_string = find<PFNEGLQUERYDEVICESTRINGEXTPROC>("eglQueryDeviceStringEXT");
  if (get_display == nullptr) return found;
  std::array<EGLDeviceEXT, 16> devices{};
  EGLint count = 0;
  if (query_devices != nullptr && query_string != nullptr)
    query_devices(static_cast<EGLint>(devices.size()), devices.data(), &count);
  for (EGLint i = 0; i < count; ++i) {
    const char* extensions = query_string(devices[static_cast<std::size_t>(i)], EGL_EXTENSIONS);
    if (extensions != nullptr &&
        std::string_view(extensions).find("EGL_MESA_device_software") != std::string_view::npos)
      continue;
    found.push_back(
        get_display(EGL_PLATFORM_DEVICE_EXT, devices[static_cast<std::size_t>(i)], nullptr));
  }
  if (device == GlDevice::any)
    found.push_back(get_display(EGL_PLATFORM_SURFACELESS_MESA, EGL_DEFAULT_DISPLAY, nullptr));
  std::erase(found, EGL_NO_DISPLAY);
  return found;
}

EGLContext make_context(EGLDisplay display) {
  if (eglInitialize(display, nullptr, nullptr) == EGL_FALSE) return EGL_NO_CONTEXT;
  if (eglBindAPI(EGL_OPENGL_API) == EGL_FALSE) return EGL_NO_CONTEXT;
  constexpr EGLint attributes[] = {EGL_CONTEXT_MAJOR_VERSION,
                                   4,
                                   EGL_CONTEXT_MINOR_VERSION,
                                   5,
                                   EGL_CONTEXT_OPENGL_PROFILE_MASK,
                                   EGL_CONTEXT_OPENGL_CORE_PROFILE_BIT,
                                   EGL_NONE};
  return eglCreateContext(display, EGL_NO_CONFIG_KHR, EGL_NO_CONTEXT, attributes);
}

}  // namespace

bool is_software_name(std::string_view name) {
  for (const std::string_view known : {"llvmpipe", "softpipe", "SwiftShader", "Software"})
    if (name.find(known) != std::string_view::npos) return true;
  return false;
}

Result<std::unique_ptr<GlContext>> GlContext::make(GlDevice device) {
  std::string why = device == GlDevice::gpu ? "there is no GPU that EGL knows of"
                                            : "EGL offers no display without a window";
  for (const EGLDisplay display : displays(device)) {
    const EGLContext handle = make_context(display);
    if (handle == EGL_NO_CONTEXT) {
      why = fmt::format("OpenGL 4.5 cannot be had (EGL error {:#x})", eglGetError());
      continue;
    }
    std::unique_ptr<GlContext> context(new GlContext);
    context->display_ = display;
    context->context_ = handle;
    if (eglMakeCurrent(display, EGL_NO_SURFACE, EGL_NO_SURFACE, handle) == EGL_FALSE) {
      why = "OpenGL cannot draw without a window here";
      continue;
    }
    if (const char* missing = load_gl(&eglGetProcAddress)) {
      why = fmt::format("OpenGL has no {}", missing);
      continue;
    }
    const auto* name = reinterpret_cast<const char*>(gl::glGetString(GL_RENDERER));
    context->device_name_ = name != nullptr ? name : "unknown";
    context->is_software_ = is_software_name(context->device_name_);
    if (device == GlDevice::gpu && context->is_software_) {
      why = fmt::format("OpenGL here is software ({})", context->device_name_);
      continue;
    }
    return context;
  }
  return Error{why};
}

GlContext::~GlContext() {
  // the display stays: others in this process may have it too
  eglMakeCurrent(display_, EGL_NO_SURFACE, EGL_NO_SURFACE, EGL_NO_CONTEXT);
  eglDestroyContext(display_, context_);
}

void GlContext::make_current() {
  if (eglGetCurrentContext() != context_)
    eglMakeCurrent(display_, EGL_NO_SURFACE, EGL_NO_SURFACE, context_);
}

}  // namespace tandem
