// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#include "ports/ros/run_parameters.h"

#include <gmock/gmock.h>

#include "middleware/lockstep.h"

namespace tandem {
namespace {

using testing::HasSubstr;
using testing::Optional;

class RunParametersTest : public testing::Test {
 protected:
  std::optional<std::string> set(const std::string& name, const ParameterValue& value) {
    return node_.parameters().set({name, value});
  }
  ParameterValue get(const std::string& name) { return *node_.parameters().find(name); }

  Lockstep lockstep_;
  RunControl control_;
  Node node_{"tandem", {.context = lockstep_.context()}};
  RunParameters parameters_{node_, control_};
};

TEST_F(RunParametersTest, SetTheRun) {
  EXPECT_EQ(set("speed", 2.5), std::nullopt);
  EXPECT_EQ(control_.status().speed, 2.5);
  EXPECT_EQ(set("speed", 0.0), std::nullopt);
  EXPECT_EQ(control_.status().speed, Pacer::as_fast_as_possible);
  EXPECT_EQ(set("paused", true), std::nullopt);
  EXPECT_TRUE(control_.status().is_paused);
  EXPECT_EQ(set("paused", false), std::nullopt);
  EXPECT_FALSE(control_.status().is_paused);
}

TEST_F(RunParametersTest, WhatCannotBeIsRefused) {
  EXPECT_THAT(set("speed", -1.0), Optional(HasSubstr("speed")));
  EXPECT_THAT(set("speed", 0.0001), Optional(HasSubstr("as fast as possible")));
  control_.begin_world(true);
  EXPECT_THAT(set("speed", 2.0), Optional(HasSubstr("wall clock")));
  EXPECT_EQ(control_.status().speed, 1);
}

TEST_F(RunParametersTest, FollowWhatOthersDo) {
  control_.pause();
  control_.set_speed(4);
  parameters_.keep_up();
  EXPECT_EQ(std::get<double>(get("speed")), 4);
  EXPECT_TRUE(std::get<bool>(get("paused")));
  EXPECT_TRUE(control_.status().is_paused);
}

TEST(RunParameters, HoldWhatWasGivenAtTheStart) {
  Lockstep lockstep;
  RunControl control;
  Node node("tandem", {.context = lockstep.context(),
                       .arguments = {"-p", "speed:=3.0", "-p", "paused:=true"}});
  const RunParameters parameters(node, control);
  EXPECT_EQ(control.status().speed, 3);
  EXPECT_TRUE(control.status().is_paused);
}

}  // namespace
}  // namespace tandem
