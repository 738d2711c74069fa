// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#include "autonomy/perception/edge_sight.h"

#include <algorithm>
#include <cmath>

#include "autonomy/perception/floor_curve.h"
#include "autonomy/perception/thing.h"

namespace tandem {

cv::Mat near_part(const cv::Mat& mask, const Region& region, const FloorCamera* camera,
                  double max_range_m) {
  if (!camera) return mask;
  cv::Mat near = mask.clone();
  const double middle = (mask.cols - 1) / 2.0;
  for (int row = 0; row < mask.rows; ++row) {
    const auto place = camera->floor_at({middle, static_cast<double>(row + region.top)});
    if (place && std::hypot(place->x, place->y) <= max_range_m) break;
    near.row(row).setTo(0);
  }
  return near;
}

tandem_msgs::msg::Sight sight_of_edge(const cv::Mat& band, const Region& region, const Shot& shot,
                                      Annotation* annotation) {
  std::vector<Vec2> curve;
  if (shot.camera) {
    curve = follow_curve(band, region.top, *shot.camera);
    if (curve.size() < 2) return {};  // too far away to be told from a patch
  }
  tandem_msgs::msg::Sight sight;
  const FittedLine line = fit_line(band, region.top);
  tell_errors(line, shot.image.width, sight);
  sight.found = true;
  sight.ratio = static_cast<double>(cv::countNonZero(band)) / static_cast<double>(band.total());

  const cv::Rect around = cv::boundingRect(band);
  tandem_msgs::msg::Sighting edge{
      .label = "edge",
      .x_px = line.middle_px.x,
      .y_px = line.middle_px.y,
      .width_px = static_cast<double>(around.width),
      .height_px = static_cast<double>(around.height),
      .area_px = static_cast<double>(cv::countNonZero(band)),
      .is_cut = around.x <= 0 || around.br().x >= band.cols || around.br().y >= band.rows};
  for (const Contour& outline : outlines_of(band, 0)) note_outline(outline, region.top, annotation);
  note_line(line, sight, annotation);
  if (shot.camera) {
    sight.curve = points_of(curve, shot.camera->floor_z_m());
    note_curve(curve, *shot.camera, annotation);
    const auto nearest = std::ranges::min_element(
        curve, {}, [](Vec2 place) { return std::hypot(place.x, place.y); });
    set_position(*nearest, shot.camera->floor_z_m(), edge);
  }
  sight.sightings.push_back(std::move(edge));
  return sight;
}

tandem_msgs::msg::Sight no_edge(Annotation* annotation) {
  if (annotation) annotation->lines.push_back("no edge");
  return {};
}

}  // namespace tandem
