// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#include "render/renderer.h"

#include <fmt/format.h>

#include "base/log.h"
#include "render/ray_renderer.h"

namespace tandem {

std::optional<RendererChoice> parse_renderer(std::string_view text) {
  if (text == "auto") return RendererChoice::automatic;
  if (text == "ray") return RendererChoice::ray;
  if (text == "gl") return RendererChoice::gl;
  return {};
}

Result<std::unique_ptr<Renderer>> make_renderer(RendererChoice choice,
                                                std::shared_ptr<RayWorld> rays, ThreadPool* pool) {
  if (choice == RendererChoice::gl) return Error{"this Tandem was built without OpenGL"};
  log(LogLevel::info, fmt::format("pictures by ray casting on the processor ({}, {} rays at once)",
                                  rays->instructions(), rays->width()));
  std::unique_ptr<Renderer> renderer = std::make_unique<RayRenderer>(std::move(rays), pool);
  return renderer;
}

}  // namespace tandem
