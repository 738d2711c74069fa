// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#include "render/ray_renderer.h"

#include <algorithm>

#include "render/camera_view.h"
#include "render/prims.h"
#include "render/ray_world_parts.h"

namespace tandem {

namespace {

// A multiple of every block of pixels that the kernels take at once; a few dozen tiles a picture
// keep all cores busy to the end.
constexpr int tile_size = most_tile_pixels;

DrawView make_view(const CameraView& view, const RayWorld::Parts& parts) {
  const Intrinsics& in = view.rays->intrinsics();
  DrawView draw{};
  draw.width = in.width;
  draw.height = in.height;
  Prim camera{};
  set_pose(view.world_from_camera, camera);
  std::copy_n(camera.position, 3, draw.position);
  std::copy_n(camera.world_from_prim, 9, draw.world_from_camera);
  draw.directions = in.lens == Lens::pinhole ? nullptr : &view.rays->directions().front().x;
  draw.inverse_fx = static_cast<float>(1 / in.fx);
  draw.inverse_fy = static_cast<float>(1 / in.fy);
  draw.cx = static_cast<float>(in.cx);
  draw.cy = static_cast<float>(in.cy);
  draw.near_m = static_cast<float>(view.near_m);
  draw.far_m = static_cast<float>(view.far_m);
  draw.is_along_ray = in.lens == Lens::fisheye;
  draw.pixel_angle = draw.inverse_fx;
  draw.exposure = static_cast<float>(view.exposure);
  draw.has_shadows = view.has_shadows;
  draw.ignored_entity = view.ignored ? static_cast<std::uint32_t>(*view.ignored) : no_entity;
  draw.ignores_still =
      view.ignored && std::ranges::binary_search(parts.still->entities, draw.ignored_entity);
  return draw;
}

}  // namespace

RayRenderer::RayRenderer(std::shared_ptr<RayWorld> rays, ThreadPool* pool)
    : rays_(std::move(rays)), pool_(pool) {}

void RayRenderer::update(const RenderScene& scene) {
  rays_->update(scene);
  tables_.update(scene);
}

std::optional<Error> RayRenderer::render(const CameraView& view, CameraImage& image) {
  if (auto mistake = mistake_in(view)) return Error{*mistake};
  prepare(view, image);
  const RayWorld::Parts& parts = rays_->parts();
  DrawScene scene = tables_.scene();
  scene.rays = parts.scenes;
  if (view.has_color && view.has_shadows) suns_.add_to(scene, parts, pool_);
  DrawView draw = make_view(view, parts);
  draw.mask = view.has_color ? ray_sees_all : ray_sees_solid;
  draw.lists = sorter_.sort(parts, draw, tile_size, pool_);
  DrawTarget target;
  if (view.has_color) {
    first_look_.resize(image.rgb.size() / 3);
    target.first = first_look_.data();
    target.rgb = image.rgb.data();
  }
  if (view.has_depth) target.depth_m = image.depth_m.data();
  if (view.has_labels) target.labels = image.labels.data();
  if (view.has_instances) target.instances = image.instances.data();

  const int columns = (draw.width + tile_size - 1) / tile_size;
  const int rows = (draw.height + tile_size - 1) / tile_size;
  const auto tile_of = [&](int number) {
    const int x = number % columns * tile_size, y = number / columns * tile_size;
    return Tile{x, y, std::min(tile_size, draw.width - x), std::min(tile_size, draw.height - y),
                number};
  };
  const auto for_each_tile = [&](auto&& work) {
    if (pool_ != nullptr)
      pool_->for_each_chunk(columns * rows, work);
    else
      for (int number = 0; number < columns * rows; ++number) work(number);
  };
  for_each_tile(
      [&](int number) { parts.kernels->draw_tile(scene, draw, target, tile_of(number)); });
  if (!view.has_color) return {};
  // edges need their neighbours, so this waits for all tiles
  for_each_tile([&](int number) {
    parts.kernels->finish_tile(scene, draw, target, tile_of(number), view.is_antialiased);
  });
  return {};
}

}  // namespace tandem
