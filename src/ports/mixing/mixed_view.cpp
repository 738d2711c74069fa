// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#include "ports/mixing/mixed_view.h"

#include <algorithm>
#include <cmath>
#include <utility>
#include <variant>

#include "render/ray_world.h"
#include "scenario/bounds.h"

namespace tandem {

namespace {

constexpr double ground_m = 0.02;
constexpr int most_attempts = 3;
constexpr double same_exposure = 0.03;

}  // namespace

Intrinsics intrinsics_of(const LensConfig& lens, int width, int height) {
  return {.width = width,
          .height = height,
          .fx = lens.fx_px,
          .fy = lens.fy_px,
          .cx = lens.cx_px,
          .cy = lens.cy_px,
          .lens = lens.type == LensType::fisheye ? Lens::fisheye : Lens::plumb_bob,
          .distortion = lens.distortion};
}

bool is_ground(const Entity& entity) {
  if (!entity.model->is_static) return false;
  for (const Link& link : entity.model->links)
    for (const Visual& visual : link.visuals) {
      if (std::holds_alternative<Plane>(visual.shape) ||
          std::holds_alternative<HeightfieldShape>(visual.shape))
        continue;
      const Pose world_from_visual =
          entity.world_from_start * link.model_from_link * visual.link_from_visual;
      if (bounds_of(visual.shape, world_from_visual).high.z > ground_m) return false;
    }
  return true;
}

Result<MixedView> MixedView::make(const LensConfig& lens, int width, int height,
                                  std::string carrier) {
  auto rays = RayTable::make(intrinsics_of(lens, width, height));
  if (!rays) return Error{rays.error()};
  MixedView view;
  view.rays_ = std::make_shared<const RayTable>(*std::move(rays));
  view.carrier_ = std::move(carrier);
  return view;
}

void MixedView::sort_entities(const EntityList& entities) {
  real_ids_.clear();
  auto real = std::make_shared<EntityList>();
  real->set_labels(entities.labels());
  for (const Entity& entity : entities) {
    if (!is_real(entity) && !is_ground(entity) && entity.name != carrier_) continue;
    real->add(entity);
    real_ids_.push_back(instance_id(entity.id));
  }
  std::ranges::sort(real_ids_);
  real_entities_ = std::move(real);
}

std::optional<Error> MixedView::draw(Stage& stage, const MixMoment& moment,
                                     const std::shared_ptr<const EntityList>& entities,
                                     const CameraView& view) {
  if (!stage.renderer) stage.renderer = make_ray_renderer(std::make_shared<RayWorld>());
  if (!stage.scene) stage.scene.emplace(moment.scenario->world);
  stage.scene->show(entities, moment.world_from_body);
  stage.renderer->update(*stage.scene);
  return stage.renderer->render(view, stage.image);
}

std::optional<Error> MixedView::draw_both(const MixMoment& moment, const Pose& world_from_camera) {
  CameraView view{.world_from_camera = world_from_camera,
                  .rays = rays_,
                  .has_instances = true,
                  .exposure = exposure_};
  if (auto error = draw(complete_, moment, entities_, view)) return error;
  view.has_instances = false;
  if (auto error = draw(real_, moment, real_entities_, view)) return error;
  const std::vector<std::uint32_t>& shown = complete_.image.instances;
  is_virtual_.resize(shown.size());
  for (std::size_t i = 0; i < shown.size(); ++i)
    is_virtual_[i] = shown[i] != 0 && !std::ranges::binary_search(real_ids_, shown[i]) ? 1 : 0;
  return std::nullopt;
}

std::optional<Error> MixedView::draw(const MixMoment& moment, const Pose& world_from_camera,
                                     const RealPicture& picture) {
  if (scenario_ != moment.scenario) {
    scenario_ = moment.scenario;
    complete_.scene.reset();
    real_.scene.reset();
  }
  if (entities_ != moment.entities) {
    entities_ = moment.entities;
    sort_entities(*entities_);
  }
  // what is virtual is drawn with the camera's exposure, so that it is cut off at white as the
  // camera would have
  double gain = 1;
  for (int attempt = 0; attempt < most_attempts; ++attempt) {
    if (auto error = draw_both(moment, world_from_camera)) return error;
    gain = matched_gain(picture, drawn());
    if (std::abs(gain - 1) < same_exposure) break;
    exposure_ = std::clamp(exposure_ * gain, 0.01, 100.0);
  }
  mix_picture(picture, drawn(), gain);
  return std::nullopt;
}

std::vector<std::uint8_t> halved(const std::vector<std::uint8_t>& pixels, int width, int height,
                                 int channels) {
  const int columns = width / 2, rows = height / 2;
  const auto row_bytes = static_cast<std::size_t>(width) * static_cast<std::size_t>(channels);
  std::vector<std::uint8_t> half(static_cast<std::size_t>(columns) *
                                 static_cast<std::size_t>(rows) *
                                 static_cast<std::size_t>(channels));
  std::size_t out = 0;
  for (int y = 0; y < rows; ++y) {
    const std::uint8_t* upper = &pixels[2 * static_cast<std::size_t>(y) * row_bytes];
    const std::uint8_t* lower = upper + row_bytes;
    for (int x = 0; x < columns; ++x)
      for (int c = 0; c < channels; ++c) {
        const int left = 2 * x * channels + c, right = left + channels;
        half[out++] = static_cast<std::uint8_t>(
            (upper[left] + upper[right] + lower[left] + lower[right] + 2) / 4);
      }
  }
  return half;
}

LensConfig halved(LensConfig lens) {
  lens.fx_px /= 2;
  lens.fy_px /= 2;
  lens.cx_px = (lens.cx_px + 0.5) / 2 - 0.5;
  lens.cy_px = (lens.cy_px + 0.5) / 2 - 0.5;
  return lens;
}

}  // namespace tandem
