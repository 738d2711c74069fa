// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#include "middleware/lockstep.h"

#include <gmock/gmock.h>

#include <optional>

#include "messages/std_msgs.h"
#include "messages/std_srvs.h"
#include "middleware/node.h"

namespace tandem {

namespace {

using std_msgs::msg::Int32;
using std_srvs::srv::Trigger;
using testing::ElementsAre;
using testing::HasSubstr;

}  // namespace

TEST(Lockstep, MessagesArriveInTheOrderOfPublishing) {
  Lockstep lockstep;
  Node source("source", {.context = lockstep.context()});
  Node sink("sink", {.context = lockstep.context()});
  std::vector<std::string> seen;
  auto a = source.publisher<Int32>("a");
  auto b = source.publisher<Int32>("b");
  auto on_b = sink.subscribe<Int32>("b", qos::reliable, [&](const Int32& message) {
    seen.push_back("b" + std::to_string(message.data));
  });
  auto on_a = sink.subscribe<Int32>("a", qos::reliable, [&](const Int32& message) {
    seen.push_back("a" + std::to_string(message.data));
  });

  a.publish({.data = 1});
  b.publish({.data = 2});
  a.publish({.data = 3});
  EXPECT_THAT(seen, ElementsAre());
  const Result<int> callbacks = lockstep.advance(10ms);
  ASSERT_TRUE(callbacks) << callbacks.error();
  EXPECT_EQ(*callbacks, 3);
  EXPECT_THAT(seen, ElementsAre("a1", "b2", "a3"));
}

}  // namespace tandem
