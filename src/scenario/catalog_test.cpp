// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#include "scenario/catalog.h"

#include <gtest/gtest.h>

#include <algorithm>

#include "scenario/newcomer.h"
#include "scenario/scenario.h"
#include "scenario/testing.h"

namespace tandem {
namespace {

const CatalogEntry* find(const std::vector<CatalogEntry>& entries, const std::string& name) {
  const auto found = std::ranges::find(entries, name, &CatalogEntry::name);
  return found == entries.end() ? nullptr : &*found;
}

TEST(Catalog, ListsTheShippedWorldsWithWhatTheySay) {
  const auto worlds = list_worlds();
  ASSERT_NE(find(worlds, "push"), nullptr);
  EXPECT_EQ(find(worlds, "push")->description, "A robot among boxes of several masses");
  EXPECT_EQ(find(worlds, "emaros"), nullptr);  // a robot file is no world
  EXPECT_TRUE(std::ranges::any_of(
      worlds, [](const CatalogEntry& entry) { return entry.name.ends_with("worlds/push.sdf"); }));
}

TEST(Catalog, EverythingThatItSaysCanBeSpawnedCanBeRead) {
  const auto spawnables = list_spawnables();
  for (const CatalogEntry& entry : spawnables) {
    const Newcomer newcomer = read_newcomer({.uri = entry.name});
    EXPECT_TRUE(newcomer.what) << entry.name << ": " << newcomer.reason;
  }
  ASSERT_NE(find(spawnables, "emaros"), nullptr);
  EXPECT_EQ(find(spawnables, "emaros")->file.extension(), ".yaml");
  EXPECT_NE(find(spawnables, "emaros")->description, "");
  EXPECT_NE(find(spawnables, "ground_plane"), nullptr);
  EXPECT_EQ(find(spawnables, "sun"), nullptr);  // a light is no thing
}

TEST(Catalog, WhatIsInOtherFoldersIsNamedByItsPathAndBrokenFilesAreLeftOut) {
  const TestFolder folder;
  const auto hall = folder.write("hall.yaml", "description: A hall\nworld: {generate: arena}\n");
  const auto sdf = folder.write("worlds/h.sdf", "<sdf version='1.9'><world name='h'/></sdf>");
  folder.write("broken.yaml", "world: [");
  folder.write("worlds/broken.sdf", "<sdf");
  const auto worlds = list_worlds({folder.path()});
  ASSERT_NE(find(worlds, hall.string()), nullptr);
  EXPECT_EQ(find(worlds, hall.string())->description, "A hall");
  EXPECT_NE(find(worlds, sdf.string()), nullptr);
  EXPECT_EQ(worlds.size(), list_worlds().size() + 2);
  EXPECT_EQ(list_worlds({"/nowhere"}).size(), list_worlds().size());

  const auto box = folder.write("models/box/model.sdf",
                                "<sdf version='1.9'><model name='b'><static>true</static>"
                                "<link name='l'/></model></sdf>");
  const auto spawnables = list_spawnables({folder.path()});
  ASSERT_NE(find(spawnables, box.parent_path().string()), nullptr);
  EXPECT_TRUE(read_newcomer({.uri = box.parent_path().string()}).what);
}

}  // namespace
}  // namespace tandem
