// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#include "autonomy/perception/ball_processor.h"

#include "autonomy/perception/thing.h"

namespace tandem {

tandem_msgs::msg::Sight BallProcessor::look(const Shot& shot, Annotation* annotation) const {
  tandem_msgs::msg::Sight sight;
  const Region region = region_of(shot.image, settings_.top_share);
  note_region(region, annotation);
  std::vector<Thing> balls;
  for (const ColorLabel& color : settings_.colors)
    for (Thing& thing : things_of(region, color, settings_.min_area_px)) {
      if (shot.camera) {
        // a ball touches the floor less than a tenth of its radius behind where it seems to
        const auto foot = nearest_on_floor(thing.lower_edge, *shot.camera);
        if (!foot) continue;
        const auto size = size_of_thing(thing, region, *shot.camera, *foot);
        if (!size || size->width_m > settings_.max_width_m) continue;
        set_position(*foot, shot.camera->floor_z_m(), thing.sighting);
      }
      balls.push_back(std::move(thing));
    }
  tell_things(std::move(balls), region, sight, annotation);
  return sight;
}

}  // namespace tandem
