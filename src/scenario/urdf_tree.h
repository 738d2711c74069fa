// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <vector>

#include "scenario/model.h"

namespace tandem {

// A joint as URDF gives it: relative to its parent link.
struct UrdfJoint {
  Joint joint;
  Pose parent_from_joint;
  Place place;
};

// Finds where every link and joint of the model stands, puts the root link first and fills in the
// joints. The joints must form one tree that holds every link; otherwise there is an error.
void arrange_urdf_tree(Model& model, const std::vector<UrdfJoint>& joints, Findings& findings);

}  // namespace tandem
