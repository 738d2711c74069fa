// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#include <gmock/gmock.h>

#include <atomic>
#include <optional>
#include <stdexcept>

#include "messages/geometry_msgs.h"
#include "messages/rcl_interfaces.h"
#include "messages/std_msgs.h"
#include "middleware/test_network.h"

namespace tandem {

namespace {

using std_msgs::msg::Int32;
using std_msgs::msg::String;
using testing::ElementsAre;
using testing::HasSubstr;

class Topics : public OverNetworks {};
OVER_ALL_NETWORKS(Topics);

}  // namespace

TEST_P(Topics, MessagesArriveCompleteAndInOrder) {
  Node source("source", options());
  Node sink("sink", options());
  Seen<int> seen;
  auto numbers = source.publisher<Int32>("numbers");
  auto subscription =
      sink.subscribe<Int32>("/numbers", qos::reliable, [&](const Int32& it) { seen.add(it.data); });
  ASSERT_TRUE(run_until([&] { return numbers.subscriber_count() == 1; }));
  ASSERT_TRUE(run_until([&] { return subscription.publisher_count() == 1; }));

  for (int i = 1; i <= 3; ++i) numbers.publish({.data = i});
  ASSERT_TRUE(run_until([&] { return seen.count() == 3; }));
  EXPECT_THAT(seen.all(), ElementsAre(1, 2, 3));
  EXPECT_EQ(subscription.stats().received, 3u);
  EXPECT_EQ(numbers.stats().sent, 3u);
}

TEST_P(Topics, ANodeKnowsWhatItsPublishersSent) {
  Node source("source", options());
  Node sink("sink", options());
  auto numbers = source.publisher<Int32>("numbers");
  const auto unheard = source.publisher<Int32>("unheard");
  auto subscription = sink.subscribe<Int32>("numbers", qos::reliable, [](const Int32&) {});
  ASSERT_TRUE(run_until([&] { return numbers.subscriber_count() == 1; }));
  for (int i = 0; i < 3; ++i) numbers.publish({.data = i});
  const auto sent = [&](const std::string& topic) -> std::optional<std::uint64_t> {
    for (const PublisherCount& count : source.publisher_counts())
      if (count.topic == topic) return count.sent;
    return std::nullopt;
  };
  EXPECT_EQ(sent("/numbers"), 3u);
  EXPECT_EQ(sent("/unheard"), 0u);
  numbers.close();
  EXPECT_EQ(sent("/numbers"), std::nullopt);
}

TEST_P(Topics, ANodeHearsItself) {
  Node node("node", options());
  Seen<int> seen;
  auto numbers = node.publisher<Int32>("numbers");
  auto subscription =
      node.subscribe<Int32>("numbers", qos::reliable, [&](const Int32& it) { seen.add(it.data); });
  ASSERT_TRUE(run_until([&] { return numbers.subscriber_count() == 1; }));
  numbers.publish({.data = 7});
  EXPECT_TRUE(run_until([&] { return seen.count() == 1; }));
}

TEST_P(Topics, InfoTellsWhoSentAndTheSequence) {
  Node node("node", options());
  Seen<MessageInfo> seen;
  auto numbers = node.publisher<Int32>("numbers");
  auto subscription = node.subscribe<Int32>(
      "numbers", qos::reliable, [&](const Int32&, const MessageInfo& info) { seen.add(info); });
  ASSERT_TRUE(run_until([&] { return numbers.subscriber_count() == 1; }));
  numbers.publish({.data = 1});
  numbers.publish({.data = 2});
  ASSERT_TRUE(run_until([&] { return seen.count() == 2; }));
  EXPECT_EQ(seen.all()[0].publisher, seen.all()[1].publisher);
  EXPECT_NE(seen.all()[0].publisher, Gid{});
  EXPECT_EQ(seen.all()[0].sequence + 1, seen.all()[1].sequence);
  EXPECT_LE(seen.all()[0].sent, seen.all()[0].received);
}

TEST_P(Topics, LatecomersGetTheLastMessagesOfALatchedTopic) {
  Node source("source", options());
  auto map = source.publisher<Int32>("map", {.is_latched = true, .depth = 2});
  for (int i = 1; i <= 3; ++i) map.publish({.data = i});

  Node late("late", options());
  Seen<int> latched;
  Seen<int> fresh;
  auto wants_old = late.subscribe<Int32>("map", {.is_latched = true, .depth = 2},
                                         [&](const Int32& it) { latched.add(it.data); });
  auto wants_new =
      late.subscribe<Int32>("map", qos::reliable, [&](const Int32& it) { fresh.add(it.data); });
  ASSERT_TRUE(run_until([&] { return latched.count() == 2 && map.subscriber_count() == 2; }));
  map.publish({.data = 4});
  ASSERT_TRUE(run_until([&] { return latched.count() == 3 && fresh.count() == 1; }));
  EXPECT_THAT(latched.all(), ElementsAre(2, 3, 4));
  EXPECT_THAT(fresh.all(), ElementsAre(4));
}

TEST_P(Topics, WhoAsksForMoreThanIsOfferedGetsNothing) {
  Node source("source", options());
  Node sink("sink", options());
  Seen<int> reliable;
  Seen<int> best_effort;
  auto numbers = source.publisher<Int32>("numbers", qos::best_effort);
  auto strict = sink.subscribe<Int32>("numbers", qos::reliable,
                                      [&](const Int32& it) { reliable.add(it.data); });
  auto content = sink.subscribe<Int32>("numbers", qos::best_effort,
                                       [&](const Int32& it) { best_effort.add(it.data); });
  ASSERT_TRUE(run_until([&] { return content.publisher_count() == 1; }));
  ASSERT_TRUE(run_until([&] {
    numbers.publish({.data = 1});
    return best_effort.count() > 0;
  }));
  EXPECT_EQ(reliable.count(), 0u);
  EXPECT_EQ(strict.publisher_count(), 0);
  EXPECT_EQ(numbers.subscriber_count(), 1);
}

TEST_P(Topics, NothingIsSerialisedWhenNobodyListens) {
  Node node("node", options());
  auto numbers = node.publisher<Int32>("numbers");
  numbers.publish({.data = 1});
  EXPECT_FALSE(numbers.is_wanted());
  EXPECT_EQ(numbers.stats().sent, 0u);
}

TEST_P(Topics, ACallbackThatThrowsIsLoggedAndTheNodeGoesOn) {
  Node node("node", options());
  Node listener("listener", options());
  Seen<std::string> logged;
  Seen<int> seen;
  auto log = listener.subscribe<rcl_interfaces::msg::Log>("/rosout", qos::rosout,
                                                          [&](const rcl_interfaces::msg::Log& it) {
                                                            if (it.name == "node")
                                                              logged.add(it.msg);
                                                          });
  auto numbers = node.publisher<Int32>("numbers");
  auto subscription = node.subscribe<Int32>("numbers", qos::reliable, [&](const Int32& it) {
    if (it.data == 1) throw std::runtime_error("one is unlucky");
    seen.add(it.data);
  });
  ASSERT_TRUE(run_until([&] { return numbers.subscriber_count() == 1; }));
  numbers.publish({.data = 1});
  numbers.publish({.data = 2});
  ASSERT_TRUE(run_until([&] { return seen.count() == 1 && logged.count() == 1; }));
  EXPECT_THAT(logged.all()[0], HasSubstr("one is unlucky"));
}

TEST_P(Topics, AHandleMayGoInsideOfItsOwnCallback) {
  Node node("node", options());
  auto numbers = node.publisher<Int32>("numbers");
  std::atomic<int> calls = 0;
  std::optional<Subscription> subscription;
  std::atomic<bool> is_gone = false;
  subscription.emplace(node.subscribe<Int32>("numbers", qos::reliable,
                                             [&, keeps = std::make_shared<int>(42)](const Int32&) {
                                               ++calls;
                                               subscription.reset();
                                               EXPECT_EQ(*keeps, 42);  // still inside
                                               is_gone = true;
                                             }));
  ASSERT_TRUE(run_until([&] { return numbers.subscriber_count() == 1; }));
  numbers.publish({.data = 1});
  numbers.publish({.data = 2});
  ASSERT_TRUE(run_until([&] { return is_gone && numbers.subscriber_count() == 0; }));
  EXPECT_EQ(calls, 1);
}

TEST_P(Topics, AnImmediateHandleMayGoInsideOfItsOwnCallback) {
  Node node("node", options());
  auto numbers = node.publisher<Int32>("numbers");
  std::atomic<int> calls = 0;
  std::optional<Subscription> subscription;
  subscription.emplace(node.subscribe<Int32>("numbers", qos::reliable,
                                             [&](const Int32&) {
                                               ++calls;
                                               subscription.reset();
                                             },
                                             {.is_immediate = true}));
  ASSERT_TRUE(run_until([&] { return numbers.subscriber_count() == 1; }));
  numbers.publish({.data = 1});
  numbers.publish({.data = 2});
  ASSERT_TRUE(run_until([&] { return calls == 1 && numbers.subscriber_count() == 0; }));
  EXPECT_EQ(calls, 1);
}

TEST_P(Topics, NoCallbackComesAfterTheHandleIsGone) {
  Node node("node", options());
  auto numbers = node.publisher<Int32>("numbers");
  for (int round = 0; round < 20; ++round) {
    auto alive = std::make_shared<std::atomic<bool>>(true);
    std::atomic<int> calls = 0;
    auto subscription = node.subscribe<Int32>("numbers", qos::reliable, [&, alive](const Int32&) {
      EXPECT_TRUE(*alive);
      ++calls;
    });
    ASSERT_TRUE(run_until([&] { return numbers.subscriber_count() == 1; }));
    for (int i = 0; i < 5; ++i) numbers.publish({.data = i});
    ASSERT_TRUE(run_until([&] { return calls > 0; }));
    subscription.close();
    *alive = false;
    ASSERT_TRUE(run_until([&] { return numbers.subscriber_count() == 0; }));
  }
}

TEST_P(Topics, HandlesMove) {
  Node node("node", options());
  Seen<int> seen;
  Publisher<Int32> numbers = node.publisher<Int32>("numbers");
  Subscription first =
      node.subscribe<Int32>("numbers", qos::reliable, [&](const Int32& it) { seen.add(it.data); });
  Subscription second = std::move(first);
  Publisher<Int32> moved;
  moved = std::move(numbers);
  EXPECT_FALSE(first);
  EXPECT_FALSE(numbers);
  ASSERT_TRUE(run_until([&] { return moved.subscriber_count() == 1; }));
  numbers.publish({.data = 1});  // goes nowhere
  moved.publish({.data = 2});
  ASSERT_TRUE(run_until([&] { return seen.count() == 1; }));
  EXPECT_THAT(seen.all(), ElementsAre(2));
}

TEST_P(Topics, HandlesMayOutliveTheirNode) {
  auto node = std::make_unique<Node>("node", options());
  Node other("other", options());
  auto numbers = node->publisher<Int32>("numbers");
  auto subscription = node->subscribe<Int32>("numbers", qos::reliable, [](const Int32&) {});
  auto seen_by_other = other.publisher<Int32>("numbers");
  ASSERT_TRUE(run_until([&] { return seen_by_other.subscriber_count() == 1; }));
  node.reset();
  ASSERT_TRUE(run_until([&] { return seen_by_other.subscriber_count() == 0; }));
  numbers.publish({.data = 1});
  EXPECT_EQ(numbers.subscriber_count(), 0);
  EXPECT_EQ(subscription.publisher_count(), 0);
}

TEST_P(Topics, ANodeMayGoInsideOfItsOwnCallback) {
  Node other("other", options());
  auto numbers = other.publisher<Int32>("numbers");
  auto node = std::make_unique<Node>("node", options());
  std::atomic<bool> is_gone = false;
  Subscription subscription = node->subscribe<Int32>("numbers", qos::reliable, [&](const Int32&) {
    node.reset();
    is_gone = true;
  });
  ASSERT_TRUE(run_until([&] { return numbers.subscriber_count() == 1; }));
  numbers.publish({.data = 1});
  EXPECT_TRUE(run_until([&] { return is_gone && numbers.subscriber_count() == 0; }));
}

TEST_P(Topics, UnreadableMessagesAreCountedAndTold) {
  Node node("node", options());
  Seen<int> seen;
  auto raw = node.bytes_publisher("numbers", type_id<Int32>());
  auto subscription =
      node.subscribe<Int32>("numbers", qos::reliable, [&](const Int32& it) { seen.add(it.data); });
  ASSERT_TRUE(run_until([&] { return raw.subscriber_count() == 1; }));
  const std::vector<std::byte> too_short{std::byte{0}, std::byte{1}, std::byte{0}, std::byte{0}};
  raw.publish(too_short);
  raw.publish(to_cdr(Int32{.data = 5}));
  ASSERT_TRUE(run_until([&] { return seen.count() == 1; }));
  EXPECT_EQ(subscription.stats().unreadable, 1u);
  EXPECT_EQ(subscription.stats().received, 2u);
}

TEST_P(Topics, TypesKnownAtRunTimeTravelAsBytes) {
  Node node("node", options());
  Seen<std::string> seen;
  auto words = node.publisher<String>("words");
  auto subscription = node.subscribe_bytes("words", type_id<String>(), qos::reliable,
                                           [&](const SharedBytes& bytes, const MessageInfo&) {
                                             seen.add(from_cdr<String>(*bytes)->data);
                                           });
  ASSERT_TRUE(run_until([&] { return words.subscriber_count() == 1; }));
  words.publish({.data = "hello"});
  ASSERT_TRUE(run_until([&] { return seen.count() == 1; }));
  EXPECT_THAT(seen.all(), ElementsAre("hello"));
}

TEST_P(Topics, TheGraphShowsNodesAndEndpoints) {
  NodeOptions in_lab = options();
  in_lab.ns = "/lab";
  Node node("tandem", in_lab);
  Node watcher("watcher", options());
  auto scans = node.publisher<Int32>("scan", qos::sensor);
  const auto find = [&] {
    std::vector<EndpointInfo> found;
    for (const EndpointInfo& endpoint : watcher.graph().endpoints)
      if (endpoint.topic == "/lab/scan") found.push_back(endpoint);
    return found;
  };
  ASSERT_TRUE(run_until([&] { return find().size() == 1 && !find()[0].node.empty(); }));
  EXPECT_EQ(find()[0].node, "/lab/tandem");
  EXPECT_EQ(find()[0].type.name, "std_msgs/msg/Int32");
  EXPECT_TRUE(find()[0].is_publisher);
  EXPECT_TRUE(find()[0].qos.offers_reliable);
  EXPECT_THAT(watcher.graph().nodes, ElementsAre("/lab/tandem", "/watcher"));
  scans.close();
  EXPECT_TRUE(run_until([&] { return find().empty(); }));
}

TEST_P(Topics, WatchersHearThatTheGraphChanges) {
  Node node("node", options());
  std::atomic<int> changes = 0;
  auto watch = node.watch_graph([&] { ++changes; });
  ASSERT_TRUE(run_until([&] { return true; }));
  const int before = changes;
  auto numbers = node.publisher<Int32>("numbers");
  EXPECT_TRUE(run_until([&] { return changes > before; }));
}

TEST_P(Topics, NamesAreRemapped) {
  NodeOptions remapped = options();
  remapped.arguments = {"-r", "numbers:=/lab/figures", "-r", "__ns:=/house",
                        "-r", "__node:=counter"};
  Node node("node", remapped);
  EXPECT_EQ(node.full_name(), "/house/counter");
  auto numbers = node.publisher<Int32>("numbers");
  EXPECT_EQ(numbers.topic(), "/lab/figures");
  EXPECT_EQ(node.resolve_topic("others"), "/house/others");
}

TEST_P(Topics, WrongNamesAndArgumentsThrowASentence) {
  const auto message_of = [](const std::function<void()>& act) -> std::string {
    try {
      act();
    } catch (const std::invalid_argument& error) {
      return error.what();
    }
    return "nothing was thrown";
  };
  EXPECT_THAT(message_of([&] { Node("no spaces", options()); }), HasSubstr("\"no spaces\""));
  Node node("node", options());
  EXPECT_THAT(message_of([&] { static_cast<void>(node.publisher<Int32>("a//b")); }),
              HasSubstr("\"a//b\""));
  EXPECT_THAT(message_of([&] { static_cast<void>(node.timer(0s, [] {})); }), HasSubstr("positive"));
  NodeOptions wrong = options();
  wrong.arguments = {"--frobnicate"};
  EXPECT_THAT(message_of([&] { Node("node2", wrong); }), HasSubstr("--frobnicate"));
}

TEST_P(Topics, CallbacksWaitForTheStart) {
  NodeOptions waiting = options();
  waiting.starts_at_once = false;
  Node node("node", waiting);
  Node other("other", options());
  Seen<int> seen;
  Seen<int> control;
  auto numbers = other.publisher<Int32>("numbers");
  auto subscription =
      node.subscribe<Int32>("numbers", qos::reliable, [&](const Int32& it) { seen.add(it.data); });
  auto beside = other.subscribe<Int32>("numbers", qos::reliable,
                                       [&](const Int32& it) { control.add(it.data); });
  ASSERT_TRUE(run_until([&] { return numbers.subscriber_count() == 2; }));
  numbers.publish({.data = 1});
  ASSERT_TRUE(
      run_until([&] { return control.count() == 1 && subscription.stats().received == 1; }));
  EXPECT_EQ(seen.count(), 0u);
  node.start();
  EXPECT_TRUE(run_until([&] { return seen.count() == 1; }));
}

TEST_P(Topics, PostedCallsRunOnTheNode) {
  Node node("node", options());
  Seen<int> seen;
  node.post([&] { seen.add(1); });
  EXPECT_TRUE(run_until([&] { return seen.count() == 1; }));
}

}  // namespace tandem
