// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#include "scenario/park_things.h"

#include <array>

#include "scenario/terrain.h"
#include "scenario/world_parts.h"

namespace tandem {

namespace {

constexpr double root_m = 0.4;  // below the ground, so that no slope shows a gap

std::shared_ptr<const Model> shared(Model model) {
  return std::make_shared<const Model>(std::move(model));
}

Pose at(double x, double y, double z) { return {{x, y, z}, {}}; }

std::shared_ptr<const Model> broad_leaved_tree(double height_m, Color leaves) {
  Model tree = static_model("tree");
  Link& link = tree.links[0];
  const double trunk = 0.45 * height_m, radius = 0.035 * height_m;
  const Material bark = textured("bark", {1, 1, 1}, {0.33f, 0.23f, 0.15f});
  const Material foliage = textured("leaves", leaves, leaves);
  add_part(link, "trunk", Cylinder{radius, trunk + root_m}, at(0, 0, (trunk - root_m) / 2), bark);
  // three overlapping lumps look less like a lollipop than one
  const double crown = 0.22 * height_m;
  add_part(link, "crown", Ellipsoid{{1.15 * crown, 1.1 * crown, crown}},
           at(0, 0, trunk + 0.7 * crown), foliage);
  add_part(link, "crown_side", Ellipsoid{{0.8 * crown, 0.8 * crown, 0.75 * crown}},
           at(0.55 * crown, 0.3 * crown, trunk + 1.2 * crown), foliage);
  add_part(link, "crown_top", Ellipsoid{{0.75 * crown, 0.75 * crown, 0.8 * crown}},
           at(-0.2 * crown, -0.25 * crown, trunk + 1.6 * crown), foliage);
  return shared(std::move(tree));
}

std::shared_ptr<const Model> conifer(double height_m, Color needles) {
  Model tree = static_model("conifer");
  Link& link = tree.links[0];
  const double trunk = 0.18 * height_m;
  const Material bark = textured("bark", {0.85f, 0.85f, 0.85f}, {0.28f, 0.19f, 0.13f});
  const Material foliage = matte(needles);
  add_part(link, "trunk", Cylinder{0.03 * height_m, trunk + root_m}, at(0, 0, (trunk - root_m) / 2),
           bark);
  constexpr int tiers = 3;
  for (int i = 0; i < tiers; ++i) {
    const double radius = (0.24 - 0.055 * i) * height_m, tier = 0.42 * height_m;
    add_part(link, "tier_" + std::to_string(i),
             MeshShape{cone_mesh(radius, tier, 12, foliage), {1, 1, 1}},
             at(0, 0, trunk + 0.2 * i * height_m), foliage);
  }
  return shared(std::move(tree));
}

}  // namespace

std::vector<std::shared_ptr<const Model>> park_trees() {
  return {
      broad_leaved_tree(4.2, {0.22f, 0.42f, 0.14f}), broad_leaved_tree(5.5, {0.27f, 0.46f, 0.16f}),
      broad_leaved_tree(7.0, {0.19f, 0.38f, 0.13f}), broad_leaved_tree(4.8, {0.52f, 0.36f, 0.12f}),
      conifer(4.5, {0.10f, 0.29f, 0.16f}),           conifer(6.5, {0.08f, 0.25f, 0.14f})};
}

std::shared_ptr<const Model> park_bench() {
  Model bench = static_model("bench");
  Link& link = bench.links[0];
  const Material wood = matte({0.47f, 0.30f, 0.17f}), iron = matte({0.16f, 0.17f, 0.17f}, 0.5f);
  for (const double y : {-0.6, 0.6}) {
    const std::string side = y < 0 ? "right" : "left";
    add_part(link, side + "_leg", Box{{0.4, 0.06, 0.42 + root_m}}, at(0, y, (0.42 - root_m) / 2),
             iron);
    add_part(link, side + "_post", Box{{0.05, 0.06, 0.45}}, at(-0.2, y, 0.645), iron);
  }
  add_part(link, "seat", Box{{0.42, 1.6, 0.04}}, at(0, 0, 0.44), wood);
  add_part(link, "lower_slat", Box{{0.03, 1.6, 0.12}}, at(-0.16, 0, 0.62), wood);
  add_part(link, "upper_slat", Box{{0.03, 1.6, 0.12}}, at(-0.16, 0, 0.79), wood);
  return shared(std::move(bench));
}

std::shared_ptr<const Model> park_lamp() {
  Model lamp = static_model("lamp");
  Link& link = lamp.links[0];
  const Material iron = matte({0.13f, 0.15f, 0.15f}, 0.5f);
  Material glass = matte({0.95f, 0.93f, 0.85f}, 0.3f);
  glass.emissive = {0.35f, 0.33f, 0.25f, 1};
  add_part(link, "foot", Cylinder{0.11, 0.25 + root_m}, at(0, 0, (0.25 - root_m) / 2), iron);
  add_part(link, "post", Cylinder{0.045, 3.0}, at(0, 0, 1.75), iron);
  add_part(link, "globe", Sphere{0.16}, at(0, 0, 3.37), glass);
  return shared(std::move(lamp));
}

std::vector<std::shared_ptr<const Model>> park_stones(std::uint64_t seed) {
  std::vector<std::shared_ptr<const Model>> stones;
  const Material granite = matte({0.47f, 0.46f, 0.44f});
  for (int i = 0; i < 4; ++i) {
    const double size = 0.35 + 0.12 * i;
    Model stone = static_model("stone");
    add_part(stone.links[0], "stone", MeshShape{boulder_mesh(seed, i, granite), {size, size, size}},
             {}, granite);
    stones.push_back(shared(std::move(stone)));
  }
  return stones;
}

}  // namespace tandem
