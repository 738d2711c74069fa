// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <filesystem>
#include <memory>

#include "base/findings.h"
#include "geometry/mesh.h"
#include "geometry/vec3.h"

namespace tandem {

// Terrain from an image: black is at 0, white at size.z, the top of the image is at the largest
// y. Null after an error at `place`. The same file and size give the same field while it is in use.
std::shared_ptr<const Heightfield> load_heightmap(const std::filesystem::path& file,
                                                  const Vec3& size_m, const Place& place,
                                                  Findings& findings);

}  // namespace tandem
