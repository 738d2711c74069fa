// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <limits>

#include "geometry/pose.h"
#include "geometry/shape.h"
#include "scenario/model.h"

namespace tandem {

// An axis-aligned box around something; empty until something is added.
struct Bounds {
  Vec3 low{std::numeric_limits<double>::infinity(), std::numeric_limits<double>::infinity(),
           std::numeric_limits<double>::infinity()};
  Vec3 high{-low.x, -low.y, -low.z};

  bool is_empty() const { return !(low.x <= high.x); }
  Vec3 size() const { return high - low; }
  Vec3 center() const { return 0.5 * (low + high); }
  void add(const Vec3& point);
  void add(const Bounds& other);
};

// Exact for everything but heightfields, whose corners are taken. Planes have no bounds.
Bounds bounds_of(const Shape& shape, const Pose& target_from_shape);

// Of what a model collides with.
Bounds bounds_of(const Model& model, const Pose& target_from_model);

// How far from the vertical axis through its origin a model reaches.
double footprint_radius(const Model& model);

}  // namespace tandem
