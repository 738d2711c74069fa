// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#include "mapping/map_file.h"

#include <gtest/gtest.h>

#include <array>
#include <cstdlib>
#include <fstream>
#include <iterator>
#include <string>
#include <vector>

namespace tandem {
namespace {

// A folder for the files of one test, gone with it.
class Folder {
 public:
  Folder() {
    std::string name = (std::filesystem::temp_directory_path() / "tandem-map-XXXXXX").string();
    path_ = ::mkdtemp(name.data());
  }
  ~Folder() {
    std::error_code ignored;
    std::filesystem::remove_all(path_, ignored);
  }
  Folder(const Folder&) = delete;
  Folder& operator=(const Folder&) = delete;

  std::filesystem::path file(const std::string& name) const { return path_ / name; }
  std::filesystem::path write(const std::string& name, const std::string& content) const {
    std::ofstream(file(name), std::ios::binary) << content;
    return file(name);
  }

 private:
  std::filesystem::path path_;
};

std::string all_text(const Findings& findings) {
  std::string text;
  for (const Finding& finding : findings.all()) text += to_string(finding) + "\n";
  return text;
}

OccupancyGrid small_map() {
  OccupancyGrid grid;
  grid.resolution_m = 0.1;
  grid.columns = 3;
  grid.rows = 2;
  grid.origin = {-1.5, 2};
  grid.cells = {MapCell::free,     MapCell::occupied, MapCell::unknown,  // the lower row
                MapCell::occupied, MapCell::free,     MapCell::free};
  return grid;
}

std::string content(const std::filesystem::path& file) {
  std::ifstream stream(file, std::ios::binary);
  return {std::istreambuf_iterator<char>(stream), {}};
}

TEST(MapFile, IsWhatNav2Reads) {
  const Folder folder;
  const auto file = folder.file("lab.yaml");
  ASSERT_FALSE(write_map(small_map(), file));
  EXPECT_EQ(content(file),
            "image: lab.pgm\nmode: trinary\nresolution: 0.1\norigin: [-1.5, 2, 0]\nnegate: 0\n"
            "occupied_thresh: 0.65\nfree_thresh: 0.196\n");
  // the upper row first; white is free, black occupied, grey unknown
  EXPECT_EQ(content(folder.file("lab.pgm")),
            std::string("P5\n3 2\n255\n\x00\xfe\xfe\xfe\x00\xcd", 17));
}

TEST(MapFile, ComesBackAsItWas) {
  const Folder folder;
  const auto file = folder.file("lab.yaml");
  const OccupancyGrid grid = small_map();
  ASSERT_FALSE(write_map(grid, file));
  Findings findings;
  const auto read = read_map(file, findings);
  ASSERT_TRUE(read) << all_text(findings);
  EXPECT_EQ(read->cells, grid.cells);
  EXPECT_EQ(read->columns, 3);
  EXPECT_EQ(read->rows, 2);
  EXPECT_EQ(read->resolution_m, 0.1);
  EXPECT_EQ(read->origin.x, -1.5);
  EXPECT_EQ(read->origin.y, 2);
}

TEST(MapFile, BrokenFilesAreNamed) {
  const Folder folder;
  const std::string rest = "resolution: 0.1\norigin: [0, 0, 0]\n";
  for (const auto& [yaml, pgm, words] : std::vector<std::array<std::string, 3>>{
           {"image: m.pgm\n", "P5 1 1 255 x", "must have 'resolution'"},
           {"image: m.pgm\n" + rest, "P6 1 1 255 xxx", "is no PGM image"},
           {"image: m.pgm\n" + rest, "P5 3 3 255 x", "ends early"},
           {"image: m.pgm\n" + rest, "P5 99999999999 1 255 x", "expected width, height"},
           {"image: none.pgm\n" + rest, "", "no such file"},
           {"image: m.pgm\nresolution: 0.1\norigin: [0, 0, 1]\n", "P5 1 1 255 x", "turned"}}) {
    folder.write("m.pgm", pgm);
    Findings findings;
    EXPECT_FALSE(read_map(folder.write("m.yaml", yaml), findings));
    EXPECT_NE(all_text(findings).find(words), std::string::npos) << all_text(findings);
  }
}

TEST(MapFile, WhereNothingCanBeWrittenIsNamed) {
  const auto error = write_map(small_map(), "/nowhere/at/all.yaml");
  ASSERT_TRUE(error);
  EXPECT_EQ(error->message, "cannot write '/nowhere/at/all.pgm'");
}

}  // namespace
}  // namespace tandem
