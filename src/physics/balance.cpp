// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#include "physics/balance.h"

#include <algorithm>
#include <vector>

#include "physics/bullet_types.h"

namespace tandem {

namespace {

// A place carries when its surface faces upwards at least this much.
constexpr btScalar carrying_slope = 0.5f;
// How far inside the carrying places the load must press: those are known to about this.
constexpr btScalar balance_margin_m = 0.0005f;

struct Spot {
  btScalar x = 0, y = 0;
};

// Twice the area of a triangle; positive where it turns left.
btScalar turn(const Spot& a, const Spot& b, const Spot& c) {
  return (b.x - a.x) * (c.y - a.y) - (b.y - a.y) * (c.x - a.x);
}

// The corners of the smallest convex area around all spots, turning left.
std::vector<Spot> hull_of(std::vector<Spot> spots) {
  std::sort(spots.begin(), spots.end(),
            [](const Spot& a, const Spot& b) { return a.x < b.x || (a.x == b.x && a.y < b.y); });
  std::vector<Spot> hull;
  // the lower side from left to right, then the upper one back
  for (int side = 0; side < 2; ++side) {
    const std::size_t first = hull.size();
    for (const Spot& spot : spots) {
      while (hull.size() >= first + 2 && turn(hull[hull.size() - 2], hull.back(), spot) <= 0)
        hull.pop_back();
      hull.push_back(spot);
    }
    hull.pop_back();
    std::reverse(spots.begin(), spots.end());
  }
  return hull;
}

bool is_well_inside(const Spot& spot, const std::vector<Spot>& hull) {
  if (hull.size() < 3) return false;
  for (std::size_t i = 0; i < hull.size(); ++i) {
    const Spot& a = hull[i];
    const Spot& b = hull[(i + 1) % hull.size()];
    const btScalar length = btSqrt((b.x - a.x) * (b.x - a.x) + (b.y - a.y) * (b.y - a.y));
    if (turn(a, b, spot) < balance_margin_m * length) return false;
  }
  return true;
}

}  // namespace

bool stands_in_balance(const Clump& clump, const btVector3& gravity) {
  const btVector3 up = -gravity.normalized();
  btVector3 east, north;
  btPlaneSpace1(up, east, north);

  const btVector3 centre = clump.rigid->getCenterOfMassPosition();
  btScalar load = to_bt(clump.mass_kg * clump.root->gravity_share) * gravity.length();
  btVector3 moment(0, 0, 0);  // of the load about the centre of mass
  const auto add_load = [&](const btVector3& point, const btVector3& force) {
    const btScalar weight = -force.dot(up);
    load += weight;
    moment += weight * (point - centre);
  };
  std::vector<Spot> carrying;
  for (const Support& support : clump.supports) {
    const btVector3 arm = support.point_in_world - centre;
    if (support.normal.dot(up) < carrying_slope)
      add_load(support.point_in_world, support.force);
    else if (support.is_tight)
      carrying.push_back({arm.dot(east), arm.dot(north)});
  }
  for (const LaterLoad& later : clump.later_loads) add_load(later.point, later.force);
  if (carrying.size() < 3 || load <= 0) return false;
  return is_well_inside({moment.dot(east) / load, moment.dot(north) / load}, hull_of(carrying));
}

btScalar changed_load(const Clump& clump) {
  btScalar change = 0;
  for (const LaterLoad& later : clump.later_loads) change += later.force.length();
  return change;
}

btScalar usual_load(const Clump& clump, const btVector3& gravity) {
  btScalar load = 0;
  for (const Support& support : clump.supports)
    load += std::max(btScalar(0), support.force.dot(gravity.normalized()));
  return load;
}

}  // namespace tandem
