// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>

#include "scenario/urdf_tree.h"
#include "scenario/xml_file.h"

namespace tandem {

// The <origin> in an element; the identity when there is none.
Pose read_urdf_origin(const XmlElement& element);

// A <joint>, complete but for whether its links exist. Nothing after an error.
std::optional<UrdfJoint> read_urdf_joint(const XmlElement& element);

}  // namespace tandem
