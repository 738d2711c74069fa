// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#include "office.h"

#include <fmt/format.h>

#include <cmath>

#include "base/random.h"
#include "measure.h"
#include "scenario/world_parts.h"

namespace tandem {

namespace {

constexpr double size_x = 16, size_y = 12, wall_height = 2.5;

std::shared_ptr<const Model> furniture(const std::string& name, std::vector<Visual> parts,
                                       bool is_static) {
  Model model = static_model(name);
  model.is_static = is_static;
  Link& link = model.links[0];
  if (!is_static) link.mass = solid(Box{{0.5, 0.5, 0.5}}, 5);
  for (Visual& part : parts)
    add_part(link, part.name, part.shape, part.link_from_visual, *part.material);
  return std::make_shared<const Model>(std::move(model));
}

Visual part(const std::string& name, const Shape& shape, const Vec3& at, Color color) {
  return {name, {at, {}}, shape, matte(color), true};
}

std::shared_ptr<const Model> desk() {
  std::vector<Visual> parts{part("top", Box{{1.6, 0.8, 0.04}}, {0, 0, 0.73}, {0.75f, 0.6f, 0.4f})};
  for (const double x : {-0.75, 0.75})
    for (const double y : {-0.35, 0.35})
      parts.push_back(part("leg", Box{{0.05, 0.05, 0.71}}, {x, y, 0.355}, {0.3f, 0.3f, 0.32f}));
  parts.push_back(part("screen", Box{{0.55, 0.03, 0.35}}, {0, 0.2, 1.0}, {0.08f, 0.08f, 0.1f}));
  return furniture("desk", std::move(parts), true);
}

std::shared_ptr<const Model> chair() {
  return furniture("chair",
                   {part("seat", Box{{0.45, 0.45, 0.06}}, {0, 0, 0.45}, {0.2f, 0.3f, 0.55f}),
                    part("back", Box{{0.05, 0.45, 0.5}}, {-0.2, 0, 0.75}, {0.2f, 0.3f, 0.55f}),
                    part("post", Cylinder{0.03, 0.42}, {0, 0, 0.21}, {0.2f, 0.2f, 0.2f}),
                    part("foot", Cylinder{0.28, 0.04}, {0, 0, 0.02}, {0.2f, 0.2f, 0.2f})},
                   true);
}

std::shared_ptr<const Model> plant() {
  return furniture("plant",
                   {part("pot", Cylinder{0.18, 0.35}, {0, 0, 0.175}, {0.6f, 0.3f, 0.2f}),
                    part("leaves", Sphere{0.35}, {0, 0, 0.8}, {0.15f, 0.45f, 0.15f})},
                   true);
}

std::shared_ptr<const Model> shelf() {
  return furniture("shelf",
                   {part("body", Box{{0.9, 0.35, 1.9}}, {0, 0, 0.95}, {0.85f, 0.8f, 0.7f})}, true);
}

void add_walls(WorldDescription& world) {
  Model floor = static_model("floor");
  Plane plane;
  plane.size_x_m = size_x;
  plane.size_y_m = size_y;
  add_part(floor.links[0], "floor", plane, {}, matte({0.55f, 0.5f, 0.45f}));
  world.models.push_back({"floor", std::make_shared<const Model>(std::move(floor)), {}});
  const Color color{0.9f, 0.9f, 0.87f};
  const double h = wall_height;
  world.models.push_back(
      {"walls",
       furniture("walls",
                 {part("n", Box{{size_x, 0.1, h}}, {0, size_y / 2, h / 2}, color),
                  part("s", Box{{size_x, 0.1, h}}, {0, -size_y / 2, h / 2}, color),
                  part("e", Box{{0.1, size_y, h}}, {size_x / 2, 0, h / 2}, color),
                  part("w", Box{{0.1, size_y, h}}, {-size_x / 2, 0, h / 2}, color),
                  part("p", Box{{0.08, 4, 1.6}}, {-3, 3, 0.8}, {0.5f, 0.6f, 0.6f}),
                  part("q", Box{{0.08, 4, 1.6}}, {3, -3, 0.8}, {0.5f, 0.6f, 0.6f})},
                 true),
       {}});
}

}  // namespace

std::shared_ptr<const Scenario> office(const OfficeSettings& settings) {
  const auto empty = load_shipped("empty", {.overrides = {{"robots.0.model", "emaros_3d"}}});
  if (!empty || empty->robots.empty()) return nullptr;
  auto scenario = std::make_shared<Scenario>(*empty);
  WorldDescription& world = scenario->world;
  world.models.clear();
  add_walls(world);
  Random random(1, "office");
  const auto put = [&](const std::string& name, const std::shared_ptr<const Model>& model, double x,
                       double y, double yaw) {
    world.models.push_back({name, model, {{x, y, 0}, Quat::from_axis_angle({0, 0, 1}, yaw)}});
  };

  const auto a_desk = desk(), a_chair = chair(), a_plant = plant(), a_shelf = shelf();
  int count = 0;
  for (int column = 0; column < 4; ++column)
    for (int row = 0; row < 4; ++row) {
      const double x = -6 + 4.0 * column, y = -4.5 + 3.0 * row;
      put(fmt::format("desk{}", count), a_desk, x, y, 0);
      put(fmt::format("chair{}", count), a_chair, x, y - 0.7, random.uniform(1, 2));
      if (count % 2 == 0)
        put(fmt::format("plant{}", count), a_plant, x + 1.5, y, 0);
      else
        put(fmt::format("shelf{}", count), a_shelf, x + 1.6, y + 0.6, 0);
      ++count;
    }

  const auto box = [&](bool is_static) {
    return furniture(is_static ? "crate" : "parcel",
                     {part("body", Box{{0.1, 0.1, 0.1}}, {0, 0, 0}, {0.8f, 0.5f, 0.2f})},
                     is_static);
  };
  const auto crate = box(true), parcel = box(false);
  for (int i = 0; i < settings.still + settings.moving; ++i) {
    const bool is_still = i < settings.still;
    const Pose pose{{random.uniform(-7.8, 7.8), random.uniform(-5.8, 5.8), random.uniform(0.05, 2)},
                    Quat::from_axis_angle({0, 0, 1}, random.uniform(0, 6))};
    world.models.push_back(
        {fmt::format("{}{}", is_still ? "crate" : "parcel", i), is_still ? crate : parcel, pose});
  }
  return scenario;
}

}  // namespace tandem
