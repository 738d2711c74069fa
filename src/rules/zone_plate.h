// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "geometry/area.h"
#include "rules/stage.h"

namespace tandem {

// A part of the floor that people and cameras see as a place of its own.
struct ZonePlate {
  Area area;
  double floor_m = 0;
  Color color;
};

// Adds it under the name of the rule whose turn it is. It is no paint, so that nobody erases it; it
// is thin glass, so that paint shows through; nothing bumps into it and no ray of a lidar meets it.
EntityId add_zone_plate(Stage& stage, const ZonePlate& plate);

}  // namespace tandem
