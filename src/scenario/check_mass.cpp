// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#include "scenario/check_mass.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>

#include "scenario/bounds.h"

namespace tandem {

namespace {

constexpr double smallest_mass_kg = 1e-6;
constexpr double largest_moment = 1e12;  // kg m²

// Mass closer to an axis than this is no real thing: a wire is thicker.
constexpr double smallest_gyration_m = 1e-4;

std::array<double, 3> sorted_moments(const Inertia& inertia) {
  const Vec3 moments = principal_axes(inertia).moments;
  std::array<double, 3> sorted{moments.x, moments.y, moments.z};
  std::sort(sorted.begin(), sorted.end());
  return sorted;
}

// Beside moments this much larger a small one drowns in rounding as soon as the body is turned.
constexpr double smallest_share = 1e-10;

bool is_enough(const Inertia& inertia, double mass_kg) {
  const std::array<double, 3> moments = sorted_moments(inertia);
  return moments[0] >= mass_kg * smallest_gyration_m * smallest_gyration_m &&
         moments[0] >= smallest_share * moments[2];
}

// The mass spread evenly over the boxes around the collisions.
MassProperties solid_of_collisions(const Link& link) {
  const auto volume = [](const Collision& collision) {
    const Bounds bounds = bounds_of(collision.shape, {});
    if (bounds.is_empty()) return 0.0;
    return bounds.size().x * bounds.size().y * bounds.size().z;
  };
  double total = 0;
  for (const Collision& collision : link.collisions) total += volume(collision);
  MassProperties sum;
  for (const Collision& collision : link.collisions)
    if (const double share = volume(collision) / total; share > 0)
      sum = sum + transformed(collision.link_from_collision,
                              solid(collision.shape, share * link.mass.mass_kg));
  return sum;
}

}  // namespace

double read_mass_kg(const XmlValue& value, double fallback) {
  const double mass_kg = value.positive(fallback);
  if (mass_kg >= smallest_mass_kg) return mass_kg;
  value.error(fmt::format("must be at least {} kg, is {}", smallest_mass_kg, mass_kg));
  return fallback;
}

void check_inertia(Link& link, const XmlElement& element) {
  const Inertia& inertia = link.mass.inertia;
  for (const double part :
       {inertia.xx, inertia.yy, inertia.zz, inertia.xy, inertia.xz, inertia.yz}) {
    if (std::abs(part) <= largest_moment) continue;
    element.error(fmt::format("an inertia must not be larger than {} kg m²", largest_moment));
    return;
  }
  const std::array<double, 3> moments = sorted_moments(inertia);
  constexpr double rounding = 1e-3;  // numbers in files are rounded: a flat plate may miss by it
  if (moments[0] < -rounding * std::abs(moments[2]) || moments[2] < 0) {
    element.error(
        fmt::format("the inertia is not positive: its principal moments are {:.4g}, {:.4g} and "
                    "{:.4g} kg m²",
                    moments[0], moments[1], moments[2]));
    return;
  }
  if (!is_enough(inertia, link.mass.mass_kg)) {
    Inertia better = solid_of_collisions(link).inertia;
    const bool is_of_collisions = is_enough(better, link.mass.mass_kg);
    constexpr double radius_m = 0.01;
    if (!is_of_collisions) better = solid(Sphere{radius_m}, link.mass.mass_kg).inertia;
    element.warn(
        fmt::format("the inertia of link '{}' is too small for {} kg: its smallest principal "
                    "moment is {:.4g} kg m²; that of {} is used",
                    link.name, link.mass.mass_kg, moments[0],
                    is_of_collisions ? "a solid of its collisions" : "a sphere of 1 cm"));
    link.mass.inertia = better;
    return;
  }
  if (moments[0] + moments[1] < (1 - rounding) * moments[2])
    element.warn(fmt::format(
        "no body has this inertia: of its principal moments {:.4g}, {:.4g} and {:.4g} kg m², two "
        "must not be smaller than the third together",
        moments[0], moments[1], moments[2]));
}

}  // namespace tandem
