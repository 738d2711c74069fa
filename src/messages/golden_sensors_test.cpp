// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include "messages/geographic_msgs.h"
#include "messages/nav_msgs.h"
#include "messages/sensor_msgs.h"
#include "messages/shape_msgs.h"
#include "messages/stereo_msgs.h"
#include "messages/trajectory_msgs.h"
#include "messages/typed_codecs.h"

namespace tandem {
namespace {

TEST(GoldenTyped, SensorMessagesAreRos2s) {
  TypedCodecs codecs;
  codecs.add(geographic_msgs::Messages{});
  codecs.add(geographic_msgs::Services{});
  codecs.add(nav_msgs::Messages{});
  codecs.add(nav_msgs::Services{});
  codecs.add(sensor_msgs::Messages{});
  codecs.add(sensor_msgs::Services{});
  codecs.add(shape_msgs::Messages{});
  codecs.add(stereo_msgs::Messages{});
  codecs.add(trajectory_msgs::Messages{});
  expect_golden(codecs, 225);
}

}  // namespace
}  // namespace tandem
