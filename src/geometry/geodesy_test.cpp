// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#include "geometry/geodesy.h"

#include <gtest/gtest.h>

namespace tandem {
namespace {

TEST(Geodesy, TheEllipsoidHasItsPublishedAxes) {
  EXPECT_NEAR(earth_from({0, 0, 0}).x, 6'378'137, 1e-6);
  EXPECT_NEAR(earth_from({90, 0, 0}).z, 6'356'752.314245, 1e-6);
  EXPECT_NEAR(earth_from({0, 90, 100}).y, 6'378'237, 1e-6);
}

TEST(Geodesy, ThereAndBackIsTheSamePlace) {
  for (const double latitude : {-89.9, -45.0, 0.0, 12.3, 52.5, 90.0})
    for (const double longitude : {-179.0, 0.0, 13.4, 120.0})
      for (const double altitude : {-100.0, 0.0, 34.0, 9000.0}) {
        const Geodetic back = geodetic_from(earth_from({latitude, longitude, altitude}));
        EXPECT_NEAR(back.latitude_deg, latitude, 1e-11);
        EXPECT_NEAR(back.altitude_m, altitude, 1e-6);
        if (latitude < 89) {
          EXPECT_NEAR(back.longitude_deg, longitude, 1e-11);
        }
      }
}

TEST(Geodesy, AMinuteOfArcNorthIsAboutANauticalMile) {
  const Vec3 north = enu_from_geodetic({45, 10, 0}, {45 + 1.0 / 60, 10, 0});
  // the meridian's radius at 45 degrees is 6,367,382 m
  EXPECT_NEAR(north.y, 6'367'382 * 3.14159265358979 / 180 / 60, 0.1);
  EXPECT_NEAR(north.x, 0, 1e-6);

  // the circle of latitude at 60 degrees: its normal's length times cos(60)
  const Vec3 east = enu_from_geodetic({60, 10, 0}, {60, 10.001, 0});
  EXPECT_NEAR(east.x, 6'394'209.2 * 0.5 * 0.001 * 3.14159265358979 / 180, 0.001);
}

TEST(Geodesy, ThePlaneTouchesTheEarthAtItsOrigin) {
  const Geodetic origin{48.1, 11.6, 520};
  const Vec3 enu{1200, -3400, 7};
  const Geodetic place = geodetic_from_enu(origin, enu);
  const Vec3 back = enu_from_geodetic(origin, place);
  EXPECT_NEAR(back.x, enu.x, 1e-6);
  EXPECT_NEAR(back.y, enu.y, 1e-6);
  EXPECT_NEAR(back.z, enu.z, 1e-6);
  // the ground falls away by d² / 2R
  EXPECT_NEAR(place.altitude_m, 527 + (1200.0 * 1200 + 3400.0 * 3400) / 2 / 6.38e6, 0.01);
}

}  // namespace
}  // namespace tandem
