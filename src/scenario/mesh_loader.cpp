// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#include "scenario/mesh_loader.h"

#include <fmt/format.h>

#include <algorithm>
#include <limits>
#include <map>
#include <mutex>
#include <tuple>

#include "scenario/file_trace.h"
#include "scenario/model_files.h"

namespace tandem {

namespace fs = std::filesystem;

namespace {

using MeshPointer = std::shared_ptr<const Mesh>;

// Meshes that somebody holds, so that a hundred uses of a file read it once. Any thread.
template <typename Key, typename Value>
class InUse {
 public:
  std::shared_ptr<const Value> find(const Key& key) {
    const std::lock_guard lock(mutex_);
    const auto found = entries_.find(key);
    return found == entries_.end() ? nullptr : found->second.lock();
  }

  void keep(const Key& key, const std::shared_ptr<const Value>& value) {
    const std::lock_guard lock(mutex_);
    std::erase_if(entries_, [](const auto& entry) { return entry.second.expired(); });
    entries_[key] = value;
  }

 private:
  std::mutex mutex_;
  std::map<Key, std::weak_ptr<const Value>> entries_;
};

using FileKey = std::pair<std::string, fs::file_time_type>;
using PartKey = std::tuple<FileKey, std::string, bool>;

FileKey key_of(const fs::path& file) {
  std::error_code ignored;
  return {fs::absolute(file, ignored).lexically_normal().string(),
          fs::last_write_time(file, ignored)};
}

// Also of a mesh that others have in use.
void note_files(const ImportedMesh& imported) {
  for (const std::string& file : imported.files) note_file(file);
  for (const Material& material : imported.mesh.materials)
    for (const std::string* texture :
         {&material.base_color_texture, &material.normal_texture, &material.roughness_texture,
          &material.metalness_texture, &material.emissive_texture})
      if (!texture->empty()) note_file(*texture);
}

std::shared_ptr<const ImportedMesh> import_once(const fs::path& file, const Place& place,
                                                Findings& findings) {
  static InUse<FileKey, ImportedMesh> in_use;
  const FileKey key = key_of(file);
  auto imported = in_use.find(key);
  if (!imported) {
    Result<ImportedMesh> result = import_mesh(file);
    if (!result) {
      findings.error(place, fmt::format("'{}' {}", file.string(), result.error()));
      return nullptr;
    }
    imported = std::make_shared<const ImportedMesh>(std::move(*std::move(result)));
    in_use.keep(key, imported);
  }
  note_files(*imported);
  for (const std::string& warning : imported->warnings)
    findings.warn(place, fmt::format("'{}' {}", file.string(), warning));
  return imported;
}

void center(Mesh& mesh) {
  std::array<float, 3> low = mesh.positions.front(), high = low;
  for (const auto& position : mesh.positions)
    for (std::size_t i = 0; i < 3; ++i) {
      low[i] = std::min(low[i], position[i]);
      high[i] = std::max(high[i], position[i]);
    }
  for (auto& position : mesh.positions)
    for (std::size_t i = 0; i < 3; ++i) position[i] -= (low[i] + high[i]) / 2;
}

// The triangles of some submeshes with only the vertices that they use.
MeshPointer cut_out(const Mesh& whole, const std::vector<std::size_t>& chosen) {
  auto part = std::make_shared<Mesh>();
  part->materials = whole.materials;
  constexpr auto unused = std::numeric_limits<std::uint32_t>::max();
  std::vector<std::uint32_t> new_index(whole.positions.size(), unused);
  for (const std::size_t which : chosen) {
    Submesh submesh = whole.submeshes[which];
    const std::uint32_t begin = submesh.first_index, end = begin + submesh.index_count;
    submesh.first_index = static_cast<std::uint32_t>(part->indices.size());
    for (std::uint32_t i = begin; i < end; ++i) {
      const std::uint32_t old = whole.indices[i];
      if (new_index[old] == unused) {
        new_index[old] = static_cast<std::uint32_t>(part->positions.size());
        part->positions.push_back(whole.positions[old]);
        part->normals.push_back(whole.normals[old]);
        if (!whole.texture_coordinates.empty())
          part->texture_coordinates.push_back(whole.texture_coordinates[old]);
      }
      part->indices.push_back(new_index[old]);
    }
    part->submeshes.push_back(submesh);
  }
  return part;
}

std::vector<std::size_t> find_submeshes(const ImportedMesh& imported, const std::string& name) {
  std::vector<std::size_t> found;
  for (std::size_t i = 0; i < imported.mesh.submeshes.size(); ++i)
    if (imported.mesh.submeshes[i].name == name) found.push_back(i);
  if (!found.empty()) return found;
  for (std::size_t i = 0; i < imported.geometry_names.size(); ++i)
    if (imported.geometry_names[i] == name) found.push_back(i);
  return found;
}

}  // namespace

MeshPointer load_mesh_part(const fs::path& file, const MeshPart& part, const Place& place,
                           Findings& findings) {
  static InUse<PartKey, Mesh> in_use;
  const auto imported = import_once(file, place, findings);
  if (!imported) return nullptr;
  if (part.name.empty()) return {imported, &imported->mesh};

  const PartKey key{key_of(file), part.name, part.is_centered};
  if (auto known = in_use.find(key)) return known;
  const auto chosen = find_submeshes(*imported, part.name);
  if (chosen.empty()) {
    std::string names;
    for (std::size_t i = 0; i < imported->mesh.submeshes.size() && i < 10; ++i)
      names += fmt::format("{}'{}'", i == 0 ? "" : ", ", imported->mesh.submeshes[i].name);
    findings.error(
        place, fmt::format("'{}' has no submesh '{}'; it has {}", file.string(), part.name, names));
    return nullptr;
  }
  MeshPointer mesh = cut_out(imported->mesh, chosen);
  if (part.is_centered) {
    auto centered = std::make_shared<Mesh>(*mesh);
    center(*centered);
    mesh = centered;
  }
  in_use.keep(key, mesh);
  return mesh;
}

MeshPointer load_mesh(const fs::path& file, const Place& place, Findings& findings) {
  return load_mesh_part(file, {}, place, findings);
}

}  // namespace tandem
