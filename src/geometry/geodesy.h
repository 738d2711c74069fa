// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "geometry/vec3.h"

namespace tandem {

// A place on the WGS84 ellipsoid.
struct Geodetic {
  double latitude_deg = 0;
  double longitude_deg = 0;
  double altitude_m = 0;  // above the ellipsoid
};

// Cartesian coordinates with the Earth's centre as the origin, and back.
Vec3 earth_from(const Geodetic& place);
Geodetic geodetic_from(const Vec3& in_earth);

// A point in the plane that touches the Earth at the origin: east, north, up.
Geodetic geodetic_from_enu(const Geodetic& origin, const Vec3& enu);
Vec3 enu_from_geodetic(const Geodetic& origin, const Geodetic& place);

}  // namespace tandem
