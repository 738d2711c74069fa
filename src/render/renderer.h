// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <string_view>

#include "base/result.h"
#include "base/thread_pool.h"
#include "render/camera.h"
#include "render/ray_world.h"
#include "render/render_scene.h"

namespace tandem {

// Draws pictures of a scene. One at a time, always on the thread that made it.
class Renderer {
 public:
  virtual ~Renderer() = default;

  // Takes over what the scene shows now; once a tick, before the pictures of that tick.
  virtual void update(const RenderScene& scene) = 0;

  // Fills `image`, whose memory is used again; or says why there is no picture.
  virtual std::optional<Error> render(const CameraView& view, CameraImage& image) = 0;

  virtual std::string_view name() const = 0;  // "ray", "gl"
};

enum class RendererChoice { automatic, ray, gl };

// "auto", "ray", "gl"
std::optional<RendererChoice> parse_renderer(std::string_view text);

// The ray renderer draws from `rays`, which lidars of the same tick may share; GL has no use for
// it. Automatic means GL on a real GPU and rays everywhere else. Says in the log which it is and
// why. An error when the choice cannot be had.
Result<std::unique_ptr<Renderer>> make_renderer(RendererChoice choice,
                                                std::shared_ptr<RayWorld> rays,
                                                ThreadPool* pool = nullptr);

// The ray renderer, which every machine has; says nothing.
std::unique_ptr<Renderer> make_ray_renderer(std::shared_ptr<RayWorld> rays,
                                            ThreadPool* pool = nullptr);

}  // namespace tandem
