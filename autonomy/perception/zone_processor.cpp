// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#include "autonomy/perception/zone_processor.h"

#include <algorithm>

#include "autonomy/perception/thing.h"

namespace tandem {

namespace {

// The outline as it lies on the floor; nothing if some of it does not.
std::optional<std::vector<cv::Point2f>> laid_out(const Contour& outline, int top,
                                                 const FloorCamera& camera) {
  std::vector<cv::Point2f> on_floor;
  for (const cv::Point& point : outline) {
    const auto place =
        camera.floor_at({static_cast<double>(point.x), static_cast<double>(point.y + top)});
    if (!place) return {};
    on_floor.emplace_back(static_cast<float>(place->x), static_cast<float>(place->y));
  }
  return on_floor;
}

}  // namespace

tandem_msgs::msg::Sight ZoneProcessor::look(const Shot& shot, Annotation* annotation) const {
  tandem_msgs::msg::Sight sight;
  const Region region = region_of(shot.image, settings_.top_share);
  note_region(region, annotation);
  std::vector<Thing> zones;
  for (const ColorLabel& color : settings_.colors)
    for (Thing& thing : things_of(region, color, settings_.min_area_px)) {
      if (shot.camera) {
        if (stance_of(thing, region, *shot.camera) != Stance::lies) continue;
        const auto floor = laid_out(thing.outline, region.top, *shot.camera);
        if (!floor) continue;
        const cv::RotatedRect around = cv::minAreaRect(*floor);
        if (std::min(around.size.width, around.size.height) < settings_.min_size_m ||
            std::max(around.size.width, around.size.height) > settings_.max_size_m)
          continue;
        set_position({around.center.x, around.center.y}, shot.camera->floor_z_m(), thing.sighting);
      }
      zones.push_back(std::move(thing));
    }
  tell_things(std::move(zones), region, sight, annotation);
  return sight;
}

}  // namespace tandem
