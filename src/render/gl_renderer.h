// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>

#include "render/gl_context.h"
#include "render/renderer.h"

namespace tandem {

// Pictures by OpenGL, for machines with a GPU; in software it is there to be tested. Looks like
// RayRenderer.
class GlRenderer final : public Renderer {
 public:
  static Result<std::unique_ptr<Renderer>> make(std::unique_ptr<GlContext> context);
  ~GlRenderer() override;

  void update(const RenderScene& scene) override;
  std::optional<Error> render(const CameraView& view, CameraImage& image) override;
  std::string_view name() const override { return "gl"; }

 private:
  struct Parts;
  explicit GlRenderer(std::unique_ptr<GlContext> context);

  std::unique_ptr<GlContext> context_;
  std::unique_ptr<Parts> parts_;
};

}  // namespace tandem
