// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#include "messages/type_hash.h"

#include <gtest/gtest.h>

#include "messages/rmw_dds_common.h"

namespace tandem {
namespace {

// values as ROS 2 Jazzy's own generator writes them
TEST(TypeHash, OfBoundedStringsIsRos2s) {
  EXPECT_EQ(type_hash<rmw_dds_common::msg::Gid>(),
            "RIHS01_ab6f21cfbb0a6dbb837161e1110c2051a2850ed9f9c53944d7115d9bcebedf71");
  EXPECT_EQ(type_hash<rmw_dds_common::msg::NodeEntitiesInfo>(),
            "RIHS01_8ffef65ee2d088c63b1e8fcd31e800ba9fc8dbe0ee15ca60d1676de5218087a7");
}

}  // namespace
}  // namespace tandem
