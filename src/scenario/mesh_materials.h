// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "geometry/mesh.h"

struct aiScene;

namespace tandem {

// The materials of an imported file, textures found and colours as written. What cannot be had is
// added to `warnings`.
std::vector<Material> convert_materials(const aiScene& scene, const std::filesystem::path& file,
                                        std::vector<std::string>& warnings);

}  // namespace tandem
