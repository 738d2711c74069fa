// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#include "tools/topic_listener.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "middleware/lockstep_transport.h"

namespace tandem {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;

const TypeId twist{"geometry_msgs/msg/Twist", "RIHS01_1"};
const TypeId stamped{"geometry_msgs/msg/TwistStamped", "RIHS01_2"};

// A robot and a tool in one network without threads: what was sent arrives when the test says so.
class TopicListenerTest : public testing::Test {
 protected:
  std::unique_ptr<RawPublisher> publisher(const TypeId& type, const Qos& qos) {
    return robot->publisher("/cmd_vel", type, qos);
  }

  void publish(RawPublisher& publisher, std::uint8_t number) {
    const std::array message{std::byte{number}};
    publisher.publish(message);
    while (network->deliver_next()) continue;
  }

  // The numbers of all messages that are there.
  std::vector<int> received(TopicListener& listener) {
    std::vector<int> numbers;
    while (true) {
      const auto arrival = listener.next(ToolNode::Clock::now());
      if (!arrival) ADD_FAILURE() << arrival.error();
      if (!arrival || !*arrival) return numbers;
      numbers.push_back(std::to_integer<int>((*arrival)->bytes->front()));
    }
  }

  TopicListener::Say say = [this](std::string_view what) { said.emplace_back(what); };

  LockstepTransport* network = new LockstepTransport;
  ToolNode tool{std::unique_ptr<Transport>(network), {.name = "_tool"}, {}};
  std::unique_ptr<TransportNode> robot = network->join({.name = "robot"});
  std::vector<std::string> said;
};

TEST_F(TopicListenerTest, TakesTypeAndQualityOfThePublisher) {
  auto commands = publisher(twist, qos::latched);
  publish(*commands, 7);
  TopicListener listener(tool, {.topic = "/cmd_vel"}, say);
  EXPECT_THAT(received(listener), IsEmpty());
  while (network->deliver_next()) continue;
  // it came late and still gets the latched message
  EXPECT_THAT(received(listener), ElementsAre(7));
  EXPECT_EQ(listener.type().name, twist.name);
  EXPECT_EQ(listener.type().hash, twist.hash);
  EXPECT_THAT(said, IsEmpty());
}

TEST_F(TopicListenerTest, WaitsForThePublisherAndSaysSoOnce) {
  TopicListener listener(tool, {.topic = "/cmd_vel", .silence = 0s}, say);
  EXPECT_THAT(received(listener), IsEmpty());
  EXPECT_THAT(received(listener), IsEmpty());
  EXPECT_THAT(said, ElementsAre("waiting for /cmd_vel: nobody publishes it yet"));

  auto commands = publisher(twist, qos::reliable);
  EXPECT_THAT(received(listener), IsEmpty());
  publish(*commands, 1);
  publish(*commands, 2);
  EXPECT_THAT(received(listener), ElementsAre(1, 2));
}

TEST_F(TopicListenerTest, FollowsAPublisherThatOffersLess) {
  auto reliable = publisher(twist, qos::reliable);
  TopicListener listener(tool, {.topic = "/cmd_vel"}, say);
  EXPECT_THAT(received(listener), IsEmpty());

  auto best_effort = publisher(twist, qos::best_effort);
  EXPECT_THAT(received(listener), IsEmpty());
  publish(*reliable, 1);
  publish(*best_effort, 2);
  EXPECT_THAT(received(listener), ElementsAre(1, 2));
  EXPECT_THAT(said, ElementsAre(HasSubstr("1 of 2 publishers offer reliable delivery")));
}

TEST_F(TopicListenerTest, AsksWhichOfTwoTypesIsMeant) {
  auto plain = publisher(twist, qos::reliable);
  auto with_header = publisher(stamped, qos::reliable);
  TopicListener undecided(tool, {.topic = "/cmd_vel"}, say);
  const auto refused = undecided.next(ToolNode::Clock::now());
  ASSERT_FALSE(refused);
  EXPECT_THAT(refused.error(),
              HasSubstr("geometry_msgs/msg/Twist, geometry_msgs/msg/TwistStamped"));
}

TEST_F(TopicListenerTest, ReceivesTheTypeThatWasNamed) {
  auto plain = publisher(twist, qos::reliable);
  auto with_header = publisher(stamped, qos::reliable);
  TopicListener listener(tool, {.topic = "/cmd_vel", .type = stamped.name}, say);
  EXPECT_THAT(received(listener), IsEmpty());
  publish(*plain, 1);
  publish(*with_header, 2);
  EXPECT_THAT(received(listener), ElementsAre(2));
}

TEST_F(TopicListenerTest, DoesNotWaitForATypeThatIsNotPublished) {
  auto plain = publisher(twist, qos::reliable);
  TopicListener listener(tool, {.topic = "/cmd_vel", .type = stamped.name}, say);
  const auto refused = listener.next(ToolNode::Clock::now());
  ASSERT_FALSE(refused);
  EXPECT_EQ(
      refused.error(),
      "/cmd_vel is published as geometry_msgs/msg/Twist, not as geometry_msgs/msg/TwistStamped");
}

}  // namespace
}  // namespace tandem
