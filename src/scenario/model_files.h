// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <filesystem>
#include <memory>
#include <optional>
#include <vector>

#include "base/findings.h"
#include "scenario/model.h"
#include "scenario/source_file.h"

namespace tandem {

// Reading SDF and URDF files and the meshes, images and models they name. Everything wrong with a
// file goes to `findings`; a function returns nothing only after it reported an error there.

// Where "model://name" and "package://name" are looked for, first match wins.
struct ModelSearchPath {
  std::vector<std::filesystem::path> folders;
};

std::optional<WorldDescription> load_sdf_world(const SourceFile& file,
                                               const ModelSearchPath& search, Findings& findings);

std::shared_ptr<const Model> load_sdf_model(const SourceFile& file, const ModelSearchPath& search,
                                            Findings& findings);

// Every link is kept, also those on fixed joints that are nothing but a frame.
std::shared_ptr<const Model> load_urdf_model(const SourceFile& file, const ModelSearchPath& search,
                                             Findings& findings);

// By the content of the file: an SDF model or a URDF robot.
std::shared_ptr<const Model> load_model(const SourceFile& file, const ModelSearchPath& search,
                                        Findings& findings);

// Collada, OBJ, STL, glTF. The place is that of the element that names the mesh.
std::shared_ptr<const Mesh> load_mesh(const std::filesystem::path& file, const Place& place,
                                      Findings& findings);

}  // namespace tandem
