// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "geometry/pose.h"

namespace tandem {

// A symmetric 3x3 inertia tensor in kg m².
struct Inertia {
  double xx = 0, yy = 0, zz = 0;
  double xy = 0, xz = 0, yz = 0;
};

// How a rigid body resists being pushed and turned.
struct MassProperties {
  double mass_kg = 0;
  Vec3 center;      // of mass, in the body's frame
  Inertia inertia;  // about that center, along the body's axes
};

// The same matter seen from another frame.
MassProperties transformed(const Pose& target_from_source, const MassProperties& in_source);

// Two bodies, given in one frame, joined rigidly.
MassProperties operator+(const MassProperties& a, const MassProperties& b);

// The frame in which an inertia tensor is diagonal.
struct PrincipalAxes {
  Quat body_from_principal;
  Vec3 moments;  // kg m²
};
PrincipalAxes principal_axes(const Inertia& inertia);

}  // namespace tandem
