// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#include "autonomy/perception/box_processor.h"

#include <cmath>

#include "autonomy/perception/thing.h"

namespace tandem {

namespace {

// Whether it is as high and as narrow as boxes are, at the distance of its foot.
bool has_size_of_box(const Thing& thing, const Region& region, const FloorCamera& camera, Vec2 foot,
                     const BoxSettings& settings) {
  const cv::Rect box = cv::boundingRect(thing.outline);
  const double middle = box.x + (box.width - 1) / 2.0;
  const auto height = camera.height_at(foot, {middle, box.y + region.top - 0.5});
  if (!height || *height < settings.min_height_m) return false;
  const auto foot_px = camera.pixel_of(foot);
  if (!foot_px) return false;
  const auto beside = camera.floor_at({foot_px->x + 1, foot_px->y});
  if (!beside) return false;
  const double pixel_m = std::hypot(beside->x - foot.x, beside->y - foot.y);
  return pixel_m * box.width <= settings.max_width_m;
}

}  // namespace

tandem_msgs::msg::Sight BoxProcessor::look(const Shot& shot, Annotation* annotation) const {
  tandem_msgs::msg::Sight sight;
  const Region region = region_of(shot.image, settings_.top_share);
  note_region(region, annotation);
  std::vector<Thing> boxes;
  for (const ColorLabel& color : settings_.colors)
    for (Thing& thing : things_of(region, color, settings_.min_area_px)) {
      if (shot.camera) {
        const auto foot = nearest_on_floor(thing.lower_edge, *shot.camera);
        if (!foot || !is_upright(thing, region, *shot.camera) ||
            !has_size_of_box(thing, region, *shot.camera, *foot, settings_))
          continue;
        set_position(*foot, shot.camera->floor_z_m(), thing.sighting);
      }
      boxes.push_back(std::move(thing));
    }
  tell_things(std::move(boxes), region, sight, annotation);
  return sight;
}

}  // namespace tandem
