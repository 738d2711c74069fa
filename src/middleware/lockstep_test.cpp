// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#include "middleware/lockstep.h"

#include <gmock/gmock.h>

#include <optional>

#include "messages/std_msgs.h"
#include "messages/std_srvs.h"
#include "middleware/node.h"
#include "middleware/test_counter.h"

namespace tandem {

namespace {

using std_msgs::msg::Int32;
using std_srvs::srv::Trigger;
using testing::ElementsAre;
using testing::HasSubstr;

class InLockstep : public testing::Test {
 protected:
  NodeOptions options() { return {.context = lockstep_.context()}; }
  int advance(SimTime now) {
    const Result<int> callbacks = lockstep_.advance(now);
    EXPECT_TRUE(callbacks) << callbacks.error();
    return callbacks ? *callbacks : -1;
  }

  Lockstep lockstep_{{.max_callbacks = 1000}};
};

}  // namespace

TEST_F(InLockstep, MessagesArriveInTheOrderOfPublishing) {
  Node source("source", options());
  Node sink("sink", options());
  std::vector<std::string> seen;
  auto a = source.publisher<Int32>("a");
  auto b = source.publisher<Int32>("b");
  const auto note = [&](const std::string& topic) {
    return [&seen, topic](const Int32& it) { seen.push_back(topic + std::to_string(it.data)); };
  };
  auto on_b = sink.subscribe<Int32>("b", qos::reliable, note("b"));
  auto on_a = sink.subscribe<Int32>("a", qos::reliable, note("a"));

  a.publish({.data = 1});
  b.publish({.data = 2});
  a.publish({.data = 3});
  EXPECT_THAT(seen, ElementsAre());
  EXPECT_EQ(advance(10ms), 3);
  EXPECT_THAT(seen, ElementsAre("a1", "b2", "a3"));
}

TEST_F(InLockstep, NothingIsLostHoweverMuchIsPublishedInAStep) {
  Node node("node", options());
  int seen = 0;
  auto numbers = node.publisher<Int32>("numbers");
  auto subscription = node.subscribe<Int32>("numbers", {.depth = 1}, [&](const Int32&) { ++seen; });
  for (int i = 0; i < 500; ++i) numbers.publish({.data = i});
  advance(10ms);
  EXPECT_EQ(seen, 500);
  EXPECT_EQ(subscription.stats().dropped, 0u);
}

TEST_F(InLockstep, AStepEndsWhenEveryConsequenceIsHandled) {
  Node a("a", options());
  Node b("b", options());
  auto ping = a.publisher<Int32>("ping");
  auto pong = b.publisher<Int32>("pong");
  std::vector<int> heard;
  auto on_ping = b.subscribe<Int32>("ping", qos::reliable,
                                    [&](const Int32& it) { pong.publish({.data = it.data + 1}); });
  auto on_pong = a.subscribe<Int32>("pong", qos::reliable, [&](const Int32& it) {
    heard.push_back(it.data);
    if (it.data < 6) ping.publish({.data = it.data + 1});
  });
  ping.publish({.data = 1});
  EXPECT_EQ(advance(10ms), 6);
  EXPECT_THAT(heard, ElementsAre(2, 4, 6));
}

TEST_F(InLockstep, AnEndlessConversationIsReported) {
  Node a("a", options());
  auto echo = a.publisher<Int32>("echo");
  auto on_echo =
      a.subscribe<Int32>("echo", qos::reliable, [&](const Int32& it) { echo.publish(it); });
  echo.publish({.data = 1});
  const Result<int> callbacks = lockstep_.advance(1s);
  ASSERT_FALSE(callbacks);
  EXPECT_EQ(callbacks.error(),
            "lockstep does not fall silent: 1000 callbacks at 1.000 s, and the last message was "
            "/echo to /a");
  on_echo.close();
  EXPECT_EQ(advance(2s), 0);
}

TEST_F(InLockstep, MessagesComeBeforeTimersAndTimersInTheOrderOfTheirTimes) {
  Node a("a", options());
  Node b("b", options());
  std::vector<std::string> ran;
  auto slow = a.timer(20ms, [&] { ran.push_back("slow"); });
  auto fast = b.timer(10ms, [&] { ran.push_back("fast"); });
  auto numbers = a.publisher<Int32>("numbers");
  auto on_number =
      b.subscribe<Int32>("numbers", qos::reliable, [&](const Int32&) { ran.push_back("message"); });
  numbers.publish({});
  advance(20ms);  // the fast one was due at 10
  EXPECT_THAT(ran, ElementsAre("message", "fast", "slow"));
}

TEST_F(InLockstep, TimeIsTheSameForAllAndStampsMessages) {
  Node a("a", options());
  Node b("b", options());
  auto numbers = a.publisher<Int32>("numbers");
  std::optional<MessageInfo> heard;
  auto on_number = b.subscribe<Int32>("numbers", qos::reliable,
                                      [&](const Int32&, const MessageInfo& info) { heard = info; });
  auto timer = a.timer(10ms, [&] {
    EXPECT_EQ(a.now(), 12ms);
    numbers.publish({});
  });
  advance(12ms);
  EXPECT_EQ(b.now(), 12ms);
  ASSERT_TRUE(heard);
  EXPECT_EQ(heard->sent, 12ms);
  EXPECT_EQ(heard->received, 12ms);
}

TEST_F(InLockstep, TimeMayGoBack) {
  Node node("node", options());
  std::vector<SimTime> calls;
  auto timer = node.timer(10ms, [&] { calls.push_back(node.now()); });
  advance(100s);
  advance(1s);
  advance(1s + 10ms);
  EXPECT_THAT(calls, ElementsAre(100s, 1s + 10ms));
}

TEST_F(InLockstep, WaitingDeliversWhatOthersHaveToDo) {
  Node server("server", options());
  Node asker("asker", options());
  auto service = server.serve<Trigger>(
      "reset", [](const Trigger::Request&) { return Trigger::Response{.success = true}; });
  auto client = asker.client<Trigger>("reset");
  auto numbers = server.publisher<Int32>("numbers");
  std::vector<std::string> ran;
  auto on_number = asker.subscribe<Int32>("numbers", qos::reliable,
                                          [&](const Int32&) { ran.push_back("heard"); });
  asker.post([&] {
    numbers.publish({});
    const auto response = client.call_and_wait({}, 1s);
    EXPECT_TRUE(response) << response.error();
    ran.push_back("answered");  // and nobody else ran on this node meanwhile
  });
  advance(10ms);
  EXPECT_THAT(ran, ElementsAre("answered", "heard"));
}

TEST_F(InLockstep, WaitingForWhatNeedsTimeFailsAtOnce) {
  Node server("server", options());
  Node asker("asker", options());
  std::optional<Responder<Trigger>> open;
  auto service =
      server.serve<Trigger>("reset", [&](const Trigger::Request&, Responder<Trigger> responder) {
        open.emplace(std::move(responder));
      });
  auto client = asker.client<Trigger>("reset");
  EXPECT_EQ(client.call_and_wait({}, 1s).error(),
            "/reset: the server did not answer at once, and in lockstep no time passes while "
            "somebody waits; use call()");
  EXPECT_EQ(client.pending(), 0);
  open->respond({});  // too late
  EXPECT_EQ(advance(10ms), 0);
}

TEST_F(InLockstep, WaitingForOneselfFailsAtOnce) {
  Node node("node", options());
  auto service =
      node.serve<Trigger>("reset", [](const Trigger::Request&) { return Trigger::Response{}; });
  auto client = node.client<Trigger>("reset");
  std::string error;
  node.post([&] { error = client.call_and_wait({}, 1s).error(); });
  advance(10ms);
  EXPECT_THAT(error, HasSubstr("did not answer at once"));
}

TEST_F(InLockstep, NodesComeAndGoWithoutATrace) {
  Node stays("stays", options());
  for (int i = 0; i < 1000; ++i) {
    Node node("node", options());
    auto timer = node.timer(1ms, [] {});
    TestCounter counter(node);
    advance(i * 1ms);
  }
  advance(2s);
  EXPECT_THAT(stays.graph().nodes, ElementsAre("/stays"));
}

TEST_F(InLockstep, AnActionServerKeepsOnlySoManyResults) {
  Node node("node", options());
  auto server = node.action_server<Count>(
      "count", {.execute = [](ServerGoal<Count> goal) { goal.succeed(); }},
      {.result_timeout = no_timeout});
  auto client = node.action_client<Count>("count");
  int successes = 0;
  std::vector<GoalId> ids;
  for (int i = 0; i <= 1000; ++i) {
    ids.push_back(client.send_goal({}, {.on_result = [&](const auto&) { ++successes; }}).id());
    advance(i * 1ms);
  }
  EXPECT_EQ(successes, 1001);
  auto asking = node.client<GetResult<Count>>("count/_action/get_result");
  std::vector<int> statuses;
  for (const GoalId& id : {ids[0], ids[1], ids[1000]})
    asking.call({.goal_id = {id}}, 1s, [&](const auto& it) { statuses.push_back(it->status); });
  advance(2s);
  EXPECT_THAT(statuses, ElementsAre(0, 4, 4));
}

TEST_F(InLockstep, HandlesMayOutliveEverything) {
  auto lockstep = std::make_unique<Lockstep>();
  auto node = std::make_unique<Node>("node", NodeOptions{.context = lockstep->context()});
  auto numbers = node->publisher<Int32>("numbers");
  auto on_number = node->subscribe<Int32>("numbers", qos::reliable, [](const Int32&) {});
  auto client = node->client<Trigger>("reset");
  numbers.publish({});
  lockstep.reset();
  node.reset();
  numbers.publish({});
  EXPECT_FALSE(client.is_server_ready());
}

// The same program twice: what happened, down to the order.
TEST(LockstepDeterminism, TheSameProgramRunsTheSameWay) {
  const auto run = [] {
    Lockstep lockstep;
    std::vector<std::string> trace;
    std::vector<std::unique_ptr<Node>> nodes;
    std::vector<std::unique_ptr<TestCounter>> counters;
    std::vector<ActionClient<Count>> clients;
    std::vector<Timer> timers;
    for (int i = 0; i < 5; ++i) {
      nodes.push_back(std::make_unique<Node>(
          "robot" + std::to_string(i),
          NodeOptions{.ns = "/r" + std::to_string(i), .context = lockstep.context()}));
      counters.push_back(std::make_unique<TestCounter>(*nodes.back(), (3 + i) * 1ms));
    }
    for (int i = 0; i < 5; ++i) {
      clients.push_back(nodes[static_cast<std::size_t>(i)]->action_client<Count>(
          "/r" + std::to_string((i + 1) % 5) + "/count"));
      timers.push_back(nodes[static_cast<std::size_t>(i)]->timer((7 + i) * 1ms, [&, i] {
        const ClientGoal goal = clients[static_cast<std::size_t>(i)].send_goal(
            {.target = i + 1},
            {.on_feedback =
                 [&trace, i](const Count::Feedback& it) {
                   trace.push_back(std::to_string(i) + " at " + std::to_string(it.now));
                 },
             .on_result =
                 [&trace, i](const Result<Outcome<Count>>& it) {
                   trace.push_back(std::to_string(i) + " " + std::string(to_string(it->status)));
                 }});
        trace.push_back(to_string(goal.id()));
        if (i == 3) goal.cancel();
      }));
    }
    for (SimTime now = 0ms; now < 500ms; now += 4ms)
      trace.push_back(std::to_string(*lockstep.advance(now)));
    return trace;
  };
  const auto first = run();
  EXPECT_GT(first.size(), 1000u);
  EXPECT_EQ(first, run());
}

}  // namespace tandem
