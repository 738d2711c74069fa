// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#include "scenario/mesh_bytes.h"

#include <cstring>
#include <type_traits>

namespace tandem {

namespace {

// Both sides are the same program, so values travel as they lie in memory.
class Writer {
 public:
  template <typename T>
  requires std::is_trivially_copyable_v<T>
  void operator()(const T& value) {
    bytes.append(reinterpret_cast<const char*>(&value), sizeof value);
  }
  void operator()(const std::string& text) {
    (*this)(text.size());
    bytes += text;
  }
  template <typename T>
  void operator()(const std::vector<T>& values) {
    (*this)(values.size());
    if constexpr (std::is_trivially_copyable_v<T>)
      bytes.append(reinterpret_cast<const char*>(values.data()), values.size() * sizeof(T));
    else
      for (const T& value : values) visit(*this, value);
  }

  std::string bytes;
};

class Reader {
 public:
  explicit Reader(const std::string& bytes) : bytes_(bytes) {}

  template <typename T>
  requires std::is_trivially_copyable_v<T>
  void operator()(T& value) { take(&value, sizeof value); }
  void operator()(std::string& text) {
    text.resize(size(1));
    take(text.data(), text.size());
  }
  template <typename T>
  void operator()(std::vector<T>& values) {
    constexpr bool is_plain = std::is_trivially_copyable_v<T>;
    values.resize(size(is_plain ? sizeof(T) : 1));
    if constexpr (is_plain)
      take(values.data(), values.size() * sizeof(T));
    else
      for (T& value : values) visit(*this, value);
  }

  bool is_complete() const { return is_good_ && position_ == bytes_.size(); }

 private:
  void take(void* target, std::size_t count) {
    if (count > bytes_.size() - position_) is_good_ = false;
    if (!is_good_ || count == 0) return;
    std::memcpy(target, bytes_.data() + position_, count);
    position_ += count;
  }

  std::size_t size(std::size_t item_size) {
    std::size_t count = 0;
    take(&count, sizeof count);
    if (count > (bytes_.size() - position_) / item_size) is_good_ = false;
    return is_good_ ? count : 0;
  }

  const std::string& bytes_;
  std::size_t position_ = 0;
  bool is_good_ = true;
};

void visit(auto& stream, auto& value) requires
    std::is_same_v<std::remove_const_t<std::remove_reference_t<decltype(value)>>, std::string> {
  stream(value);
}

void visit(auto& stream, auto& submesh) requires
    std::is_same_v<std::remove_const_t<std::remove_reference_t<decltype(submesh)>>, Submesh> {
  stream(submesh.name);
  stream(submesh.first_index);
  stream(submesh.index_count);
  stream(submesh.material);
}

void visit(auto& stream, auto& material) requires
    std::is_same_v<std::remove_const_t<std::remove_reference_t<decltype(material)>>, Material> {
  stream(material.base_color);
  stream(material.emissive);
  stream(material.metalness);
  stream(material.roughness);
  stream(material.base_color_texture);
  stream(material.normal_texture);
  stream(material.roughness_texture);
  stream(material.metalness_texture);
  stream(material.emissive_texture);
}

void visit_mesh(auto& stream, auto& imported) {
  stream(imported.mesh.positions);
  stream(imported.mesh.normals);
  stream(imported.mesh.texture_coordinates);
  stream(imported.mesh.indices);
  stream(imported.mesh.submeshes);
  stream(imported.mesh.materials);
  stream(imported.geometry_names);
  stream(imported.warnings);
  stream(imported.files);
}

}  // namespace

std::string to_bytes(const Result<ImportedMesh>& imported) {
  Writer write;
  write(static_cast<bool>(imported));
  if (imported)
    visit_mesh(write, *imported);
  else
    write(imported.error());
  return std::move(write.bytes);
}

Result<ImportedMesh> mesh_from_bytes(const std::string& bytes) {
  Reader read(bytes);
  bool is_mesh = false;
  read(is_mesh);
  ImportedMesh imported;
  std::string error;
  if (is_mesh)
    visit_mesh(read, imported);
  else
    read(error);
  if (!read.is_complete()) return Error{"was only partly read"};
  if (!is_mesh) return Error{error};
  return imported;
}

}  // namespace tandem
