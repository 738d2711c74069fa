// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "geometry/mesh.h"

namespace tandem {

// Whether a mesh is its own convex hull but for dents of a hundredth of its size. Of large meshes a
// part of the triangles is looked at.
bool is_nearly_convex(const Mesh& mesh);

}  // namespace tandem
