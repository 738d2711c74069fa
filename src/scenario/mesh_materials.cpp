// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#include "scenario/mesh_materials.h"

#include <assimp/GltfMaterial.h>
#include <assimp/material.h>
#include <assimp/scene.h>
#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <cstdlib>
#include <fstream>

#include "base/hash.h"
#include "scenario/file_detour.h"
#include "scenario/file_uri.h"

namespace tandem {

namespace fs = std::filesystem;

namespace {

Color to_color(const aiColor4D& color) { return {color.r, color.g, color.b, color.a}; }

bool is_there(const fs::path& path) {
  std::error_code ignored;
  return fs::is_regular_file(path, ignored);
}

// "%20" and the like, as Collada and glTF write them
std::string decoded(std::string plain) {
  std::ranges::replace(plain, '\\', '/');
  plain = percent_decoded(plain);
  return plain.starts_with("file://") ? plain.substr(7) : plain;
}

// Next to the mesh, or where Gazebo models keep their textures.
std::string find_texture_file(const std::string& written, const fs::path& mesh_file) {
  const fs::path folder = fs::absolute(mesh_file).parent_path();
  for (const std::string& name : {written, decoded(written)}) {
    if (name.empty() || name.size() > 4096) continue;
    const fs::path path(name);
    for (const fs::path& candidate :
         {folder / path, folder / path.filename(),
          folder.parent_path() / "materials" / "textures" / path.filename()})
      if (const fs::path file = detoured(candidate); is_there(file))
        return file.lexically_normal().string();
  }
  return {};
}

fs::path texture_cache_folder() {
  if (const char* cache = std::getenv("XDG_CACHE_HOME"); cache != nullptr && *cache != '\0')
    return fs::path(cache) / "tandem" / "textures";
  if (const char* home = std::getenv("HOME"); home != nullptr && *home != '\0')
    return fs::path(home) / ".cache" / "tandem" / "textures";
  return fs::temp_directory_path() / fmt::format("tandem-{}", ::getuid()) / "textures";
}

// A texture inside of the mesh file becomes a file of its own, named after its content.
std::string extract(const aiTexture& texture, std::vector<std::string>& warnings) {
  const std::string_view hint(texture.achFormatHint,
                              ::strnlen(texture.achFormatHint, HINTMAXTEXTURELEN - 1));
  if (texture.mHeight != 0 || texture.mWidth == 0 || (hint != "png" && hint != "jpg")) {
    warnings.push_back("contains a texture that is neither PNG nor JPEG; drawn without it");
    return {};
  }
  const std::string_view content(reinterpret_cast<const char*>(texture.pcData), texture.mWidth);
  Hash hash;
  hash.add(content);
  std::error_code failed;
  const fs::path folder = texture_cache_folder();
  fs::create_directories(folder, failed);
  const fs::path file = folder / fmt::format("{:016x}.{}", hash.value(), hint);
  if (is_there(file) && fs::file_size(file, failed) == content.size()) return file.string();

  const fs::path unfinished = fmt::format("{}.{}", file.string(), ::getpid());
  std::ofstream(unfinished, std::ios::binary)
      .write(content.data(), static_cast<std::streamsize>(content.size()));
  fs::rename(unfinished, file, failed);
  if (!failed && is_there(file)) return file.string();
  warnings.push_back(
      fmt::format("contains a texture that could not be written to '{}'", folder.string()));
  return {};
}

// The first texture of any of the kinds.
std::string find_texture(const aiScene& scene, const aiMaterial& material,
                         std::initializer_list<aiTextureType> kinds, const fs::path& file,
                         std::vector<std::string>& warnings) {
  for (const aiTextureType kind : kinds) {
    aiString path;
    if (material.GetTexture(kind, 0, &path) != aiReturn_SUCCESS || path.length == 0) continue;
    if (const aiTexture* embedded = scene.GetEmbeddedTexture(path.C_Str()))
      return extract(*embedded, warnings);
    std::string found = find_texture_file(path.C_Str(), file);
    if (found.empty())
      warnings.push_back(
          fmt::format("names the texture '{}', which is missing; drawn without it", path.C_Str()));
    return found;
  }
  return {};
}

Material convert(const aiScene& scene, const aiMaterial& source, const fs::path& file,
                 std::vector<std::string>& warnings) {
  Material material;
  aiString name;
  source.Get(AI_MATKEY_NAME, name);
  // what the importer makes up for files that say nothing
  if (std::string_view(name.C_Str()) == AI_DEFAULT_MATERIAL_NAME) return material;

  const bool is_gltf = file.extension() == ".gltf" || file.extension() == ".glb";
  const auto texture = [&](std::initializer_list<aiTextureType> kinds) {
    return find_texture(scene, source, kinds, file, warnings);
  };
  material.base_color_texture = texture({aiTextureType_BASE_COLOR, aiTextureType_DIFFUSE});
  material.normal_texture = texture({aiTextureType_NORMALS, aiTextureType_HEIGHT});
  material.emissive_texture = texture({aiTextureType_EMISSIVE});

  aiColor4D color;
  if (source.Get(AI_MATKEY_BASE_COLOR, color) == aiReturn_SUCCESS ||
      source.Get(AI_MATKEY_COLOR_DIFFUSE, color) == aiReturn_SUCCESS)
    material.base_color = to_color(color);
  // a texture without a colour of its own is shown as it is; the importer fills in grey
  const bool is_filled_in = color.r == 0.6f && color.g == 0.6f && color.b == 0.6f;
  const bool is_black = color.r == 0 && color.g == 0 && color.b == 0;
  if (!is_gltf && !material.base_color_texture.empty() && (is_filled_in || is_black))
    material.base_color = {1, 1, 1, 1};
  if (source.Get(AI_MATKEY_COLOR_EMISSIVE, color) == aiReturn_SUCCESS)
    material.emissive = {color.r, color.g, color.b, 1};

  // exporters that write the opposite of opacity would make things vanish
  float opacity = 1;
  if (!is_gltf && source.Get(AI_MATKEY_OPACITY, opacity) == aiReturn_SUCCESS && opacity > 0 &&
      opacity < 1)
    material.base_color.a = opacity;

  if (is_gltf) {
    source.Get(AI_MATKEY_METALLIC_FACTOR, material.metalness);
    source.Get(AI_MATKEY_ROUGHNESS_FACTOR, material.roughness);
    aiString combined;
    if (source.GetTexture(AI_MATKEY_GLTF_PBRMETALLICROUGHNESS_METALLICROUGHNESS_TEXTURE,
                          &combined) == aiReturn_SUCCESS) {
      warnings.push_back("has metalness and roughness in one texture, which is not used");
      material.metalness = 0;
    }
  } else {
    material.roughness_texture = texture({aiTextureType_DIFFUSE_ROUGHNESS});
    material.metalness_texture = texture({aiTextureType_METALNESS});
  }
  return material;
}

}  // namespace

std::vector<Material> convert_materials(const aiScene& scene, const fs::path& file,
                                        std::vector<std::string>& warnings) {
  std::vector<Material> materials;
  for (unsigned i = 0; i < scene.mNumMaterials; ++i)
    materials.push_back(convert(scene, *scene.mMaterials[i], file, warnings));
  if (materials.empty()) materials.emplace_back();
  return materials;
}

}  // namespace tandem
