// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#include "middleware/dds_announcement.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace tandem {
namespace {

Gid gid(std::uint8_t first) {
  Gid result{};
  result.front() = first;
  result.back() = 0xff;
  return result;
}

const Announcement some{
    .participant = gid(1),
    .nodes = {{.name = {.name = "tandem", .ns = "/lab"}, .readers = {gid(2)}, .writers = {gid(3)}},
              {.name = {.name = "idle", .ns = "/"}, .readers = {}, .writers = {}}}};

TEST(Announcement, ComesBackAsItWasInBothForms) {
  for (const bool is_humble : {false, true}) {
    const Result<Announcement> back = to_announcement(to_bytes(some, is_humble));
    ASSERT_TRUE(back) << back.error();
    EXPECT_EQ(*back, some);
  }
}

TEST(Announcement, HumblesGidsAreEightBytesLonger) {
  // of the participant, a reader and a writer
  EXPECT_EQ(to_bytes({.participant = gid(1)}, true).size(),
            to_bytes({.participant = gid(1)}, false).size() + 8);
  EXPECT_EQ(to_bytes(some, true).size(), to_bytes(some, false).size() + 3 * 8);
}

TEST(Announcement, PaddingAtTheEndDoesNotMatter) {
  auto bytes = to_bytes(some, false);
  bytes.resize(bytes.size() + 3);
  EXPECT_TRUE(to_announcement(bytes));
}

TEST(Announcement, DamagedBytesAreAnError) {
  const auto bytes = to_bytes(some, false);
  for (std::size_t size = 0; size < bytes.size(); ++size)
    EXPECT_FALSE(to_announcement(std::span(bytes).first(size))) << size;
  auto longer = bytes;
  longer.resize(bytes.size() + 4);
  EXPECT_FALSE(to_announcement(longer));
}

}  // namespace
}  // namespace tandem
