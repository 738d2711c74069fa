// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <array>
#include <cmath>
#include <numbers>

#include "base/hash.h"
#include "base/random.h"
#include "scenario/generators.h"
#include "scenario/terrain.h"
#include "scenario/terrain_cache.h"
#include "scenario/world_parts.h"

namespace tandem {

namespace {

constexpr std::uint64_t version = 1;  // raise it when the shape of the terrain changes

constexpr double size_x_m = 1600, size_y_m = 2500;
constexpr int columns = 1025, rows = 1601;  // cells of 1.5625 m, 3,276,800 triangles
constexpr double landing_radius_m = 30;     // flat enough to start on
constexpr double landing_edge_m = 90;       // untouched terrain begins here

struct Crater {
  double x, y;
  double radius_m;
  double freshness;  // 1 just made, towards 0 worn away
};

// Many small ones, few large ones: the number above a diameter falls with its square.
double power_law(Random& random, double smallest, double largest) {
  const double ratio = smallest / largest;
  return smallest / std::sqrt(1 - random.uniform(0, 1) * (1 - ratio * ratio));
}

std::vector<Crater> draw_craters(const LunarSettings& settings) {
  Random random(settings.seed, "lunar/craters");
  std::vector<Crater> craters;
  for (int i = 0; i < settings.craters; ++i) {
    Crater crater{random.uniform(-size_x_m / 2, size_x_m / 2),
                  random.uniform(-size_y_m / 2, size_y_m / 2), power_law(random, 4, 180),
                  random.uniform(0.15, 0.75)};
    if (std::hypot(crater.x, crater.y) < landing_edge_m + 1.3 * crater.radius_m) continue;
    craters.push_back(crater);
  }
  return craters;
}

// Height over the old ground at `t` radii from the middle: a bowl, a rim, and what was thrown out.
double crater_height(const Crater& crater, double t) {
  const double depth = 0.4 * crater.radius_m * crater.freshness;
  const double rim = 0.09 * crater.radius_m * crater.freshness;
  if (t < 1) return (rim + depth) * t * t - depth;
  return rim / (t * t * t) * (1 - smooth_step(1.2, 2.5, t));
}

void dig(Heightfield& field, const Crater& crater, const TerrainNoise& noise) {
  constexpr double reach = 2.6;  // radii; the wobble below makes some directions longer
  const double cell = field.size_x_m / (field.columns - 1);
  const auto index = [&](double position, double size, int count) {
    return std::clamp(static_cast<int>(std::floor((position + size / 2) / cell)), 0, count - 1);
  };
  const double r = crater.radius_m;
  const int first_column = index(crater.x - reach * r, field.size_x_m, field.columns);
  const int last_column = index(crater.x + reach * r, field.size_x_m, field.columns);
  const int first_row = index(crater.y - reach * r, field.size_y_m, field.rows);
  const int last_row = index(crater.y + reach * r, field.size_y_m, field.rows);
  for (int row = first_row; row <= last_row; ++row)
    for (int column = first_column; column <= last_column; ++column) {
      const double x = sample_x(field, column), y = sample_y(field, row);
      const double wobble = 1 + 0.12 * noise(x / r, y / r);
      const double t = std::hypot(x - crater.x, y - crater.y) / (r * wobble);
      if (t >= 2.5) continue;
      float& height =
          field.heights_m[static_cast<std::size_t>(row) * static_cast<std::size_t>(field.columns) +
                          static_cast<std::size_t>(column)];
      height += static_cast<float>(crater_height(crater, t));
    }
}

// The middle becomes a level place, on which only the fine roughness is left.
void level_landing_place(Heightfield& field, const TerrainNoise& noise) {
  const double level = height_at(field, 0, 0);
  std::size_t next = 0;
  for (int row = 0; row < field.rows; ++row)
    for (int column = 0; column < field.columns; ++column, ++next) {
      float& height = field.heights_m[next];
      height -= static_cast<float>(level);
      const double x = sample_x(field, column), y = sample_y(field, row);
      const double distance = std::hypot(x, y);
      if (distance >= landing_edge_m) continue;
      const double flat = 0.06 * noise.layers(x / 9, y / 9, 2);
      const double share = smooth_step(landing_radius_m, landing_edge_m, distance);
      height = static_cast<float>(std::lerp(flat, static_cast<double>(height), share));
    }
}

Heightfield make_terrain(const LunarSettings& settings) {
  Heightfield field;
  field.columns = columns;
  field.rows = rows;
  field.size_x_m = size_x_m;
  field.size_y_m = size_y_m;
  Random seeds(settings.seed, "lunar/noise");
  const TerrainNoise broad(seeds.next()), fine(seeds.next()), wobble(seeds.next());
  fill(field, [&](double x, double y) {
    return 22 * broad.layers(x / 520, y / 520, 4) + 0.7 * fine.layers(x / 28, y / 28, 3);
  });
  for (const Crater& crater : draw_craters(settings)) dig(field, crater, wobble);
  level_landing_place(field, fine);
  return field;
}

std::uint64_t cache_key(const LunarSettings& settings) {
  Hash hash;
  hash.add(version);
  hash.add(settings.seed);
  hash.add(static_cast<std::uint64_t>(settings.craters));
  return hash.value();
}

// A dozen boulders in six sizes; thousands of rocks share them.
constexpr int shape_count = 12;
constexpr std::array<double, 6> rock_sizes_m{0.2, 0.35, 0.6, 1.0, 1.8, 3.2};

std::vector<std::shared_ptr<const Model>> rock_models(std::uint64_t seed) {
  std::vector<std::shared_ptr<const Model>> models;
  for (int shape = 0; shape < shape_count; ++shape) {
    const float grey = 0.3f + 0.015f * static_cast<float>(shape);
    const Material stone = matte({grey, grey * 0.98f, grey * 0.95f});
    const std::shared_ptr<const Mesh> mesh = boulder_mesh(seed, shape, stone);
    for (const double size : rock_sizes_m) {
      Model model = static_model("rock");
      add_part(model.links[0], "rock", MeshShape{mesh, {size, size, size}}, {}, stone,
               {.friction = 0.9});
      models.push_back(std::make_shared<const Model>(std::move(model)));
    }
  }
  return models;
}

void add_rocks(WorldDescription& world, const Heightfield& field, const LunarSettings& settings) {
  const std::vector<std::shared_ptr<const Model>> models = rock_models(settings.seed);
  const std::vector<Crater> craters = draw_craters(settings);
  Random random(settings.seed, "lunar/rocks");
  constexpr double margin = 5;
  int placed = 0;
  for (int attempt = 0; placed < settings.rocks && attempt < 4 * settings.rocks; ++attempt) {
    // one in twelve near the landing place, half of the others thrown out of a crater
    double x = random.uniform(-size_x_m / 2 + margin, size_x_m / 2 - margin);
    double y = random.uniform(-size_y_m / 2 + margin, size_y_m / 2 - margin);
    const double kind = random.uniform(0, 1);
    const double angle = random.uniform(-std::numbers::pi, std::numbers::pi);
    const double share = random.uniform(0, 1);
    if (kind < 1.0 / 12) {
      const double distance = 120 * std::sqrt(share);
      x = distance * std::cos(angle);
      y = distance * std::sin(angle);
    } else if (kind < 0.54 && !craters.empty()) {
      const Crater& crater = craters[random.below(craters.size())];
      const double distance = crater.radius_m * (0.9 + 1.1 * share * share);
      x = crater.x + distance * std::cos(angle);
      y = crater.y + distance * std::sin(angle);
    }
    const double wanted_m = power_law(random, rock_sizes_m.front(), rock_sizes_m.back());
    const auto above = std::upper_bound(rock_sizes_m.begin(), rock_sizes_m.end(), wanted_m);
    const auto size = static_cast<std::size_t>(above - rock_sizes_m.begin()) - 1;
    const std::size_t shape = random.below(shape_count);
    const double roll = random.uniform(-0.3, 0.3), pitch = random.uniform(-0.3, 0.3);
    const double yaw = random.uniform(-std::numbers::pi, std::numbers::pi);
    const Quat rotation = Quat::from_rpy(roll, pitch, yaw);
    const double ground = height_at(field, x, y);
    // the start is free, and around it lie only stones that a robot can see over
    const double from_start = std::hypot(x, y);
    if (std::isnan(ground) || from_start < 6 || (from_start < 25 && size > 1)) continue;
    const double middle = ground + 0.12 * rock_sizes_m[size];  // a third lies in the dust
    world.models.push_back({"rock_" + std::to_string(++placed),
                            models[shape * rock_sizes_m.size() + size],
                            {{x, y, middle}, rotation}});
  }
}

}  // namespace

WorldDescription generate_lunar(const LunarSettings& settings) {
  WorldDescription world;
  world.name = "lunar";
  world.gravity = {0, 0, -1.62};
  world.atmosphere.background = {0, 0, 0, 1};
  world.atmosphere.ambient = {0.08f, 0.08f, 0.09f, 1};
  world.lights.push_back(sun({-1, 0.35, -0.55}, {1, 0.98f, 0.95f, 1}));

  const auto make = [&] { return make_terrain(settings); };
  const std::shared_ptr<const Heightfield> field =
      settings.cache ? cached_terrain("lunar", cache_key(settings), make)
                     : std::make_shared<const Heightfield>(make());
  Model ground = static_model("regolith");
  add_part(ground.links[0], "regolith", HeightfieldShape{field}, {},
           textured("regolith", {0.95f, 0.95f, 0.95f}, {0.43f, 0.42f, 0.40f}, 1),
           {.friction = 0.9});
  world.models.push_back({"regolith", std::make_shared<const Model>(std::move(ground)), {}});
  add_rocks(world, *field, settings);
  return world;
}

}  // namespace tandem
