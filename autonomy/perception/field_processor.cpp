// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#include "autonomy/perception/field_processor.h"

#include <fmt/format.h>

#include "autonomy/perception/field_masks.h"

namespace tandem {

tandem_msgs::msg::Sight FieldProcessor::look(const Shot& shot, Annotation* annotation) const {
  tandem_msgs::msg::Sight sight;
  const FieldMasks masks = field_masks_of(shot.image, settings_);
  sight.ratio =
      static_cast<double>(cv::countNonZero(masks.land)) / static_cast<double>(masks.land.total());
  sight.found = sight.ratio >= settings_.min_ratio;
  note_region(masks.region, annotation);
  if (annotation) {
    for (const Contour& outline : outlines_of(masks.land, settings_.min_edge_px))
      note_outline(outline, masks.region.top, annotation);
    annotation->lines.push_back(
        fmt::format("{} field {:.0f} %", sight.found ? "on the" : "off the", 100 * sight.ratio));
  }
  return sight;
}

}  // namespace tandem
