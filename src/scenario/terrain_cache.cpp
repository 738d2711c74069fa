// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#include "scenario/terrain_cache.h"

#include <fmt/format.h>
#include <unistd.h>

#include <array>
#include <cstdlib>
#include <fstream>

#include "base/hash.h"
#include "base/log.h"

namespace tandem {

namespace fs = std::filesystem;

namespace {

constexpr std::array<char, 8> magic{'T', 'A', 'N', 'D', 'E', 'M', 'H', '1'};

struct Header {
  std::array<char, 8> magic{};
  std::uint64_t key = 0;
  std::int32_t columns = 0;
  std::int32_t rows = 0;
  double size_x_m = 0;
  double size_y_m = 0;
  std::uint64_t digest = 0;  // of everything above and of the heights
};
static_assert(sizeof(Header) == 48, "written as it lies in memory, so there may be no gaps");

std::uint64_t digest_of(const Header& header, const std::vector<float>& heights) {
  Hash hash;
  hash.add(header.key);
  hash.add(static_cast<std::uint64_t>(header.columns));
  hash.add(static_cast<std::uint64_t>(header.rows));
  hash.add(header.size_x_m);
  hash.add(header.size_y_m);
  hash.add(std::string_view(reinterpret_cast<const char*>(heights.data()),
                            heights.size() * sizeof(float)));
  return hash.value();
}

std::shared_ptr<const Heightfield> read(const fs::path& file, std::uint64_t key) {
  std::error_code error;
  if (!fs::is_regular_file(file, error)) return nullptr;
  const std::uintmax_t size = fs::file_size(file, error);
  std::ifstream stream(file, std::ios::binary);
  Header header;
  if (error || !stream.read(reinterpret_cast<char*>(&header), sizeof header)) return nullptr;
  if (header.magic != magic || header.key != key || header.columns < 2 || header.rows < 2)
    return nullptr;
  const auto samples =
      static_cast<std::uintmax_t>(header.columns) * static_cast<std::uintmax_t>(header.rows);
  if (size != sizeof header + samples * sizeof(float)) return nullptr;

  auto field = std::make_shared<Heightfield>();
  field->columns = header.columns;
  field->rows = header.rows;
  field->size_x_m = header.size_x_m;
  field->size_y_m = header.size_y_m;
  field->heights_m.resize(samples);
  if (!stream.read(reinterpret_cast<char*>(field->heights_m.data()),
                   static_cast<std::streamsize>(samples * sizeof(float))))
    return nullptr;
  if (header.digest != digest_of(header, field->heights_m)) return nullptr;
  return field;
}

// Under another name first: nobody ever sees half a file.
bool write(const fs::path& file, std::uint64_t key, const Heightfield& field) {
  Header header{magic, key, field.columns, field.rows, field.size_x_m, field.size_y_m, 0};
  header.digest = digest_of(header, field.heights_m);
  std::error_code error;
  fs::create_directories(file.parent_path(), error);
  const fs::path unfinished = fmt::format("{}.{}", file.string(), ::getpid());
  std::ofstream stream(unfinished, std::ios::binary | std::ios::trunc);
  stream.write(reinterpret_cast<const char*>(&header), sizeof header);
  stream.write(reinterpret_cast<const char*>(field.heights_m.data()),
               static_cast<std::streamsize>(field.heights_m.size() * sizeof(float)));
  stream.close();
  if (stream) fs::rename(unfinished, file, error);
  if (stream && !error) return true;
  fs::remove(unfinished, error);
  return false;
}

}  // namespace

std::optional<fs::path> cache_folder() {
  const char* cache = std::getenv("XDG_CACHE_HOME");
  if (cache && *cache) return fs::path(cache) / "tandem";
  const char* home = std::getenv("HOME");
  if (home && *home) return fs::path(home) / ".cache" / "tandem";
  return std::nullopt;
}

std::shared_ptr<const Heightfield> cached_terrain(std::string_view name, std::uint64_t key,
                                                  const std::function<Heightfield()>& make) {
  const std::optional<fs::path> folder = cache_folder();
  if (!folder) return std::make_shared<const Heightfield>(make());
  const fs::path file = *folder / fmt::format("{}-{:016x}.terrain", name, key);
  if (auto field = read(file, key)) return field;
  auto field = std::make_shared<const Heightfield>(make());
  if (!write(file, key, *field))
    log(LogLevel::info, fmt::format("{} cannot be written, so the next start makes this terrain "
                                    "again",
                                    file.string()));
  return field;
}

}  // namespace tandem
