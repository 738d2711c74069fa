// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <span>

#include "sensors/beams.h"
#include "sensors/reading.h"
#include "sensors/settings.h"

namespace tandem {

// How a cloud becomes a scan: the nearest of all points between two heights, by direction.
struct FlattenConfig {
  int beams = 0;  // 0: no scan
  double height_min_m = -0.1;
  double height_max_m = 0.1;
  RangeLimits limits;
};

FlattenConfig read_flatten(SettingsReader& settings);

// A full circle from -180 degrees on, in the cloud's frame. Distances are in the plane.
ScanReading flattened(std::span<const CloudPoint> points, const FlattenConfig& config);

}  // namespace tandem
