// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <vector>

#include "geometry/mesh.h"
#include "geometry/vec3.h"

namespace tandem {

// Smooth random hills of one size: between -1 and 1, zero at whole coordinates, the same for the
// same seed.
class TerrainNoise {
 public:
  explicit TerrainNoise(std::uint64_t seed) : seed_(seed) {}
  double operator()(double x, double y) const;

  // Several sizes on top of each other, each half as wide and half as high as the one before.
  double layers(double x, double y, int count) const;

 private:
  std::uint64_t seed_;
};

// 0 below `low`, 1 above `high`, smooth between.
double smooth_step(double low, double high, double value);

// Where a sample of a heightfield stands.
double sample_x(const Heightfield& field, int column);
double sample_y(const Heightfield& field, int row);

// Fills all heights; `height` is called in the order of the samples.
void fill(Heightfield& field, const std::function<double(double x, double y)>& height);

// Where one kind of ground ends and another begins: a function that is zero there, negative on one
// side and positive on the other.
using Border = std::function<double(double x, double y)>;

// The same surface as the heightfield has, cut along the borders, each piece of the material that
// `material_of` says for its middle. Normals follow the ground; textures repeat every `texture_m`.
std::shared_ptr<const Mesh> terrain_mesh(
    const Heightfield& field, std::vector<Material> materials, const std::vector<Border>& borders,
    const std::function<std::size_t(double x, double y)>& material_of, double texture_m);

// Flat faces around points in general position: a boulder.
std::shared_ptr<const Mesh> convex_mesh(const std::vector<Vec3>& points, const Material& material);

// A cone that stands on z = 0.
std::shared_ptr<const Mesh> cone_mesh(double radius_m, double height_m, int sides,
                                      const Material& material);

// One of many boulders, about 1 m across, drawn from a seed.
std::shared_ptr<const Mesh> boulder_mesh(std::uint64_t seed, int number, const Material& material);

}  // namespace tandem
