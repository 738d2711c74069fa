// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#include "scenario/file_uri.h"

#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>

namespace tandem {
namespace {

TEST(FileUri, IsDecoded) {
  EXPECT_EQ(path_of_file_uri("file:///no/my%20world.sdf"), "/no/my world.sdf");
  EXPECT_EQ(path_of_file_uri("file://localhost/no/a.sdf"), "/no/a.sdf");
  EXPECT_EQ(path_of_file_uri("file:///no/gr%C3%BC%c3%9fe"), "/no/grüße");
}

TEST(FileUri, WhatStandsForNothingStays) {
  EXPECT_EQ(percent_decoded("100%"), "100%");
  EXPECT_EQ(percent_decoded("%2"), "%2");
  EXPECT_EQ(percent_decoded("%zz%2g% 1%-1"), "%zz%2g% 1%-1");
  EXPECT_EQ(percent_decoded("a%00b"), "a%00b");
  EXPECT_EQ(percent_decoded("%2541"), "%41");
  EXPECT_EQ(percent_decoded(""), "");
}

TEST(FileUri, AFileOfThatVeryNameGoesFirst) {
  const auto file = std::filesystem::temp_directory_path() / "tandem_file_uri_a%20b";
  std::ofstream(file) << "there";
  EXPECT_EQ(path_of_file_uri("file://" + file.string()), file.string());
  std::filesystem::remove(file);
  EXPECT_EQ(std::filesystem::path(path_of_file_uri("file://" + file.string())).filename(),
            "tandem_file_uri_a b");
}

}  // namespace
}  // namespace tandem
