// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include "base/result.h"
#include "scenario/model.h"

namespace tandem {

// A robot as URDF, for robot_description: the text it was read from, or else one that is made of
// the model, with the same links, joints and masses. Frames become links. Shapes that URDF has no
// word for, and meshes, are left out with a comment. An error says why the joints are no tree.
Result<std::string> urdf_text(const Model& model);

}  // namespace tandem
