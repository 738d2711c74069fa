// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#include "rules/zone_plate.h"

#include <algorithm>

namespace tandem {

namespace {

// Lidars see what covers half or more. Two sheets of less cover three quarters.
constexpr float sheet_alpha = 0.49f;
constexpr double sheet_m = 0.001;  // from one to the next; half of it is air

Visual sheet(const std::string& name, Vec3 at, double size_x, double size_y, Color color) {
  Material material;
  material.base_color = color;
  material.base_color.a = sheet_alpha;
  material.roughness = 0.9f;
  Visual visual;
  visual.name = name;
  visual.link_from_visual.translation = at;
  visual.shape = Box{{size_x, size_y, sheet_m / 2}};  // a plane would be dim ground for projectors
  visual.material = material;
  visual.casts_shadows = false;
  return visual;
}

Color lighter(const Color& color) {
  const auto up = [](float part) { return part + 0.6f * (1 - part); };
  return {up(color.r), up(color.g), up(color.b), 1};
}

}  // namespace

EntityId add_zone_plate(Stage& stage, const ZonePlate& plate) {
  const double x = plate.area.size_x_m, y = plate.area.size_y_m;
  const double rim = std::min({0.02, x / 6, y / 6});
  Link link;
  link.name = "link";
  for (int i = 1; i <= 2; ++i) {
    const double z = i * sheet_m;
    link.visuals.push_back(
        sheet("plate_" + std::to_string(i), {0, 0, z}, x - 2 * rim, y - 2 * rim, plate.color));
    // a rim beside it rather than above, so that no two lie in one plane
    const Color pale = lighter(plate.color);
    for (const double side : {-1.0, 1.0}) {
      link.visuals.push_back(sheet("rim", {0, side * (y - rim) / 2, z}, x, rim, pale));
      link.visuals.push_back(sheet("rim", {side * (x - rim) / 2, 0, z}, rim, y - 2 * rim, pale));
    }
  }
  auto model = std::make_shared<Model>();
  model->name = "zone";
  model->is_static = true;
  model->links.push_back(std::move(link));
  const Pose2& center = plate.area.world_from_center;
  return stage
      .add({stage.rule().name,
            std::move(model),
            {{center.translation.x, center.translation.y, plate.floor_m},
             Quat::from_rpy(0, 0, center.yaw)}},
           EntityCategory::static_object)
      .id;
}

}  // namespace tandem
