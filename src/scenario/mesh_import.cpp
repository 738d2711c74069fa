// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#include <assimp/config.h>
#include <assimp/mesh.h>
#include <assimp/postprocess.h>
#include <assimp/scene.h>
#include <fmt/format.h>

#include <algorithm>
#include <assimp/Importer.hpp>
#include <cmath>

#include "scenario/file_trace.h"
#include "scenario/guarded_files.h"
#include "scenario/isolated.h"
#include "scenario/mesh_bytes.h"
#include "scenario/mesh_loader.h"
#include "scenario/mesh_materials.h"
#include "scenario/regular_file.h"

namespace tandem {

namespace fs = std::filesystem;

namespace {

constexpr float smoothing_angle_deg = 40;  // edges sharper than this stay edges
// how long an import may take: some damaged files keep the importer busy for ever
constexpr Duration base_limit = 10s;
constexpr Duration limit_per_mebibyte = 200ms;

constexpr std::size_t max_indices = 3 * std::size_t{64'000'000};

std::string lowercase_extension(const fs::path& file) {
  std::string extension = file.extension().string();
  std::transform(extension.begin(), extension.end(), extension.begin(), [](unsigned char c) {
    return static_cast<char>(c >= 'A' && c <= 'Z' ? c - 'A' + 'a' : c);
  });
  return extension;
}

// Collada files say which way is up, and the importer turns them all to y up. glTF is y up by its
// standard. OBJ and STL do not say, and are taken as they are.
aiMatrix4x4 z_up_from_file(const std::string& extension) {
  if (extension == ".obj" || extension == ".stl") return {};
  return {1, 0, 0, 0, 0, 0, -1, 0, 0, 1, 0, 0, 0, 0, 0, 1};
}

struct Counts {
  std::size_t not_triangles = 0;
  std::size_t without_area = 0;
  bool has_vertex_colors = false;
};

std::array<float, 3> to_array(const aiVector3D& v) { return {v.x, v.y, v.z}; }

bool is_finite(const aiVector3D& v) {
  return std::isfinite(v.x) && std::isfinite(v.y) && std::isfinite(v.z);
}

bool has_area(const aiVector3D& a, const aiVector3D& b, const aiVector3D& c) {
  return ((b - a) ^ (c - a)).SquareLength() > 0;
}

// A normal for corners that got none: that of any triangle there.
void fill_missing_normals(Mesh& mesh, std::size_t first_vertex, std::size_t first_index) {
  for (std::size_t i = first_index; i + 2 < mesh.indices.size(); i += 3) {
    std::array<aiVector3D, 3> corner;
    for (std::size_t k = 0; k < 3; ++k) {
      const auto& p = mesh.positions[mesh.indices[i + k]];
      corner[k] = {p[0], p[1], p[2]};
    }
    aiVector3D normal = (corner[1] - corner[0]) ^ (corner[2] - corner[0]);
    normal.NormalizeSafe();
    for (std::size_t k = 0; k < 3; ++k) {
      auto& written = mesh.normals[mesh.indices[i + k]];
      if (written == std::array<float, 3>{}) written = to_array(normal);
    }
  }
  // vertices that no triangle uses
  for (std::size_t i = first_vertex; i < mesh.normals.size(); ++i)
    if (mesh.normals[i] == std::array<float, 3>{}) mesh.normals[i] = {0, 0, 1};
}

// Adds one geometry as it stands in the scene; false when its numbers are not numbers.
bool append(const aiMesh& source, const std::string& name, const aiMatrix4x4& mesh_from_source,
            Mesh& mesh, Counts& counts) {
  const auto base = static_cast<std::uint32_t>(mesh.positions.size());
  const std::size_t first_index = mesh.indices.size();
  const bool is_identity = mesh_from_source.IsIdentity();
  const aiMatrix3x3 normal_from_source = aiMatrix3x3(mesh_from_source).Inverse().Transpose();
  const bool is_mirrored = aiMatrix3x3(mesh_from_source).Determinant() < 0;
  counts.has_vertex_colors |= source.HasVertexColors(0);

  for (unsigned i = 0; i < source.mNumVertices; ++i) {
    const aiVector3D position =
        is_identity ? source.mVertices[i] : mesh_from_source * source.mVertices[i];
    if (!is_finite(position)) return false;
    mesh.positions.push_back(to_array(position));
    aiVector3D normal;
    if (source.HasNormals()) normal = normal_from_source * source.mNormals[i];
    normal.NormalizeSafe();
    mesh.normals.push_back(is_finite(normal) ? to_array(normal) : std::array<float, 3>{});
    aiVector3D at;
    if (source.HasTextureCoords(0)) at = source.mTextureCoords[0][i];
    mesh.texture_coordinates.push_back({at.x, at.y});
  }
  for (unsigned i = 0; i < source.mNumFaces; ++i) {
    const aiFace& face = source.mFaces[i];
    if (face.mNumIndices != 3) {
      ++counts.not_triangles;
      continue;
    }
    const unsigned* corner = face.mIndices;
    if (!has_area(source.mVertices[corner[0]], source.mVertices[corner[1]],
                  source.mVertices[corner[2]])) {
      ++counts.without_area;
      continue;
    }
    mesh.indices.push_back(base + corner[0]);
    mesh.indices.push_back(base + corner[is_mirrored ? 2 : 1]);
    mesh.indices.push_back(base + corner[is_mirrored ? 1 : 2]);
  }
  fill_missing_normals(mesh, base, first_index);
  if (mesh.indices.size() > first_index)
    mesh.submeshes.push_back({name, static_cast<std::uint32_t>(first_index),
                              static_cast<std::uint32_t>(mesh.indices.size() - first_index),
                              source.mMaterialIndex});
  return true;
}

// Every geometry at every node that shows it.
Result<ImportedMesh> flatten(const aiScene& scene, const fs::path& file) {
  ImportedMesh imported;
  Mesh& mesh = imported.mesh;
  Counts counts;
  struct Visit {
    const aiNode* node;
    aiMatrix4x4 mesh_from_parent;
  };
  std::vector<Visit> open{{scene.mRootNode, z_up_from_file(lowercase_extension(file))}};
  while (!open.empty()) {
    const Visit visit = open.back();
    open.pop_back();
    const aiNode& node = *visit.node;
    const aiMatrix4x4 mesh_from_node = visit.mesh_from_parent * node.mTransformation;
    for (unsigned i = 0; i < node.mNumMeshes; ++i) {
      const aiMesh& source = *scene.mMeshes[node.mMeshes[i]];
      const std::size_t submeshes_before = mesh.submeshes.size();
      if (!append(source, node.mName.C_Str(), mesh_from_node, mesh, counts))
        return Error{"has coordinates that are not finite numbers"};
      if (mesh.submeshes.size() > submeshes_before)
        imported.geometry_names.emplace_back(source.mName.C_Str());
      if (mesh.indices.size() > max_indices || mesh.positions.size() > max_indices)
        return Error{fmt::format("has more than {} triangles", max_indices / 3)};
    }
    // the last pushed is visited first
    for (unsigned i = node.mNumChildren; i-- > 0;)
      open.push_back({node.mChildren[i], mesh_from_node});
  }
  if (mesh.indices.empty()) return Error{"has no triangles"};

  const bool is_textured =
      std::any_of(scene.mMeshes, scene.mMeshes + scene.mNumMeshes,
                  [](const aiMesh* source) { return source->HasTextureCoords(0); });
  if (!is_textured) mesh.texture_coordinates = {};
  if (counts.not_triangles > 0)
    imported.warnings.push_back(
        fmt::format("has {} points or lines, which are not drawn", counts.not_triangles));
  if (counts.without_area > 0)
    imported.warnings.push_back(
        fmt::format("has {} triangles without area, which are left out", counts.without_area));
  if (counts.has_vertex_colors)
    imported.warnings.push_back("has colours at its vertices, which are not used");
  mesh.materials = convert_materials(scene, file, imported.warnings);
  for (Submesh& submesh : mesh.submeshes)
    if (submesh.material >= mesh.materials.size()) submesh.material = 0;
  return imported;
}

// Reads the file with the importer, which is not made for damaged files.
Result<ImportedMesh> import_here(const fs::path& file, const std::string& extension) {
  Assimp::Importer importer;
  importer.SetIOHandler(make_guarded_files(mesh_limit_bytes));
  importer.SetPropertyFloat(AI_CONFIG_PP_GSN_MAX_SMOOTHING_ANGLE, smoothing_angle_deg);
  importer.SetPropertyBool(AI_CONFIG_IMPORT_NO_SKELETON_MESHES, true);
  importer.SetPropertyBool(AI_CONFIG_IMPORT_COLLADA_USE_COLLADA_NAMES, true);
  const aiScene* scene = importer.ReadFile(
      file.string(), aiProcess_Triangulate | aiProcess_GenSmoothNormals |
                         aiProcess_JoinIdenticalVertices | aiProcess_ValidateDataStructure);
  if (scene == nullptr)
    return Error{
        fmt::format("cannot be read as {}: {}", extension.substr(1), importer.GetErrorString())};
  if (scene->mRootNode == nullptr || scene->mNumMeshes == 0) return Error{"has no triangles"};
  return flatten(*scene, file);
}

// With the files that were read: who asked has another process, and may have the mesh already.
Result<ImportedMesh> import_traced(const fs::path& file, const std::string& extension) {
  const FileTrace trace;
  Result<ImportedMesh> result = import_here(file, extension);
  if (!result) return result;
  ImportedMesh imported = *std::move(result);
  for (const fs::path& read : trace.files()) imported.files.push_back(read.string());
  return imported;
}

}  // namespace

Result<ImportedMesh> import_mesh(const fs::path& file) {
  if (std::string reason = why_unreadable(file, mesh_limit_bytes); !reason.empty())
    return Error{reason};
  const std::string extension = lowercase_extension(file);
  if (extension != ".dae" && extension != ".obj" && extension != ".stl" && extension != ".gltf" &&
      extension != ".glb")
    return Error{
        fmt::format("expected a mesh as .dae, .obj, .stl, .gltf or .glb, is '{}'", extension)};

  std::error_code ignored;
  const auto mebibytes = static_cast<std::int64_t>(fs::file_size(file, ignored) >> 20);
  const Result<std::string> bytes =
      run_isolated([&] { return to_bytes(import_traced(file, extension)); },
                   base_limit + mebibytes * limit_per_mebibyte);
  if (!bytes)
    return Error{fmt::format("cannot be read as {}: it may be damaged, as reading it {}",
                             extension.substr(1), bytes.error())};
  return mesh_from_bytes(*bytes);
}

}  // namespace tandem
