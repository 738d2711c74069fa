// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#include "mapping/map_file.h"

#include <fmt/format.h>

#include <array>
#include <cctype>
#include <fstream>

#include "scenario/fields.h"
#include "scenario/regular_file.h"

namespace tandem {

namespace fs = std::filesystem;

namespace {

constexpr unsigned char free_shade = 254, unknown_shade = 205, occupied_shade = 0;
// darkness above and below which a cell is occupied or free; 205 lies between them
constexpr double occupied_threshold = 0.65, free_threshold = 0.196;

const Section map_section{
    "map file",
    {"image", "mode", "resolution", "origin", "negate", "occupied_thresh", "free_thresh"}};

unsigned char shade_of(MapCell cell) {
  switch (cell) {
    case MapCell::free:
      return free_shade;
    case MapCell::occupied:
      return occupied_shade;
    case MapCell::unknown:
      break;
  }
  return unknown_shade;
}

struct Image {
  int width = 0, height = 0;
  std::string shades;  // row by row from the top
};

// The numbers before the image; comments reach to the end of their line.
std::optional<int> next_number(std::string_view& text) {
  for (;;) {
    while (!text.empty() && std::isspace(static_cast<unsigned char>(text.front())))
      text.remove_prefix(1);
    if (text.empty() || text.front() != '#') break;
    text.remove_prefix(std::min(text.find('\n'), text.size()));
  }
  int number = 0;
  std::size_t digits = 0;
  while (digits < text.size() && std::isdigit(static_cast<unsigned char>(text[digits]))) {
    number = 10 * number + (text[digits] - '0');
    if (++digits > 7) return std::nullopt;
  }
  text.remove_prefix(digits);
  return digits > 0 ? std::optional(number) : std::nullopt;
}

Result<Image> read_pgm(const fs::path& file) {
  const Result<std::string> content = read_regular_file(file, image_limit_bytes);
  if (!content) return Error{content.error()};
  std::string_view text = *content;
  if (!text.starts_with("P5")) return Error{"is no PGM image: expected 'P5' first"};
  text.remove_prefix(2);
  const auto width = next_number(text), height = next_number(text), white = next_number(text);
  if (!width || !height || white != 255 || *width < 1 || *height < 1)
    return Error{"expected width, height and 255 after 'P5'"};
  if (!text.empty()) text.remove_prefix(1);  // one space ends the numbers
  if (text.size() < static_cast<std::size_t>(*width) * static_cast<std::size_t>(*height))
    return Error{fmt::format("ends early: {} by {} pixels are announced", *width, *height)};
  return Image{*width, *height, std::string(text)};
}

}  // namespace

std::optional<Error> write_map(const OccupancyGrid& grid, const fs::path& yaml_file) {
  fs::path image_file = yaml_file;
  image_file.replace_extension(".pgm");
  std::ofstream image(image_file, std::ios::binary);
  image << fmt::format("P5\n{} {}\n255\n", grid.columns, grid.rows);
  std::string line(static_cast<std::size_t>(grid.columns), '\0');
  for (int row = grid.rows - 1; row >= 0; --row) {
    for (int column = 0; column < grid.columns; ++column)
      line[static_cast<std::size_t>(column)] = static_cast<char>(shade_of(grid.at(column, row)));
    image << line;
  }
  image.close();
  if (!image) return Error{fmt::format("cannot write '{}'", image_file.string())};

  std::ofstream yaml(yaml_file);
  yaml << fmt::format(
      "image: {}\nmode: trinary\nresolution: {}\norigin: [{}, {}, 0]\nnegate: 0\n"
      "occupied_thresh: {}\nfree_thresh: {}\n",
      image_file.filename().string(), grid.resolution_m, grid.origin.x, grid.origin.y,
      occupied_threshold, free_threshold);
  yaml.close();
  if (!yaml) return Error{fmt::format("cannot write '{}'", yaml_file.string())};
  return std::nullopt;
}

std::optional<OccupancyGrid> read_map(const fs::path& yaml_file, Findings& findings) {
  const int errors_before = findings.error_count();
  const std::optional<YamlNode> root = read_yaml(yaml_file, findings);
  if (!root) return std::nullopt;
  const Fields fields(*root, map_section, findings);
  OccupancyGrid grid;
  std::string image_name;
  Vec3 origin;
  int negate = 0;
  double occupied = occupied_threshold, free = free_threshold;
  constexpr std::array<std::string_view, 1> modes{"trinary"};
  for (const std::string_view key : {"image", "resolution", "origin"}) fields.require(key);
  fields.read("image", image_name);
  fields.read_choice("mode", modes);
  fields.read("resolution", grid.resolution_m, positive);
  fields.read("origin", origin);
  fields.read("negate", negate, 0, 1);
  fields.read("occupied_thresh", occupied, {0, 1});
  fields.read("free_thresh", free, {0, 1});
  if (origin.z != 0)
    findings.error(fields.place_of("origin"),
                   "a turned map is not understood: the angle must be 0");
  if (findings.error_count() > errors_before) return std::nullopt;

  const fs::path image_file = yaml_file.parent_path() / image_name;
  const Result<Image> image = read_pgm(image_file);
  if (!image) {
    findings.error({image_file.string(), 0}, image.error());
    return std::nullopt;
  }
  grid.origin = {origin.x, origin.y};
  grid.columns = image->width;
  grid.rows = image->height;
  for (int row = grid.rows - 1; row >= 0; --row)
    for (int column = 0; column < grid.columns; ++column) {
      const auto shade = static_cast<unsigned char>(
          image->shades[static_cast<std::size_t>(row) * static_cast<std::size_t>(grid.columns) +
                        static_cast<std::size_t>(column)]);
      const double darkness = (negate ? shade : 255 - shade) / 255.0;
      grid.cells.push_back(darkness > occupied ? MapCell::occupied
                           : darkness < free   ? MapCell::free
                                               : MapCell::unknown);
    }
  return grid;
}

}  // namespace tandem
