// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#include "autonomy/perception/edge_processor.h"

#include "autonomy/perception/edge_sight.h"
#include "autonomy/perception/field_masks.h"

namespace tandem {

tandem_msgs::msg::Sight EdgeProcessor::look(const Shot& shot, Annotation* annotation) const {
  const FieldMasks masks = field_masks_of(shot.image, settings_);
  note_region(masks.region, annotation);
  const cv::Mat edge = near_part(edge_of(masks), masks.region, shot.camera, settings_.max_range_m);
  for (const Contour& outline : outlines_of(edge, settings_.min_edge_px)) {
    // the outline of a band is twice as long as the band
    if (cv::arcLength(outline, true) < 2 * settings_.min_edge_px) continue;
    auto sight = sight_of_edge(part_of(edge, outline), masks.region, shot, annotation);
    if (sight.found) return sight;
  }
  return no_edge(annotation);
}

}  // namespace tandem
