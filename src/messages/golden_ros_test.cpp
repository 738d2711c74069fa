// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include "messages/action_msgs.h"
#include "messages/rcl_interfaces.h"
#include "messages/service_msgs.h"
#include "messages/tf2_msgs.h"
#include "messages/typed_codecs.h"
#include "messages/visualization_msgs.h"

namespace tandem {
namespace {

TEST(GoldenTyped, MessagesOfRosItselfAreRos2s) {
  TypedCodecs codecs;
  codecs.add(action_msgs::Messages{});
  codecs.add(action_msgs::Services{});
  codecs.add(rcl_interfaces::Messages{});
  codecs.add(rcl_interfaces::Services{});
  codecs.add(service_msgs::Messages{});
  codecs.add(tf2_msgs::Messages{});
  codecs.add(tf2_msgs::Services{});
  codecs.add(tf2_msgs::Actions{});
  codecs.add(visualization_msgs::Messages{});
  codecs.add(visualization_msgs::Services{});
  expect_golden(codecs, 183);
}

}  // namespace
}  // namespace tandem
