// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#include "autonomy/perception/equipment_processor.h"

#include <algorithm>

#include "autonomy/perception/thing.h"

namespace tandem {

namespace {

// The middle third, where the hitch is.
LowerEdge middle_of(const LowerEdge& edge) {
  const auto third = static_cast<std::ptrdiff_t>(edge.points_px.size() / 3);
  return {{edge.points_px.begin() + third, edge.points_px.end() - third}, edge.reaches_picture_end};
}

}  // namespace

tandem_msgs::msg::Sight EquipmentProcessor::look(const Shot& shot, Annotation* annotation) const {
  tandem_msgs::msg::Sight sight;
  const Region region = region_of(shot.image, settings_.top_share);
  note_region(region, annotation);
  std::vector<Thing> tools;
  for (const ColorLabel& color : settings_.colors)
    for (Thing& thing : things_of(region, color, settings_.min_area_px)) {
      if (shot.camera) {
        // tools hang: their plates are above the floor that shares and wheels stand on
        const bool is_low =
            std::ranges::find(settings_.low_sides, color.label) != settings_.low_sides.end();
        const auto foot = nearest_on_floor(is_low ? middle_of(thing.lower_edge) : thing.lower_edge,
                                           *shot.camera, settings_.plate_height_m);
        if (!foot) continue;  // in a tree, or in the sky
        const auto size = size_of_thing(thing, region, *shot.camera, *foot);
        if (!size || size->height_m > settings_.max_height_m ||
            size->width_m > settings_.max_width_m)
          continue;  // a house
        set_position(*foot, shot.camera->floor_z_m(), thing.sighting);
      }
      tools.push_back(std::move(thing));
    }
  tell_things(std::move(tools), region, sight, annotation);
  return sight;
}

}  // namespace tandem
