// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <vector>

#include "base/thread_pool.h"
#include "render/renderer.h"
#include "render/shade_tables.h"
#include "render/sun_shadows.h"
#include "render/tile_sorter.h"

namespace tandem {

// Pictures by following rays, on the processor: colour, depth and labels in one go. The same scene
// gives the same bytes on any number of threads.
class RayRenderer final : public Renderer {
 public:
  RayRenderer(std::shared_ptr<RayWorld> rays, ThreadPool* pool);

  void update(const RenderScene& scene) override;
  std::optional<Error> render(const CameraView& view, CameraImage& image) override;
  std::string_view name() const override { return "ray"; }

 private:
  std::shared_ptr<RayWorld> rays_;
  ThreadPool* pool_;
  ShadeTables tables_;
  SunTables suns_;
  TileSorter sorter_;
  std::vector<std::uint32_t> first_look_;
};

}  // namespace tandem
