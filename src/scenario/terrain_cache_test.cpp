// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#include "scenario/terrain_cache.h"

#include <gtest/gtest.h>

#include <cstdlib>

#include "scenario/testing.h"

namespace tandem {
namespace {

class TerrainCache : public ::testing::Test {
 protected:
  TerrainCache() { ::setenv("XDG_CACHE_HOME", folder_.path().c_str(), 1); }
  ~TerrainCache() override { ::unsetenv("XDG_CACHE_HOME"); }

  std::shared_ptr<const Heightfield> terrain(std::uint64_t key = 1) {
    return cached_terrain("hills", key, [this] {
      ++made_;
      return Heightfield{3, 2, 10, 20, {0, 1.5f, -2, 3, 4e-30f, 5}};
    });
  }
  std::filesystem::path file() const {
    for (const auto& entry : std::filesystem::directory_iterator(folder_.path() / "tandem"))
      return entry.path();
    return {};
  }

  TestFolder folder_;
  int made_ = 0;
};

TEST_F(TerrainCache, SecondTimeReadsTheSameBits) {
  const auto first = terrain(), second = terrain();
  EXPECT_EQ(made_, 1);
  EXPECT_EQ(first->heights_m, second->heights_m);
  EXPECT_EQ(second->columns, 3);
  EXPECT_EQ(second->rows, 2);
  EXPECT_EQ(second->size_x_m, 10);
  EXPECT_EQ(second->size_y_m, 20);
}

TEST_F(TerrainCache, AnotherKeyIsAnotherTerrain) {
  terrain(1);
  terrain(2);
  EXPECT_EQ(made_, 2);
}

TEST_F(TerrainCache, EveryDamagedByteIsNoticedAndMended) {
  terrain();
  std::string good;
  {
    std::ifstream stream(file(), std::ios::binary);
    good.assign(std::istreambuf_iterator<char>(stream), {});
  }
  ASSERT_EQ(good.size(), 48 + 6 * sizeof(float));
  for (std::size_t i = 0; i < good.size(); ++i) {
    std::string bad = good;
    bad[i] = static_cast<char>(bad[i] ^ 0x10);
    std::ofstream(file(), std::ios::binary) << bad;
    const int before = made_;
    EXPECT_EQ(terrain()->heights_m[1], 1.5f);
    EXPECT_EQ(made_, before + 1) << "byte " << i;
  }
  for (const std::size_t size : {std::size_t{0}, std::size_t{20}, good.size() - 1}) {
    std::ofstream(file(), std::ios::binary) << good.substr(0, size);
    const int before = made_;
    terrain();
    EXPECT_EQ(made_, before + 1) << size << " bytes";
  }
  // mended each time: the last one can be read again
  const int before = made_;
  terrain();
  EXPECT_EQ(made_, before);
}

TEST_F(TerrainCache, NothingUnfinishedIsLeftBehind) {
  terrain();
  int files = 0;
  for ([[maybe_unused]] const auto& entry :
       std::filesystem::directory_iterator(folder_.path() / "tandem"))
    ++files;
  EXPECT_EQ(files, 1);
}

TEST_F(TerrainCache, FolderThatCannotBeWrittenOnlyCostsTime) {
  folder_.write("tandem", "a file where the folder should be");
  EXPECT_EQ(terrain()->heights_m.size(), 6u);
  EXPECT_EQ(terrain()->heights_m.size(), 6u);
  EXPECT_EQ(made_, 2);
}

TEST_F(TerrainCache, LivesInTheHomeFolderWithoutTheVariable) {
  ::unsetenv("XDG_CACHE_HOME");
  const char* home = std::getenv("HOME");
  const std::string before = home ? home : "";
  ::setenv("HOME", folder_.path().c_str(), 1);
  EXPECT_EQ(cache_folder(), folder_.path() / ".cache" / "tandem");
  ::unsetenv("HOME");
  EXPECT_FALSE(cache_folder());
  if (home) ::setenv("HOME", before.c_str(), 1);
}

}  // namespace
}  // namespace tandem
