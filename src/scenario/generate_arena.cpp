// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#include "scenario/generators.h"
#include "scenario/world_parts.h"

namespace tandem {

WorldDescription generate_arena(const ArenaSettings& settings) {
  WorldDescription world;
  world.name = "arena";
  world.lights.push_back(sun({-0.4, 0.3, -1}, {0.9f, 0.9f, 0.88f, 1}));

  constexpr double wall_m = 0.1;  // thick enough that nothing fast passes through
  const double x = settings.size_x_m, y = settings.size_y_m, h = settings.wall_height_m;
  const Surface surface{.friction = settings.friction};

  Model floor = static_model("floor");
  Plane plane;
  plane.size_x_m = x + 2 * wall_m;
  plane.size_y_m = y + 2 * wall_m;
  add_part(floor.links[0], "floor", plane, {}, matte({0.62f, 0.63f, 0.65f}), surface);
  world.models.push_back({"floor", std::make_shared<const Model>(std::move(floor)), {}});
  if (h == 0) return world;

  // the inner faces stand at the arena's size; the long walls cover the corners
  Model walls = static_model("walls");
  const Material paint = matte({0.85f, 0.84f, 0.8f});
  const Box along_x{{x + 2 * wall_m, wall_m, h}}, along_y{{wall_m, y, h}};
  const double off_x = (x + wall_m) / 2, off_y = (y + wall_m) / 2;
  add_part(walls.links[0], "north", along_x, {{0, off_y, h / 2}, {}}, paint, surface);
  add_part(walls.links[0], "south", along_x, {{0, -off_y, h / 2}, {}}, paint, surface);
  add_part(walls.links[0], "east", along_y, {{off_x, 0, h / 2}, {}}, paint, surface);
  add_part(walls.links[0], "west", along_y, {{-off_x, 0, h / 2}, {}}, paint, surface);
  world.models.push_back({"walls", std::make_shared<const Model>(std::move(walls)), {}});
  return world;
}

}  // namespace tandem
