// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <memory>
#include <vector>

#include "ports/mixing/mixed_view.h"
#include "render/ray_world.h"

namespace tandem {

// The picture that a camera takes of these things: of all of them, or of those that are real and of
// the floor.
inline std::vector<std::uint8_t> taken(const MixMoment& moment, const Pose& world_from_camera,
                                       const Intrinsics& intrinsics, double exposure,
                                       bool has_virtual) {
  auto entities = std::make_shared<EntityList>();
  entities->set_labels(moment.entities->labels());
  for (const Entity& entity : *moment.entities)
    if (has_virtual || is_real(entity) || entity.name == "floor") entities->add(entity);
  RenderScene scene(moment.scenario->world);
  scene.show(entities, moment.world_from_body);
  const auto renderer = make_ray_renderer(std::make_shared<RayWorld>());
  renderer->update(scene);
  CameraImage image;
  const CameraView view{.world_from_camera = world_from_camera,
                        .rays = std::make_shared<const RayTable>(*RayTable::make(intrinsics)),
                        .exposure = exposure};
  EXPECT_FALSE(renderer->render(view, image));
  return image.rgb;
}

inline double psnr_db(const std::vector<std::uint8_t>& a, const std::vector<std::uint8_t>& b) {
  EXPECT_EQ(a.size(), b.size());
  double squares = 0;
  for (std::size_t i = 0; i < std::min(a.size(), b.size()); ++i)
    squares += std::pow(double(a[i]) - b[i], 2);
  return 10 * std::log10(255 * 255 * static_cast<double>(a.size()) / std::max(1e-9, squares));
}

}  // namespace tandem
