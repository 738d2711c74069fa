// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#include "robots/wheels.h"

#include <algorithm>
#include <cassert>
#include <limits>
#include <optional>

namespace tandem {

std::size_t joint_index(const Model& model, const std::string& name) {
  const auto found = std::ranges::find(model.joints, name, &Joint::name);
  assert(found != model.joints.end());
  return static_cast<std::size_t>(found - model.joints.begin());
}

namespace {
double limit_or_none(const std::optional<double>& limit) {
  return limit && *limit > 0 ? *limit : std::numeric_limits<double>::infinity();
}
}  // namespace

double max_torque(const Joint& joint) { return limit_or_none(joint.max_effort); }
double max_speed(const Joint& joint) { return limit_or_none(joint.max_velocity); }

double rolling_direction(const Joint& joint) {
  return (joint.model_from_joint.rotation * joint.axis).y >= 0 ? 1 : -1;
}

}  // namespace tandem
