// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <filesystem>
#include <memory>
#include <string>
#include <vector>

#include "base/findings.h"
#include "base/result.h"
#include "geometry/mesh.h"

namespace tandem {

// A named piece of a mesh; without a name the whole of it.
struct MeshPart {
  std::string name;
  bool is_centered = false;  // moved so that the middle of its bounds is the origin
};

// Like load_mesh. The same file and part give the same mesh while it is in use.
std::shared_ptr<const Mesh> load_mesh_part(const std::filesystem::path& file, const MeshPart& part,
                                           const Place& place, Findings& findings);

// A mesh as it came out of its file.
struct ImportedMesh {
  Mesh mesh;
  std::vector<std::string> geometry_names;  // one per submesh; its own name is that of the node
  std::vector<std::string> warnings;
  std::vector<std::string> files;  // that were read for it
};
Result<ImportedMesh> import_mesh(const std::filesystem::path& file);

}  // namespace tandem
