// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "physics/body.h"

// Whether what presses on a body, its weight included, would stay where it is.
namespace tandem {

// Whether the weight of a clump and all that its contacts load on it, taken together, press down
// within the places that carry it, seen along gravity. What leans or is wedged is not in balance
// by this, though it may well stand.
bool stands_in_balance(const Clump& clump, const btVector3& gravity);

// How much what was laid on a frozen clump, or taken off it, has changed its load since it froze,
// N.
btScalar changed_load(const Clump& clump);
// What its contacts loaded on it when it froze, N.
btScalar usual_load(const Clump& clump, const btVector3& gravity);

}  // namespace tandem
