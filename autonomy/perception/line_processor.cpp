// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#include "autonomy/perception/line_processor.h"

#include "autonomy/perception/floor_curve.h"
#include "autonomy/perception/vision.h"

namespace tandem {

tandem_msgs::msg::Sight LineProcessor::look(const Shot& shot, Annotation* annotation) const {
  tandem_msgs::msg::Sight sight;
  const Region region = region_of(shot.image, settings_.top_share);
  note_region(region, annotation);
  const cv::Mat mask = mask_of(region, settings_.colors);
  sight.ratio = static_cast<double>(cv::countNonZero(mask)) / static_cast<double>(mask.total());
  // what is nearest is largest, so the largest one is the line that the robot is at
  for (const Contour& outline : outlines_of(mask, settings_.min_area_px)) {
    const cv::Mat line = part_of(mask, outline);
    std::vector<Vec2> curve;
    if (shot.camera) {
      curve = follow_curve(line, region.top, *shot.camera);
      if (curve.size() < 2) continue;  // a patch, or something that stands there
    }
    const FittedLine fitted = fit_line(line, region.top);
    sight.found = true;
    tell_errors(fitted, shot.image.width, sight);
    note_outline(outline, region.top, annotation);
    note_line(fitted, sight, annotation);
    if (shot.camera) {
      sight.curve = points_of(curve, shot.camera->floor_z_m());
      note_curve(curve, *shot.camera, annotation);
    }
    return sight;
  }
  if (annotation) annotation->lines.push_back("no line");
  return sight;
}

}  // namespace tandem
