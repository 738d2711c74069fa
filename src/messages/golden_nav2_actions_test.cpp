// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include "messages/nav2_msgs_action.h"
#include "messages/typed_codecs.h"

namespace tandem {
namespace {

TEST(GoldenTyped, Nav2ActionsAreRos2s) {
  TypedCodecs codecs;
  codecs.add(nav2_msgs::Actions{});
  expect_golden(codecs, 456);
}

}  // namespace
}  // namespace tandem
