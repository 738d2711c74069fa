// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#include "tracking/flat_view.h"

#include "calibration/lens.h"

namespace tandem {

std::optional<Vec2> FlatView::flat(Vec2 pixel) const {
  if (!lens_) return pixel;
  const std::optional<Vec2> direction = direction_of(*lens_, pixel);
  if (!direction) return std::nullopt;
  return Vec2{lens_->fx_px * direction->x + lens_->cx_px,
              lens_->fy_px * direction->y + lens_->cy_px};
}

Vec2 FlatView::pixel(Vec2 flat) const {
  if (!lens_) return flat;
  return project(*lens_,
                 {(flat.x - lens_->cx_px) / lens_->fx_px, (flat.y - lens_->cy_px) / lens_->fy_px});
}

}  // namespace tandem
