// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "base/result.h"
#include "base/thread_pool.h"
#include "render/ray_world.h"
#include "render/render_scene.h"
#include "render/renderer.h"
#include "sensors/picture.h"

namespace tandem {

class PictureStudio;

// What the sensors of one world look at: the scene, its rays, and who draws pictures of it. All
// sensors of a step share them.
class Lookout {
 public:
  Lookout(const WorldDescription& world, RendererChoice choice, int threads);
  ~Lookout();

  // The moment that everybody looks at from now on. Once a step, and only if somebody looks.
  void show(std::shared_ptr<const Snapshot> snapshot);

  // Of that moment; made ready when first asked for. The first time takes long: all that stands
  // still is built.
  const RayWorld& rays();
  bool is_built() const { return is_built_; }
  ThreadPool& pool() { return pool_; }

  // Takes pictures of the moment that is shown. Behind the step, the readings are those of earlier
  // orders that are done by now.
  Readings take(std::vector<PictureOrder> orders, PictureTiming timing);
  // Pictures that are still to be drawn are of a world that is gone.
  void forget_orders();

  // Who draws, or why nobody can.
  Result<std::string> renderer_name();
  std::uint64_t dropped() const;  // pictures that were not drawn because others took too long

 private:
  PictureStudio& studio();
  void order(std::vector<PictureOrder> orders);
  bool draws_with_rays();
  void prepare();

  const RendererChoice choice_;
  const int threads_;
  RenderScene scene_;
  std::shared_ptr<RayWorld> rays_;
  ThreadPool pool_;
  std::shared_ptr<const Snapshot> shown_;
  bool is_built_ = false;
  bool is_prepared_ = false;  // the scene and the rays are those of the moment that is shown
  std::unique_ptr<Renderer> renderer_;  // by rays, in step
  std::unique_ptr<PictureStudio> studio_;
};

}  // namespace tandem
