// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <optional>
#include <span>
#include <vector>

#include "scenario/bounds.h"
#include "scenario/mesh_heights.h"
#include "scenario/model.h"

namespace tandem {

// What things stand on: the planes, terrain, boxes and meshes of a world that never move. Keeps no
// copy of them, so the world must outlive it.
class Ground {
 public:
  explicit Ground(const WorldDescription& world) : Ground(world.models) {}
  explicit Ground(std::span<const ModelInstance> things);

  // The highest surface under a point of the plan; nothing where there is none.
  std::optional<double> height(double x, double y) const;

  // What has that surface; null where there is none.
  const ModelInstance* thing_at(double x, double y) const;

  // How high a model's origin must be so that it just stands on what is under it. Zero where there
  // is no ground.
  double standing_height(const Model& model, const Pose& world_from_model) const;

 private:
  struct Surface {
    const ModelInstance* thing;
    const Shape* shape;
    Pose world_from_shape;
    Bounds bounds;                                      // empty for planes, which have no end
    mutable std::unique_ptr<MeshHeights> mesh_heights;  // made when first asked
  };

  std::optional<double> height(const Surface& surface, double x, double y) const;
  const Surface* highest(double x, double y) const;

  std::vector<Surface> surfaces_;
};

}  // namespace tandem
