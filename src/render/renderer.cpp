// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#include "render/renderer.h"

#include <fmt/format.h>

#include "base/log.h"
#include "render/gl_context.h"
#include "render/gl_renderer.h"
#include "render/ray_renderer.h"

namespace tandem {

std::optional<RendererChoice> parse_renderer(std::string_view text) {
  if (text == "auto") return RendererChoice::automatic;
  if (text == "ray") return RendererChoice::ray;
  if (text == "gl") return RendererChoice::gl;
  return {};
}

namespace {

Result<std::unique_ptr<Renderer>> make_gl(GlDevice device) {
  auto context = GlContext::make(device);
  if (!context) return Error{context.error()};
  const std::string name = (*context)->device_name();
  auto renderer = GlRenderer::make(*std::move(context));
  if (renderer) log(LogLevel::info, fmt::format("pictures by OpenGL on {}", name));
  return renderer;
}

}  // namespace

Result<std::unique_ptr<Renderer>> make_renderer(RendererChoice choice,
                                                std::shared_ptr<RayWorld> rays, ThreadPool* pool) {
  if (choice == RendererChoice::gl) return make_gl(GlDevice::any);
  std::string why = "as asked";
  if (choice == RendererChoice::automatic) {
    auto renderer = make_gl(GlDevice::gpu);
    if (renderer) return renderer;
    why = renderer.error();
  }
  log(LogLevel::info,
      fmt::format("pictures by ray casting on the processor ({}, {} rays at once): {}",
                  rays->instructions(), rays->width(), why));
  return make_ray_renderer(std::move(rays), pool);
}

std::unique_ptr<Renderer> make_ray_renderer(std::shared_ptr<RayWorld> rays, ThreadPool* pool) {
  return std::make_unique<RayRenderer>(std::move(rays), pool);
}

}  // namespace tandem
