// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include "messages/builtin_interfaces.h"
#include "messages/diagnostic_msgs.h"
#include "messages/geometry_msgs.h"
#include "messages/rosgraph_msgs.h"
#include "messages/std_msgs.h"
#include "messages/std_srvs.h"
#include "messages/typed_codecs.h"
#include "messages/unique_identifier_msgs.h"

namespace tandem {
namespace {

TEST(GoldenTyped, BasicMessagesAreRos2s) {
  TypedCodecs codecs;
  codecs.add(builtin_interfaces::Messages{});
  codecs.add(diagnostic_msgs::Messages{});
  codecs.add(diagnostic_msgs::Services{});
  codecs.add(geometry_msgs::Messages{});
  codecs.add(rosgraph_msgs::Messages{});
  codecs.add(std_msgs::Messages{});
  codecs.add(std_srvs::Services{});
  codecs.add(unique_identifier_msgs::Messages{});
  expect_golden(codecs, 237);
}

}  // namespace
}  // namespace tandem
