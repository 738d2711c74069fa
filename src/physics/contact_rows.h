// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <BulletCollision/NarrowPhaseCollision/btPersistentManifold.h>
#include <LinearMath/btMatrix3x3.h>

#include <vector>

#include "physics/lanes.h"

namespace tandem {

// What impulses change while a step is solved; also used for the way that it leads to.
struct alignas(16) SolverVelocity {
  btVector3 linear{0, 0, 0};
  btVector3 angular{0, 0, 0};
};

// What stays as it is meanwhile. Things that nothing moves have zeros for their inverses.
struct alignas(16) SolverBody {
  btVector3 centre{0, 0, 0};
  btVector3 inverse_mass{0, 0, 0};  // by axis; an axis may be locked
  btMatrix3x3 inverse_inertia{0, 0, 0, 0, 0, 0, 0, 0, 0};
  SolverVelocity midway;  // when half of the step's forces have acted: how fast contacts are hit
  SolverVelocity gain;    // from forces in one substep
};

struct ContactSettings {
  float allowed_depth_m = 0.0003F;    // not undone: contacts that hover between on and off rattle
  float max_push_out_mps = 1;         // deep overlaps part no faster than this
  float bounce_threshold_mps = 0.2F;  // slower contacts do not bounce
  // Overlaps are undone by springs, of a frequency relative to the rate of the substeps: softer
  // ones sag under a load, stiffer ones rattle. The damping is beyond what would let them swing.
  float stiffness = 0.2F;
  float damping_ratio = 5;
};

// How contacts behave in the substeps that a step is divided into.
struct ContactResponse {
  ContactResponse(const ContactSettings& settings, float step_s, int substep_count);

  ContactSettings settings;
  float substep_s;
  int substeps;
  float push_out_rate;  // 1/s: speed of push-out per depth
  float mass_share;     // share of the impulse that would stop a contact at once
  float impulse_leak;   // share of the impulse so far that a soft contact gives back
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
  Lanes mass;           // that an impulse along the normal meets
  Lanes friction_mass;  // the least that one across it meets
  Lanes friction;
  Lanes gap;      // at the start of the step; negative where bodies overlap
  Lanes bounce;   // velocity after the bounce, 0 for none
  Lanes impulse;  // in this substep
  Lanes friction_impulse[2];
  Lanes impulse_sum;  // of the substeps so far
  Lanes friction_impulse_sum[2];
};

// Resistance to rolling and spinning of four pairs, in the frame of their first points.
struct TorsionRows {
  Lanes spinning, rolling;  // coefficients, m
  Lanes masses[3];          // about normal, tangents
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
            const ContactResponse& response);
// Applies the impulses that the step begins with.
void warm_start(const ContactBlock& block, const ContactPointRows* points,
                SolverVelocity* velocities);
// Stops bodies that approach and parts those that overlap.
void push_out(ContactBlock& block, ContactPointRows* points, SolverVelocity* velocities,
              const SolverVelocity* ways, const ContactResponse& response);
// Takes away the speed of parting and closes the books of the substep.
void relax(ContactBlock& block, ContactPointRows* points, SolverVelocity* velocities,
           const SolverVelocity* ways, const ContactResponse& response);
// Gives contacts that were hit the velocity of their bounce.
void bounce(const ContactBlock& block, ContactPointRows* points, SolverVelocity* velocities);
// Leaves the impulses in the manifolds for the next step.
void store(const ContactBlock& block, const ContactPointRows* points);

}  // namespace tandem
