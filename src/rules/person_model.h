// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <memory>

#include "base/random.h"
#include "scenario/model.h"

namespace tandem {

// The links of a person, in the order of the model. Each is a kinematic body of its own.
enum class BodyPart { trunk, left_leg, right_leg, left_arm, right_arm };
constexpr std::size_t body_part_count = 5;

struct PersonLook {
  double height_m = 1.75;
  Color skin, hair, shirt, trousers, shoes;
};

// Heights and clothes of people, as they come.
PersonLook drawn_look(Random& random);

// A person who stands at the origin and looks along x, with arms and legs that can swing.
std::shared_ptr<const Model> person_model(const PersonLook& look);

// How a walking person holds arms and legs: `phase` counts half steps in radians, `swing` is 0 for
// one who stands and 1 for one who walks.
struct Gait {
  double phase = 0;
  double swing = 0;
};
// Where the parts are, on the floor that the person stands on.
std::array<Pose, body_part_count> posture(const PersonLook& look, const Gait& gait);

// How far a person of this height comes in a step.
double step_length_m(const PersonLook& look);

}  // namespace tandem
