// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

namespace tandem {

// What SDF means where a file says nothing; Gazebo reads URDF the same way.
inline constexpr double sdf_friction = 1;
inline constexpr double sdf_drag = 0;

}  // namespace tandem
