// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#include "geometry/geodesy.h"

#include <cmath>
#include <numbers>

namespace tandem {

namespace {

// WGS84
constexpr double equatorial_m = 6'378'137;
constexpr double flattening = 1 / 298.257223563;
constexpr double polar_m = equatorial_m * (1 - flattening);
constexpr double eccentricity2 = flattening * (2 - flattening);
constexpr double radians = std::numbers::pi / 180;

struct Axes {
  Vec3 east, north, up;
};

Axes axes_at(const Geodetic& place) {
  const double sin_lat = std::sin(place.latitude_deg * radians);
  const double cos_lat = std::cos(place.latitude_deg * radians);
  const double sin_lon = std::sin(place.longitude_deg * radians);
  const double cos_lon = std::cos(place.longitude_deg * radians);
  return {{-sin_lon, cos_lon, 0},
          {-sin_lat * cos_lon, -sin_lat * sin_lon, cos_lat},
          {cos_lat * cos_lon, cos_lat * sin_lon, sin_lat}};
}

}  // namespace

Vec3 earth_from(const Geodetic& place) {
  const double sin_lat = std::sin(place.latitude_deg * radians);
  const double cos_lat = std::cos(place.latitude_deg * radians);
  const double normal = equatorial_m / std::sqrt(1 - eccentricity2 * sin_lat * sin_lat);
  const double across = (normal + place.altitude_m) * cos_lat;
  return {across * std::cos(place.longitude_deg * radians),
          across * std::sin(place.longitude_deg * radians),
          (normal * (1 - eccentricity2) + place.altitude_m) * sin_lat};
}

Geodetic geodetic_from(const Vec3& in_earth) {
  // Bowring's first guess is good to a millimetre near the ground; two rounds of it to rounding
  const double across = std::hypot(in_earth.x, in_earth.y);
  constexpr double other_eccentricity2 =
      (equatorial_m * equatorial_m - polar_m * polar_m) / (polar_m * polar_m);
  double reduced = std::atan2(in_earth.z * equatorial_m, across * polar_m);
  double latitude = 0;
  for (int round = 0; round < 3; ++round) {
    const double s = std::sin(reduced), c = std::cos(reduced);
    latitude = std::atan2(in_earth.z + other_eccentricity2 * polar_m * s * s * s,
                          across - eccentricity2 * equatorial_m * c * c * c);
    reduced = std::atan2((1 - flattening) * std::sin(latitude), std::cos(latitude));
  }
  const double sin_lat = std::sin(latitude), cos_lat = std::cos(latitude);
  const double normal = equatorial_m / std::sqrt(1 - eccentricity2 * sin_lat * sin_lat);
  // from the axis or from the equator, whichever is farther and so more exact
  const double altitude = cos_lat > 0.1 ? across / cos_lat - normal
                                        : in_earth.z / sin_lat - normal * (1 - eccentricity2);
  return {latitude / radians, std::atan2(in_earth.y, in_earth.x) / radians, altitude};
}

Geodetic geodetic_from_enu(const Geodetic& origin, const Vec3& enu) {
  const Axes axes = axes_at(origin);
  return geodetic_from(earth_from(origin) + enu.x * axes.east + enu.y * axes.north +
                       enu.z * axes.up);
}

Vec3 enu_from_geodetic(const Geodetic& origin, const Geodetic& place) {
  const Axes axes = axes_at(origin);
  const Vec3 apart = earth_from(place) - earth_from(origin);
  return {dot(apart, axes.east), dot(apart, axes.north), dot(apart, axes.up)};
}

}  // namespace tandem
