// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <LinearMath/btScalar.h>

// Numbers that were measured on crowds of 0.1 m boxes and on small robots.
namespace tandem {

// Surfaces this close count as a contact to be; Bullet's 0.02 m is too far for small things.
inline constexpr btScalar contact_reach_m = 0.005f;
// Of a contact that is reported: resting surfaces hover about zero.
inline constexpr btScalar touch_m = 0.001f;

// The boxes of the broad phase are larger than the bodies, so that they need not follow each step.
inline constexpr btScalar box_margin_m = 0.005f;
inline constexpr btScalar lookahead_s = 0.03f;

// Contacts push bodies apart by a share of their depth a step, but not faster than this: what is
// squeezed must creep out, not shoot.
inline constexpr btScalar depth_share = 0.2f;
inline constexpr btScalar max_separation_mps = 0.3f;
inline constexpr btScalar max_separation_when_pinched_mps = 0.03f;
inline constexpr btScalar contact_slop_m = 0.0002f;

// Slower impacts do not bounce, or nothing would ever come to rest.
inline constexpr btScalar bouncing_speed_mps = 0.2f;

// Faster bodies come from mistakes. Sweeps keep small ones below it from tunnelling.
inline constexpr btScalar max_speed_mps = 100;
inline constexpr btScalar max_turn_radps = 1000;

}  // namespace tandem
