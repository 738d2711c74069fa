// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#include "middleware/dds_dialect.h"

#include <gtest/gtest.h>

#include <algorithm>

namespace tandem {
namespace {

TEST(Dialect, CycloneIsKnownByItsVendor) {
  EXPECT_TRUE(speaks_cyclone({0x01, 0x10, 5}));
  EXPECT_FALSE(speaks_cyclone({0x01, 0x0f, 5}));
}

TEST(Dialect, HeaderIsTwoNumbersLittleEndian) {
  const auto bytes = to_bytes({.client = 0x0807060504030201, .sequence = 0x1817161514131211});
  for (std::size_t i = 0; i < 8; ++i) {
    EXPECT_EQ(std::to_integer<std::size_t>(bytes[i]), i + 1);
    EXPECT_EQ(std::to_integer<std::size_t>(bytes[8 + i]), i + 0x11);
  }
}

TEST(Dialect, MessageComesOutFromBehindItsHeader) {
  for (const bool is_little_endian : {true, false}) {
    std::vector<std::byte> bytes(4);
    bytes[1] = std::byte{is_little_endian};
    auto header = to_bytes({.client = 77, .sequence = -3});
    if (!is_little_endian) {
      std::reverse(header.begin(), header.begin() + 8);
      std::reverse(header.begin() + 8, header.end());
    }
    bytes.insert(bytes.end(), header.begin(), header.end());
    bytes.push_back(std::byte{42});

    const auto split = split_cyclone(bytes);
    ASSERT_TRUE(split);
    EXPECT_EQ(split->header.client, 77u);
    EXPECT_EQ(split->header.sequence, -3);
    EXPECT_EQ(*split->message, (std::vector<std::byte>{std::byte{0}, std::byte{is_little_endian},
                                                       std::byte{0}, std::byte{0}, std::byte{42}}));
  }
}

TEST(Dialect, TooFewBytesAreNoMessage) {
  for (std::size_t size = 0; size < 20; ++size)
    EXPECT_FALSE(split_cyclone(std::vector<std::byte>(size))) << size;
  EXPECT_TRUE(split_cyclone(std::vector<std::byte>(20)));
}

}  // namespace
}  // namespace tandem
