// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <atomic>

#include "middleware/dds_testing.h"
#include "middleware/dds_transport.h"

namespace tandem {
namespace {

using namespace testing_dds;
using testing::ElementsAre;

const TypeId text_type{"std_msgs/msg/String", "RIHS01_text"};
const TypeId other_type{"std_msgs/msg/Header", "RIHS01_other"};

// Two processes' worth of transports in one process: nothing between them but UDP.
class DdsTopics : public testing::Test {
 protected:
  std::unique_ptr<Transport> here_ = make_dds_transport(loopback());
  std::unique_ptr<Transport> there_ = make_dds_transport(loopback());
  std::unique_ptr<TransportNode> talker_ = here_->join({.name = "talker", .ns = "/here"});
  std::unique_ptr<TransportNode> listener_ = there_->join({.name = "listener", .ns = "/there"});
};

TEST_F(DdsTopics, CarryMessagesInOrder) {
  Heard heard;
  const auto publisher = talker_->publisher("/chatter", text_type, qos::reliable);
  const auto subscription =
      listener_->subscribe("/chatter", text_type, qos::reliable, heard.writer());
  ASSERT_TRUE(eventually([&] { return publisher->subscriber_count() == 1; }));
  ASSERT_TRUE(eventually([&] { return subscription->publisher_count() == 1; }));

  for (const char* text : {"one", "two", "three"}) publisher->publish(to_message(text));
  ASSERT_TRUE(eventually([&] { return heard.count() == 3; }));
  EXPECT_THAT(heard.texts(), ElementsAre("one", "two", "three"));
  EXPECT_EQ(heard.last().publisher, publisher->gid());
  EXPECT_EQ(heard.last().sequence, 3u);
  EXPECT_GT(heard.last().sent, Duration::zero());
  EXPECT_GE(heard.last().received, heard.last().sent);
  EXPECT_EQ(publisher->stats().sent, 3u);
  EXPECT_EQ(publisher->stats().dropped, 0u);
  EXPECT_EQ(subscription->lost(), 0u);
}

TEST_F(DdsTopics, CarryMessagesLargerThanAnyDatagram) {
  Heard heard;
  const auto publisher = talker_->publisher("/image", text_type, qos::image);
  const auto subscription = listener_->subscribe("/image", text_type, qos::image, heard.writer());
  ASSERT_TRUE(eventually([&] { return publisher->subscriber_count() == 1; }));
  ASSERT_TRUE(eventually([&] { return subscription->publisher_count() == 1; }));
  std::string large(921'600, 'a');
  for (std::size_t i = 0; i < large.size(); ++i) large[i] = static_cast<char>('a' + i % 25);
  publisher->publish(to_message(large));
  ASSERT_TRUE(eventually([&] { return heard.count() == 1; }));
  EXPECT_EQ(heard.texts().front(), large);
}

TEST_F(DdsTopics, LatecomersGetWhatIsLatched) {
  const auto publisher = talker_->publisher("/map", text_type, qos::latched);
  publisher->publish(to_message("old"));
  publisher->publish(to_message("new"));
  Heard heard;
  const auto subscription = listener_->subscribe("/map", text_type, qos::latched, heard.writer());
  ASSERT_TRUE(eventually([&] { return heard.count() == 1; }));
  EXPECT_THAT(heard.texts(), ElementsAre("new"));
}

TEST_F(DdsTopics, ReachSubscribersInTheSameNode) {
  Heard heard;
  const auto publisher = talker_->publisher("/chatter", text_type, qos::reliable);
  const auto subscription =
      talker_->subscribe("/chatter", text_type, qos::reliable, heard.writer());
  ASSERT_TRUE(eventually([&] { return publisher->subscriber_count() == 1; }));
  publisher->publish(to_message("to myself"));
  ASSERT_TRUE(eventually([&] { return heard.count() == 1; }));
}

TEST_F(DdsTopics, OfOneNameCanHaveTwoTypes) {
  Heard texts, others;
  const auto text_subscription =
      listener_->subscribe("/cmd_vel", text_type, qos::reliable, texts.writer());
  const auto other_subscription =
      listener_->subscribe("/cmd_vel", other_type, qos::reliable, others.writer());
  const auto text_publisher = talker_->publisher("/cmd_vel", text_type, qos::reliable);
  const auto other_publisher = talker_->publisher("/cmd_vel", other_type, qos::reliable);
  ASSERT_TRUE(eventually([&] {
    return text_publisher->subscriber_count() == 1 && other_publisher->subscriber_count() == 1;
  }));
  text_publisher->publish(to_message("text"));
  other_publisher->publish(to_message("other"));
  ASSERT_TRUE(eventually([&] { return texts.count() == 1 && others.count() == 1; }));
  EXPECT_THAT(texts.texts(), ElementsAre("text"));
  EXPECT_THAT(others.texts(), ElementsAre("other"));
}

TEST_F(DdsTopics, CanHaveAnotherTypeAfterTheFirstIsGone) {
  for (const TypeId& type : {text_type, other_type, text_type}) {
    Heard heard;
    const auto publisher = talker_->publisher("/cmd_vel", type, qos::reliable);
    const auto subscription = listener_->subscribe("/cmd_vel", type, qos::reliable, heard.writer());
    ASSERT_TRUE(eventually([&] { return publisher->subscriber_count() == 1; }));
    publisher->publish(to_message("hello"));
    ASSERT_TRUE(eventually([&] { return heard.count() == 1; }));
  }
}

TEST_F(DdsTopics, CountPeersThatLeave) {
  const auto publisher = talker_->publisher("/chatter", text_type, qos::reliable);
  auto subscription = listener_->subscribe("/chatter", text_type, qos::reliable, [](auto&&...) {});
  ASSERT_TRUE(eventually([&] { return publisher->subscriber_count() == 1; }));
  subscription.reset();
  EXPECT_TRUE(eventually([&] { return publisher->subscriber_count() == 0; }));
}

TEST_F(DdsTopics, NoCallbackComesAfterDestruction) {
  const auto publisher = talker_->publisher("/chatter", text_type, qos::reliable);
  std::atomic<bool> is_done = false;
  std::jthread sending([&](const std::stop_token& stop) {
    while (!stop.stop_requested()) publisher->publish(to_message("again"));
  });
  for (int i = 0; i < 20; ++i) {
    std::atomic<int> heard = 0;
    auto alive = std::make_unique<std::atomic<bool>>(true);
    auto subscription = listener_->subscribe("/chatter", text_type, qos::reliable,
                                             [&, flag = alive.get()](auto&&...) {
                                               EXPECT_TRUE(flag->load());
                                               ++heard;
                                             });
    ASSERT_TRUE(eventually([&] { return heard > 0; }));
    subscription.reset();
    *alive = false;
    const int heard_by_then = heard;
    EXPECT_EQ(heard, heard_by_then);
  }
}

TEST_F(DdsTopics, AnEndpointCanBeDestroyedInACallbackOfAnother) {
  const auto publisher = talker_->publisher("/chatter", text_type, qos::reliable);
  const auto doomed_publisher = talker_->publisher("/doomed", text_type, qos::reliable);
  auto doomed = listener_->subscribe("/doomed", text_type, qos::reliable, [](auto&&...) {});
  auto doomed_too = listener_->publisher("/other", text_type, qos::reliable);
  ASSERT_TRUE(eventually([&] { return doomed_publisher->subscriber_count() == 1; }));

  std::atomic<bool> is_done = false;
  const auto subscription =
      listener_->subscribe("/chatter", text_type, qos::reliable, [&](auto&&...) {
        doomed.reset();
        doomed_too.reset();
        is_done = true;
      });
  ASSERT_TRUE(eventually([&] { return publisher->subscriber_count() == 1; }));
  publisher->publish(to_message("go"));
  ASSERT_TRUE(eventually([&] { return is_done.load(); }));
  EXPECT_TRUE(eventually([&] { return doomed_publisher->subscriber_count() == 0; }));
}

TEST_F(DdsTopics, CannotBeMadeInsideOfACallback) {
  const auto publisher = talker_->publisher("/chatter", text_type, qos::reliable);
  std::atomic<bool> is_refused = false;
  const auto subscription =
      listener_->subscribe("/chatter", text_type, qos::reliable, [&](auto&&...) {
        try {
          listener_->publisher("/other", text_type, qos::reliable);
        } catch (const std::logic_error&) {
          is_refused = true;
        }
      });
  ASSERT_TRUE(eventually([&] { return publisher->subscriber_count() == 1; }));
  publisher->publish(to_message("go"));
  EXPECT_TRUE(eventually([&] { return is_refused.load(); }));
}

TEST_F(DdsTopics, RefuseWhatIsNoMessage) {
  const auto publisher = talker_->publisher("/chatter", text_type, qos::reliable);
  publisher->publish({});
  EXPECT_EQ(publisher->stats().sent, 0u);
  EXPECT_EQ(publisher->stats().dropped, 1u);
}

// Reliable, keeping all, towards a subscriber whose callback does not return: the history fills.
TEST_F(DdsTopics, DropAndCountWhatASlowNetworkCannotTake) {
  Qos keep_all = qos::reliable;
  keep_all.keeps_all = true;
  std::mutex blocker;
  const auto publisher = talker_->publisher("/chatter", text_type, keep_all);
  std::unique_lock hold(blocker);
  const auto subscription = listener_->subscribe(
      "/chatter", text_type, keep_all, [&](auto&&...) { const std::lock_guard wait(blocker); });
  ASSERT_TRUE(eventually([&] { return publisher->subscriber_count() == 1; }));
  const std::string text(10'000, 'x');
  std::uint64_t published = 0;
  ASSERT_TRUE(eventually([&] {
    for (int i = 0; i < 100; ++i, ++published) publisher->publish(to_message(text));
    return publisher->stats().dropped > 0;
  }));
  EXPECT_EQ(publisher->stats().sent + publisher->stats().dropped, published);
  hold.unlock();
}

}  // namespace
}  // namespace tandem
