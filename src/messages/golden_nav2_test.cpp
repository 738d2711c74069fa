// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include "messages/nav2_msgs_msg.h"
#include "messages/nav2_msgs_srv.h"
#include "messages/typed_codecs.h"

namespace tandem {
namespace {

TEST(GoldenTyped, Nav2MessagesAreRos2s) {
  TypedCodecs codecs;
  codecs.add(nav2_msgs::Messages{});
  codecs.add(nav2_msgs::Services{});
  expect_golden(codecs, 141);
}

}  // namespace
}  // namespace tandem
