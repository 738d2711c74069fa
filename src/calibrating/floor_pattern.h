// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <vector>

#include "base/result.h"
#include "calibrating/floor_fit.h"
#include "calibration/projector_calibration.h"
#include "geometry/rgba_image.h"
#include "tracking/flat_view.h"
#include "tracking/marker_finder.h"

namespace tandem {

// Markers that a projector casts on its floor, whose places its calibration knows.
struct PatternMarker {
  int id = 0;
  Vec2 in_room;  // of its middle
  double size_m = 0;
};
std::vector<PatternMarker> floor_pattern(const ProjectorCalibration& projector);

// The projector's picture with them.
Result<RgbaImage> draw_floor_pattern(const ProjectorCalibration& projector,
                                     const MarkerDictionary& dictionary);

// The middle of a marker's square, in pixels: where its diagonals cross, which a lens bends.
std::optional<Vec2> middle_of(const FoundMarker& marker, const FlatView& view);

// Follows markers that lie still on the floor over some pictures: where the camera sees each, and
// whether somebody moved one.
class FloorSights {
 public:
  explicit FloorSights(std::optional<LensConfig> lens) : view_(std::move(lens)) {}

  void look(const std::vector<FoundMarker>& found);

  int pictures() const { return pictures_; }
  // Those that were seen in most pictures. An error names one that moved, or was there twice.
  struct Sight {
    int id = 0;
    Vec2 at_px;
    int count = 0;
  };
  Result<std::vector<Sight>> sights() const;

 private:
  struct Track {
    int id = 0;
    std::vector<Vec2> places;
    bool is_doubled = false;
  };
  FlatView view_;
  int pictures_ = 0;
  std::vector<Track> tracks_;
};

}  // namespace tandem
