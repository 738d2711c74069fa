// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <string_view>

#include "geometry/mesh.h"

namespace tandem {

// The colour of a material that Gazebo has built in, such as "Gazebo/Red"; nothing for others.
std::optional<Color> gazebo_material(std::string_view name);

}  // namespace tandem
