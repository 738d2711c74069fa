// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <BulletCollision/NarrowPhaseCollision/btPersistentManifold.h>
#include <LinearMath/btMatrix3x3.h>

#include <vector>

#include "physics/lanes.h"

namespace tandem {

// What impulses change while a step is solved.
struct alignas(16) SolverVelocity {
  btVector3 linear{0, 0, 0};
  btVector3 angular{0, 0, 0};
};

// What stays as it is meanwhile. Things that nothing moves have zeros for their inverses.
struct alignas(16) SolverBody {
  btVector3 centre{0, 0, 0};
  btVector3 inverse_mass{0, 0, 0};  // by axis; an axis may be locked
  btMatrix3x3 inverse_inertia{0, 0, 0, 0, 0, 0, 0, 0, 0};
  btVector3 linear_before{0, 0, 0};  // velocities before the step's forces
  btVector3 angular_before{0, 0, 0};
};

struct ContactSettings {
  float step_s = 1.0F / 60;
  float error_reduction = 0.2F;   // share of the penetration to be undone in a step
  float allowed_depth_m = 0;      // is not undone; keeps resting contacts alive
  float max_push_out_mps = 2;     // deep overlaps part no faster than this
  float bounce_threshold_mps = 0.2F;  // slower contacts do not bounce
  float warm_start = 1;
};

// One point of each of four pairs of bodies that have no body in common.
struct ContactPointRows {
  struct Row {
    Vec3Lanes arm_a, arm_b;    // r x direction: how the bodies' spins move the point
    Vec3Lanes turn_a, turn_b;  // what a unit impulse does to the spins
  };
  Vec3Lanes normal;
  Vec3Lanes tangents[2];
  Row along_normal;
  Row along_tangents[2];
  Lanes mass;                    // that an impulse along the normal meets
  Lanes friction_mass[3];        // of both tangents together: 11, 12, 22
  Lanes friction;
  Lanes target;                  // velocity along the normal to be reached, with push-out
  Lanes target_at_rest;          // and without
  Lanes bounce;                  // velocity after the bounce, 0 for none
  Lanes impulse;
  Lanes friction_impulse[2];
};

// Resistance to rolling and spinning of four pairs, in the frame of their first points.
struct TorsionRows {
  Lanes spinning, rolling;     // coefficients, m
  Lanes masses[3];             // about normal, tangents
  Lanes impulses[3];
};

// Four manifolds without a common body: solved at once, in any order relative to others of their
// colour.
struct ContactBlock {
  int a[lane_count];
  int b[lane_count];
  btPersistentManifold* manifolds[lane_count];  // null beyond the last
  int first_point = 0;
  int point_count = 0;
  bool bounces = false;
  bool has_torsion = false;
  Vec3Lanes inverse_mass_a, inverse_mass_b;
  Mat3Lanes inverse_inertia_a, inverse_inertia_b;
  TorsionRows torsion;
};

// Reads the manifolds of a block.
void set_up(ContactBlock& block, ContactPointRows* points, const SolverBody* bodies,
            const ContactSettings& settings);
// Applies the impulses of the step before.
void warm_start(const ContactBlock& block, const ContactPointRows* points,
                SolverVelocity* velocities);
void solve(ContactBlock& block, ContactPointRows* points, SolverVelocity* velocities,
           bool pushes_out);
// Gives contacts that were hit the velocity of their bounce.
void bounce(const ContactBlock& block, ContactPointRows* points, SolverVelocity* velocities);
// Leaves the impulses in the manifolds for the next step.
void store(const ContactBlock& block, const ContactPointRows* points);

}  // namespace tandem
