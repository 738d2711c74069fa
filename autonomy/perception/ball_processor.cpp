// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#include "autonomy/perception/ball_processor.h"

#include <cmath>

#include "autonomy/perception/thing.h"

namespace tandem {

namespace {

// How wide it is at the distance of its foot.
std::optional<double> width_m(const Thing& thing, Vec2 foot, const FloorCamera& camera) {
  const auto foot_px = camera.pixel_of(foot);
  if (!foot_px) return std::nullopt;
  const auto beside = camera.floor_at({foot_px->x + 1, foot_px->y});
  if (!beside) return std::nullopt;
  return thing.sighting.width_px * std::hypot(beside->x - foot.x, beside->y - foot.y);
}

}  // namespace

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
        const auto width = width_m(thing, *foot, *shot.camera);
        if (!width || *width > settings_.max_width_m) continue;
        set_position(*foot, shot.camera->floor_z_m(), thing.sighting);
      }
      balls.push_back(std::move(thing));
    }
  tell_things(std::move(balls), region, sight, annotation);
  return sight;
}

}  // namespace tandem
