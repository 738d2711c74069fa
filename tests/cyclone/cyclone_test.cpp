// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <atomic>
#include <map>
#include <memory>
#include <set>

#include "cyclone_process.h"
#include "messages/cdr.h"
#include "messages/sensor_msgs.h"
#include "messages/std_msgs.h"
#include "messages/type_hash.h"
#include "middleware/dds_testing.h"
#include "middleware/dds_transport.h"

// Tandem and CycloneDDS, which share no code, in one ROS 2 network.
namespace tandem {
namespace {

using namespace testing_dds;
using Image = sensor_msgs::msg::Image;
using Text = std_msgs::msg::String;

template <class M>
TypeId type_of() {
  return {std::string(M::type_name), type_hash<M>()};
}

std::vector<std::byte> text_message(const std::string& text) {
  Text message;
  message.data = text;
  return to_cdr(message);
}

const ServiceTypeId add_type{.name = "example_interfaces/srv/AddTwoInts",
                             .request = {"example_interfaces/srv/AddTwoInts_Request", ""},
                             .response = {"example_interfaces/srv/AddTwoInts_Response", ""}};

std::vector<std::byte> numbers(std::initializer_list<std::int64_t> values) {
  std::vector<std::byte> bytes{std::byte{0}, std::byte{1}, std::byte{0}, std::byte{0}};
  for (const std::int64_t value : values)
    for (int i = 0; i < 8; ++i)
      bytes.push_back(static_cast<std::byte>(static_cast<std::uint64_t>(value) >> 8 * i));
  return bytes;
}

std::int64_t number_at(const SharedBytes& bytes, std::size_t index) {
  std::uint64_t value = 0;
  for (std::size_t i = 8; i-- > 0;)
    value = value << 8 | std::to_integer<std::uint64_t>(bytes->at(4 + 8 * index + i));
  return static_cast<std::int64_t>(value);
}

class Cyclone : public testing::Test {
 protected:
  std::unique_ptr<Transport> transport_ = make_dds_transport(loopback());
  std::unique_ptr<TransportNode> node_ = transport_->join({.name = "tandem", .ns = "/lab"});
};

TEST_F(Cyclone, HearsOurTopics) {
  const auto reliable = node_->publisher("/a", type_of<Text>(), qos::reliable);
  const auto latched = node_->publisher("/b", type_of<Text>(), qos::latched);
  latched->publish(text_message("kept"));
  CycloneProcess cyclone(own_domain());
  cyclone.tell("subscribe /a reliable");
  cyclone.tell("subscribe /a best_effort");
  cyclone.tell("subscribe /b latched");
  EXPECT_TRUE(eventually([&] { return cyclone.count("heard /b kept") == 1; }));
  ASSERT_TRUE(eventually([&] { return reliable->subscriber_count() == 2; }));
  EXPECT_TRUE(eventually([&] {
    reliable->publish(text_message("hello"));  // its best-effort reader may not know us yet
    return cyclone.count("heard /a hello") >= 2;
  }));
  EXPECT_TRUE(cyclone.leave());
  EXPECT_TRUE(eventually([&] { return reliable->subscriber_count() == 0; }));
}

TEST_F(Cyclone, IsHeardByOurSubscribers) {
  std::atomic<int> reliable = 0, best_effort = 0, latched = 0;
  const auto counter = [](std::atomic<int>& count, const std::string& expected) {
    return [&count, expected](const SharedBytes& bytes, const MessageInfo& info) {
      const Result<Text> text = from_cdr<Text>(*bytes);
      if (text && text->data == expected && info.publisher[1] == 0x10) ++count;
    };
  };
  const auto one =
      node_->subscribe("/a", type_of<Text>(), qos::reliable, counter(reliable, "hello"));
  const auto two =
      node_->subscribe("/a", type_of<Text>(), qos::best_effort, counter(best_effort, "hello"));
  CycloneProcess cyclone(own_domain());
  cyclone.tell("publish /b latched kept");
  const auto three =
      node_->subscribe("/b", type_of<Text>(), qos::latched, counter(latched, "kept"));
  EXPECT_TRUE(eventually([&] {
    cyclone.tell("publish /a reliable hello");
    return reliable > 0 && best_effort > 0;
  }));
  EXPECT_TRUE(eventually([&] { return latched == 1; }));
  EXPECT_TRUE(cyclone.leave());
  EXPECT_TRUE(eventually([&] { return one->publisher_count() == 0; }));
}

TEST_F(Cyclone, PromisesTimesThatAreSeen) {
  CycloneProcess cyclone(own_domain());
  cyclone.tell("publish /a timed hello");
  cyclone.tell("publish /b reliable hello");
  const auto find = [&](const std::string& topic) -> std::optional<EndpointInfo> {
    for (const EndpointInfo& endpoint : transport_->graph().endpoints)
      if (endpoint.topic == topic) return endpoint;
    return std::nullopt;
  };
  ASSERT_TRUE(eventually([&] { return find("/a") && find("/b"); }));
  EXPECT_EQ(find("/a")->lifespan, 2s);
  EXPECT_NEAR(static_cast<double>(find("/a")->deadline.count()), 1e8, 1);  // RTPS has 2^-32 s
  EXPECT_EQ(find("/a")->liveliness, Liveliness::by_topic);
  EXPECT_EQ(find("/a")->liveliness_lease, 3s);
  EXPECT_EQ(find("/b")->lifespan, Duration::max());
  EXPECT_EQ(find("/b")->deadline, Duration::max());
  EXPECT_EQ(find("/b")->liveliness, Liveliness::automatic);
  EXPECT_EQ(find("/b")->liveliness_lease, Duration::max());
}

TEST_F(Cyclone, AndOursSeeEachOthersNodes) {
  const auto publisher = node_->publisher("/a", type_of<Text>(), qos::reliable);
  const auto subscription =
      node_->subscribe("/b", type_of<Text>(), qos::reliable, [](auto&&...) {});
  const auto second = node_->subscribe("/c", type_of<Text>(), qos::reliable, [](auto&&...) {});
  CycloneProcess cyclone(own_domain());
  cyclone.tell("watch");
  cyclone.tell("subscribe /a reliable");
  cyclone.tell("announce /far cyclone_node");
  EXPECT_TRUE(eventually([&] { return cyclone.count("node /lab tandem 2 1") > 0; }));

  const auto theirs = [&]() -> std::vector<EndpointInfo> {
    std::vector<EndpointInfo> found;
    for (const EndpointInfo& endpoint : transport_->graph().endpoints)
      if (endpoint.node == "/far/cyclone_node") found.push_back(endpoint);
    return found;
  };
  ASSERT_TRUE(eventually([&] { return theirs().size() == 1; }));
  EXPECT_EQ(theirs()[0].topic, "/a");
  EXPECT_EQ(theirs()[0].type.name, "std_msgs/msg/String");
  EXPECT_EQ(theirs()[0].type.hash, "RIHS01_cyclone");
  EXPECT_FALSE(theirs()[0].is_publisher);
  EXPECT_TRUE(theirs()[0].qos.requests_reliable);
  EXPECT_THAT(transport_->graph().nodes, testing::ElementsAre("/far/cyclone_node", "/lab/tandem"));

  EXPECT_TRUE(cyclone.leave());
  EXPECT_TRUE(eventually([&] { return transport_->graph().nodes.size() == 1; }));
  EXPECT_TRUE(theirs().empty());
}

TEST_F(Cyclone, CallsOurServices) {
  constexpr int calls = 200;
  std::unique_ptr<RawServer> server;
  server = node_->serve("/add", add_type, [&](const SharedBytes& bytes, const RequestId& id) {
    server->respond(id, numbers({number_at(bytes, 0) + number_at(bytes, 1)}));
  });

  // a client of the other dialect asks the same server at the same time
  const auto there = make_dds_transport(loopback());
  const auto there_node = there->join({.name = "client"});
  std::mutex mutex;
  std::map<std::int64_t, std::int64_t> answers, expected;
  const auto client =
      there_node->client("/add", add_type, [&](const SharedBytes& bytes, std::int64_t sequence) {
        const std::lock_guard lock(mutex);
        answers[sequence] = number_at(bytes, 0);
      });
  CycloneProcess cyclone(own_domain());
  ASSERT_TRUE(eventually([&] { return client->is_server_ready(); }));
  for (int i = 0; i < calls; ++i) {
    cyclone.tell("call /add 1000 " + std::to_string(i));
    expected[client->request(numbers({2000, i}))] = 2000 + i;
  }
  EXPECT_TRUE(eventually([&] {
    const std::lock_guard lock(mutex);
    return answers == expected;
  }));
  EXPECT_TRUE(eventually([&] {
    int answered = 0;
    for (int i = 0; i < calls; ++i)
      answered += cyclone.count("answer /add " + std::to_string(1000 + i));
    return answered == calls;
  }));
  EXPECT_TRUE(cyclone.leave());
}

TEST_F(Cyclone, ServesOurClients) {
  constexpr int calls = 200;
  std::mutex mutex;
  std::map<std::int64_t, std::int64_t> answers, expected;
  const auto client =
      node_->client("/add", add_type, [&](const SharedBytes& bytes, std::int64_t sequence) {
        const std::lock_guard lock(mutex);
        answers[sequence] = number_at(bytes, 0);
      });
  // hears all answers too, and must not take them for its own
  std::atomic<int> strays = 0;
  const auto other = node_->client("/add", add_type, [&](auto&&...) { ++strays; });
  CycloneProcess cyclone(own_domain());
  cyclone.tell("serve /add");
  ASSERT_TRUE(eventually([&] { return client->is_server_ready() && other->is_server_ready(); }));
  for (int i = 0; i < calls; ++i) expected[client->request(numbers({i, i}))] = 2 * i;
  EXPECT_TRUE(eventually([&] {
    const std::lock_guard lock(mutex);
    return answers == expected;
  })) << answers.size()
      << " answers, "
      << std::ranges::count_if(cyclone.lines(), [](auto& l) { return l.starts_with("served"); })
      << " served";
  EXPECT_EQ(strays, 0);
  EXPECT_TRUE(cyclone.leave());
  EXPECT_TRUE(eventually([&] { return !client->is_server_ready(); }));
}

// Where Debian's Fast DDS would stop the process: a second Cyclone participant on the same topic.
TEST_F(Cyclone, PeersComeAndGoWhileImagesFlow) {
  const auto publisher = node_->publisher("/image", type_of<Image>(), qos::image);
  Image image;
  image.height = 480;
  image.width = 640;
  image.encoding = "rgb8";
  image.step = 1920;
  std::atomic<int> published = 0;
  const std::jthread camera([&](const std::stop_token& stop) {
    auto next = std::chrono::steady_clock::now();
    while (!stop.stop_requested()) {
      image.data.assign(921'600, static_cast<std::uint8_t>(++published));
      publisher->publish(to_cdr(image));
      next += 33ms;
      std::this_thread::sleep_until(next);
    }
  });

  const auto has_images = [](CycloneProcess& peer) {
    return eventually([&] { return peer.count("image /image 5") > 0; });
  };
  std::vector<std::unique_ptr<CycloneProcess>> peers;
  const auto join = [&] {
    peers.push_back(std::make_unique<CycloneProcess>(own_domain()));
    peers.back()->tell("view /image");
  };
  for (int i = 0; i < 3; ++i) join();
  for (const auto& peer : peers) ASSERT_TRUE(has_images(*peer));
  for (int round = 0; round < 4; ++round) {
    if (round % 2 == 0)
      EXPECT_TRUE(peers.front()->leave());
    else
      peers.front()->die();
    peers.erase(peers.begin());
    join();
    ASSERT_TRUE(has_images(*peers.back())) << "round " << round;
  }
  // the old ones still see, too
  for (const auto& peer : peers) {
    const auto before = peer->lines().size();
    EXPECT_TRUE(eventually([&] { return peer->lines().size() > before; }));
    EXPECT_TRUE(peer->leave());
  }
}

}  // namespace
}  // namespace tandem
