// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#include "ports/web/assets.h"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <sstream>
#include <utility>

#include "base/hash.h"
#include "scenario/image.h"

namespace tandem::web {

namespace {

constexpr std::uint32_t mesh_magic = 0x48534d54;
constexpr std::uint32_t field_magic = 0x444c4654;

template <typename T>
void put(std::string& bytes, const T& value) {
  bytes.append(reinterpret_cast<const char*>(&value), sizeof value);
}

template <typename T>
void put_all(std::string& bytes, const std::vector<T>& values) {
  bytes.append(reinterpret_cast<const char*>(values.data()), values.size() * sizeof(T));
}

std::uint64_t digest_of(std::string_view bytes) {
  Hash hash;
  hash.add(bytes);
  return hash.value();
}

std::string read_file(const std::string& file) {
  std::ostringstream bytes;
  bytes << std::ifstream(file, std::ios::binary).rdbuf();
  return std::move(bytes).str();
}

// What browsers can show as it is; empty for others.
std::string_view content_type_of(std::string_view bytes) {
  if (bytes.starts_with("\xff\xd8\xff")) return "image/jpeg";
  if (bytes.starts_with("\x89PNG")) return "image/png";
  return {};
}

}  // namespace

std::string encode_mesh(const Mesh& mesh) {
  const bool has_coordinates = !mesh.texture_coordinates.empty();
  std::string bytes;
  put(bytes, mesh_magic);
  put(bytes, static_cast<std::uint32_t>(mesh.positions.size()));
  put(bytes, static_cast<std::uint32_t>(mesh.indices.size()));
  put(bytes, static_cast<std::uint32_t>(mesh.submeshes.size()));
  put(bytes, static_cast<std::uint32_t>(has_coordinates));
  put_all(bytes, mesh.positions);
  put_all(bytes, mesh.normals);
  put_all(bytes, mesh.texture_coordinates);
  put_all(bytes, mesh.indices);
  for (const Submesh& part : mesh.submeshes) {
    put(bytes, part.first_index);
    put(bytes, part.index_count);
  }
  return bytes;
}

std::string encode_field(const Heightfield& field) {
  std::string bytes;
  put(bytes, field_magic);
  put(bytes, static_cast<std::uint32_t>(field.columns));
  put(bytes, static_cast<std::uint32_t>(field.rows));
  put(bytes, static_cast<float>(field.size_x_m));
  put(bytes, static_cast<float>(field.size_y_m));
  put_all(bytes, field.heights_m);
  return bytes;
}

std::string Assets::add(std::uint64_t digest, std::string_view ending,
                        std::string_view content_type,
                        std::function<std::shared_ptr<const std::string>()> make) {
  std::string path = fmt::format("/asset/{:016x}.{}", digest, ending);
  const auto [at, is_new] = assets_.try_emplace(path);
  if (is_new)
    at->second = {.content_type = std::string(content_type), .make = std::move(make), .made = {}};
  at->second.world = world_;
  return path;
}

template <typename Shape, typename Encode>
std::string Assets::add_shape(const std::shared_ptr<const Shape>& shape, std::string_view ending,
                              Encode encode) {
  auto& [keeper, path] = known_[shape.get()];
  if (keeper.lock() != shape || !assets_.contains(path)) {
    keeper = shape;
    path = add(digest_of(encode(*shape)), ending, "application/octet-stream",
               [shape, encode] { return std::make_shared<const std::string>(encode(*shape)); });
  }
  assets_.at(path).world = world_;
  return path;
}

std::string Assets::add(const std::shared_ptr<const Mesh>& mesh) {
  return add_shape(mesh, "mesh", encode_mesh);
}

std::string Assets::add(const std::shared_ptr<const Heightfield>& field) {
  return add_shape(field, "field", encode_field);
}

std::string Assets::add_texture(const std::string& file) {
  if (file.empty()) return {};
  if (const auto known = textures_.find(file); known != textures_.end()) {
    if (!known->second.empty()) assets_.at(known->second).world = world_;
    return known->second;
  }
  std::string bytes = read_file(file);
  std::string_view type = content_type_of(bytes);
  if (type.empty()) {
    const Result<RgbaImage> image = read_rgba_image(file);
    if (!image) return textures_[file] = "";
    const std::vector<std::uint8_t> png = encode_png(*image);
    bytes.assign(png.begin(), png.end());
    type = "image/png";
  }
  const std::uint64_t digest = digest_of(bytes);
  const auto body = std::make_shared<const std::string>(std::move(bytes));
  return textures_[file] =
             add(digest, type == "image/png" ? "png" : "jpg", type, [body] { return body; });
}

std::optional<HttpReply> Assets::get(std::string_view path) {
  const auto found = assets_.find(path);
  if (found == assets_.end()) return std::nullopt;
  Asset& asset = found->second;
  std::shared_ptr<const std::string> body = asset.made.lock();
  if (!body) asset.made = body = asset.make();
  return HttpReply{.content_type = asset.content_type, .body = std::move(body), .is_lasting = true};
}

void Assets::begin_world() {
  // pages may still be fetching what the last world had
  std::erase_if(assets_, [&](const auto& each) { return each.second.world < world_; });
  forget_names();
  ++world_;
}

void Assets::keep(const std::set<std::string>& used) {
  std::erase_if(assets_, [&](const auto& each) {
    return each.second.world == world_ && !used.contains(each.first);
  });
  forget_names();
}

void Assets::forget_names() {
  const auto is_gone = [&](const std::string& path) {
    return !path.empty() && !assets_.contains(path);
  };
  std::erase_if(known_, [&](const auto& each) {
    return each.second.first.expired() || is_gone(each.second.second);
  });
  std::erase_if(textures_, [&](const auto& each) { return is_gone(each.second); });
}

}  // namespace tandem::web
