// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <string_view>

#include "geometry/mesh.h"
#include "ports/web/server.h"

namespace tandem::web {

// The meshes, terrains and textures of the worlds that pages look at, as files over HTTP. A path
// is made of what is in the file, so that browsers may keep it for good. Belongs to one thread.
class Assets {
 public:
  // The path under which a page gets it.
  std::string add(const std::shared_ptr<const Mesh>& mesh);
  std::string add(const std::shared_ptr<const Heightfield>& field);
  // Empty when there is no such picture.
  std::string add_texture(const std::string& file);

  std::optional<HttpReply> get(std::string_view path);

  // Another world: what the last one but this had is forgotten.
  void begin_world();
  // Of the assets of this world these are still used; the others are forgotten.
  void keep(const std::set<std::string>& used);

 private:
  struct Asset {
    std::string content_type;
    // made when it is asked for, and shared by all who are getting it
    std::function<std::shared_ptr<const std::string>()> make;
    std::weak_ptr<const std::string> made;
    std::uint64_t world = 0;  // the last one that had it
  };
  std::string add(std::uint64_t digest, std::string_view ending, std::string_view content_type,
                  std::function<std::shared_ptr<const std::string>()> make);
  template <typename Shape, typename Encode>
  std::string add_shape(const std::shared_ptr<const Shape>& shape, std::string_view ending,
                        Encode encode);
  void forget_names();

  std::map<std::string, Asset, std::less<>> assets_;
  // by address, which may be another one's when it is gone
  std::map<const void*, std::pair<std::weak_ptr<const void>, std::string>> known_;
  std::map<std::string, std::string> textures_;  // by file
  std::uint64_t world_ = 0;
};

std::string encode_mesh(const Mesh& mesh);
std::string encode_field(const Heightfield& field);

}  // namespace tandem::web
