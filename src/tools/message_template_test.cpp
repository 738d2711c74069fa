// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#include "tools/message_template.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "messages/dynamic.h"
#include "messages/geometry_msgs.h"

namespace tandem {
namespace {

using geometry_msgs::msg::PoseStamped;
using testing::HasSubstr;

PoseStamped made(std::string_view yaml, Duration now) {
  const auto pattern = MessageTemplate::from_yaml(describe<PoseStamped>(), yaml);
  if (!pattern) {
    ADD_FAILURE() << pattern.error();
    return {};
  }
  return *from_cdr<PoseStamped>(encode_cdr(pattern->value(now)));
}

TEST(MessageTemplate, SetsTheFieldsThatAreNamed) {
  const PoseStamped pose = made("{header: {frame_id: map}, pose: {position: {x: 1.5}}}", 7s);
  EXPECT_EQ(pose.header.frame_id, "map");
  EXPECT_EQ(pose.pose.position.x, 1.5);
  EXPECT_EQ(pose.pose.orientation.w, 1);  // the default of its definition
  EXPECT_EQ(pose.header.stamp.sec, 0);
}

TEST(MessageTemplate, NowIsTheTimeOfSending) {
  const PoseStamped pose = made("header: {stamp: now, frame_id: map}", 7s + 5ns);
  EXPECT_EQ(pose.header.stamp.sec, 7);
  EXPECT_EQ(pose.header.stamp.nanosec, 5u);
  EXPECT_EQ(pose.header.frame_id, "map");
}

TEST(MessageTemplate, AnAutoHeaderIsStampedAsWell) {
  EXPECT_EQ(made("header: auto", 9s).header.stamp.sec, 9);
}

TEST(MessageTemplate, WrongFieldsAreNamed) {
  const auto refused = MessageTemplate::from_yaml(describe<PoseStamped>(), "{pos: {x: 1}}");
  ASSERT_FALSE(refused);
  EXPECT_THAT(refused.error(), HasSubstr("has no field 'pos'; it has header, pose"));
  EXPECT_FALSE(MessageTemplate::from_yaml(describe<PoseStamped>(), "{pose: auto}"));
  EXPECT_FALSE(MessageTemplate::from_yaml(describe<PoseStamped>(), "{pose: ["));
}

TEST(MessageTemplate, NoTextIsTheDefaultMessage) { EXPECT_EQ(made("", 0s), PoseStamped{}); }

}  // namespace
}  // namespace tandem
