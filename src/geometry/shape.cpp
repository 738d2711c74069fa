// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#include "geometry/shape.h"

#include <algorithm>
#include <numbers>

namespace tandem {

namespace {

Inertia box_inertia(const Vec3& size, double mass) {
  return {.xx = mass / 12 * (size.y * size.y + size.z * size.z),
          .yy = mass / 12 * (size.x * size.x + size.z * size.z),
          .zz = mass / 12 * (size.x * size.x + size.y * size.y)};
}

Inertia round_inertia(double about_z, double across) {
  return {.xx = across, .yy = across, .zz = about_z};
}

struct Solid {
  double mass;

  MassProperties operator()(const Box& box) const {
    return {mass, {}, box_inertia(box.size, mass)};
  }

  MassProperties operator()(const Sphere& sphere) const {
    const double moment = 0.4 * mass * sphere.radius_m * sphere.radius_m;
    return {mass, {}, round_inertia(moment, moment)};
  }

  MassProperties operator()(const Cylinder& c) const {
    const double rr = c.radius_m * c.radius_m;
    return {mass, {}, round_inertia(mass * rr / 2, mass * (3 * rr + c.length_m * c.length_m) / 12)};
  }

  MassProperties operator()(const Capsule& c) const {
    // a cylinder between two half spheres, each with its share of the mass by volume
    const double r = c.radius_m, l = c.length_m;
    const double cylinder_volume = std::numbers::pi * r * r * l;
    const double spheres_volume = 4.0 / 3 * std::numbers::pi * r * r * r;
    const double m_c = mass * cylinder_volume / (cylinder_volume + spheres_volume);
    const double m_s = mass - m_c;
    return {mass,
            {},
            round_inertia(m_c * r * r / 2 + 0.4 * m_s * r * r,
                          m_c * (3 * r * r + l * l) / 12 +
                              m_s * (0.4 * r * r + l * l / 4 + 3.0 / 8 * l * r))};
  }

  MassProperties operator()(const Ellipsoid& e) const {
    const Vec3 r = e.radii;
    return {mass,
            {},
            {.xx = mass / 5 * (r.y * r.y + r.z * r.z),
             .yy = mass / 5 * (r.x * r.x + r.z * r.z),
             .zz = mass / 5 * (r.x * r.x + r.y * r.y)}};
  }

  MassProperties operator()(const Plane&) const { return {mass, {}, {}}; }
  MassProperties operator()(const HeightfieldShape&) const { return {mass, {}, {}}; }

  MassProperties operator()(const MeshShape& shape) const {
    if (shape.mesh->positions.empty()) return {mass, {}, {}};
    std::array<float, 3> low = shape.mesh->positions.front(), high = low;
    for (const auto& position : shape.mesh->positions)
      for (std::size_t i = 0; i < 3; ++i) {
        low[i] = std::min(low[i], position[i]);
        high[i] = std::max(high[i], position[i]);
      }
    const Vec3 s = shape.scale;
    const Vec3 size{s.x * (high[0] - low[0]), s.y * (high[1] - low[1]), s.z * (high[2] - low[2])};
    const Vec3 center{s.x * (high[0] + low[0]) / 2, s.y * (high[1] + low[1]) / 2,
                      s.z * (high[2] + low[2]) / 2};
    return {mass, center, box_inertia(size, mass)};
  }
};

}  // namespace

MassProperties solid(const Shape& shape, double mass_kg) {
  return std::visit(Solid{mass_kg}, shape);
}

}  // namespace tandem
