// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#include "middleware/dds_transport.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <netinet/in.h>
#include <sys/socket.h>
#include <unistd.h>

#include <algorithm>
#include <atomic>

#include "middleware/dds_testing.h"

namespace tandem {
namespace {

using namespace testing_dds;
using testing::ElementsAre;
using testing::HasSubstr;

const TypeId text_type{"std_msgs/msg/String", "RIHS01_text"};
const TypeId other_type{"std_msgs/msg/Header", "RIHS01_other"};

std::vector<EndpointInfo> endpoints_of(const Transport& transport, const std::string& node) {
  std::vector<EndpointInfo> found;
  for (const EndpointInfo& endpoint : transport.graph().endpoints)
    if (endpoint.node == node) found.push_back(endpoint);
  std::sort(found.begin(), found.end(),
            [](const auto& a, const auto& b) { return a.topic < b.topic; });
  return found;
}

TEST(DdsTransport, ShowsNodesOnBothSidesWithDuplicates) {
  for (const bool is_humble : {false, true}) {
    DdsOptions options = loopback();
    options.has_humble_gids = is_humble;
    const auto here = make_dds_transport(options);
    const auto there = make_dds_transport(options);
    const auto one = here->join({.name = "tandem", .ns = "/lab"});
    const auto two = here->join({.name = "twin"});
    auto three = there->join({.name = "twin"});
    for (const auto* transport : {&here, &there})
      EXPECT_TRUE(eventually([&] {
        return (*transport)->graph().nodes ==
               std::vector<std::string>{"/lab/tandem", "/twin", "/twin"};
      }));
    three.reset();
    for (const auto* transport : {&here, &there})
      EXPECT_TRUE(eventually([&] {
        return (*transport)->graph().nodes == std::vector<std::string>{"/lab/tandem", "/twin"};
      }));
  }
}

TEST(DdsTransport, ShowsEndpointsWithTypeHashAndQos) {
  const auto here = make_dds_transport(loopback());
  const auto there = make_dds_transport(loopback());
  const auto node = here->join({.name = "tandem", .ns = "/lab"});
  const auto map = node->publisher("/map", text_type, qos::latched);
  const auto scan = node->subscribe("/scan", other_type, qos::best_effort, [](auto&&...) {});

  for (const auto* transport : {&here, &there}) {
    ASSERT_TRUE(eventually([&] { return endpoints_of(**transport, "/lab/tandem").size() == 2; }));
    const auto found = endpoints_of(**transport, "/lab/tandem");
    EXPECT_EQ(found[0].topic, "/map");
    EXPECT_TRUE(found[0].is_publisher);
    EXPECT_EQ(found[0].type.name, text_type.name);
    EXPECT_EQ(found[0].type.hash, text_type.hash);
    EXPECT_TRUE(found[0].qos.is_latched);
    EXPECT_TRUE(found[0].qos.offers_reliable);
    EXPECT_EQ(found[0].gid, map->gid());
    EXPECT_EQ(found[1].topic, "/scan");
    EXPECT_FALSE(found[1].is_publisher);
    EXPECT_FALSE(found[1].qos.requests_reliable);
    EXPECT_FALSE(found[1].qos.is_latched);
  }
}

TEST(DdsTransport, ANodeWithTwoTypesOnOneTopicIsStillOneNode) {
  const auto here = make_dds_transport(loopback());
  const auto there = make_dds_transport(loopback());
  const auto node = here->join({.name = "tandem"});
  const auto one = node->subscribe("/cmd_vel", text_type, qos::reliable, [](auto&&...) {});
  const auto two = node->subscribe("/cmd_vel", other_type, qos::reliable, [](auto&&...) {});
  for (const auto* transport : {&here, &there}) {
    ASSERT_TRUE(eventually([&] { return endpoints_of(**transport, "/tandem").size() == 2; }));
    EXPECT_THAT((*transport)->graph().nodes, ElementsAre("/tandem"));
  }
}

TEST(DdsTransport, TellsOfChanges) {
  const auto here = make_dds_transport(loopback());
  const auto there = make_dds_transport(loopback());
  std::atomic<int> changes = 0;
  const auto node = here->join({.name = "tandem"});
  ASSERT_TRUE(eventually([&] { return there->graph().nodes.size() == 1; }));
  there->on_graph_change([&] { ++changes; });
  auto publisher = node->publisher("/map", text_type, qos::latched);
  EXPECT_TRUE(eventually([&] { return changes > 0; }));
  EXPECT_TRUE(eventually([&] { return endpoints_of(*there, "/tandem").size() == 1; }));

  there->on_graph_change({});
  const int changes_by_then = changes;
  publisher.reset();
  ASSERT_TRUE(eventually([&] { return endpoints_of(*there, "/tandem").empty(); }));
  EXPECT_EQ(changes, changes_by_then);
}

TEST(DdsTransport, MayGoInsideOfItsOwnCallback) {
  auto transport = make_dds_transport(loopback());
  auto node = transport->join({.name = "tandem"});
  std::atomic<bool> is_gone = false;
  transport->on_graph_change([&] {
    node.reset();
    transport.reset();
    is_gone = true;
  });
  const auto newcomer = make_dds_transport(loopback());
  const auto other = newcomer->join({.name = "newcomer"});
  EXPECT_TRUE(eventually([&] { return is_gone.load(); }));
}

TEST(DdsTransport, ForgetsAPeerThatLeaves) {
  const auto here = make_dds_transport(loopback());
  auto there = make_dds_transport(loopback());
  auto node = there->join({.name = "tandem"});
  auto publisher = node->publisher("/map", text_type, qos::latched);
  ASSERT_TRUE(eventually([&] { return endpoints_of(*here, "/tandem").size() == 1; }));
  publisher.reset();
  node.reset();
  there.reset();
  EXPECT_TRUE(
      eventually([&] { return here->graph().nodes.empty() && here->graph().endpoints.empty(); }));
}

TEST(DdsTransport, SaysWhoCannotTalkAndWhy) {
  const auto here = make_dds_transport(loopback());
  const auto there = make_dds_transport(loopback());
  const auto viewer = there->join({.name = "viewer"});
  const auto tandem = here->join({.name = "tandem"});
  const StandardError error;
  const auto publisher = tandem->publisher("/scan", text_type, qos::best_effort);
  const auto subscription = viewer->subscribe("/scan", text_type, qos::reliable, [](auto&&...) {});
  EXPECT_TRUE(eventually([&] {
    const std::string text = error.text();
    return text.find("/scan: /tandem and /viewer cannot talk") != std::string::npos &&
           text.find("/scan: /viewer and /tandem cannot talk") != std::string::npos;
  })) << error.text();
  EXPECT_THAT(error.text(), HasSubstr("incompatible QoS RELIABILITY"));
  EXPECT_EQ(publisher->subscriber_count(), 0);
}

TEST(DdsTransport, SaysWhoHasAnotherTypeOnATopicOrService) {
  const auto here = make_dds_transport(loopback());
  const auto there = make_dds_transport(loopback());
  const auto driver = there->join({.name = "driver"});
  const auto tandem = here->join({.name = "tandem"});
  const StandardError error;
  const TypeId stamped{"geometry_msgs/msg/TwistStamped", ""};
  const TypeId twist{"geometry_msgs/msg/Twist", ""};
  const auto subscription = tandem->subscribe("/cmd_vel", twist, qos::reliable, [](auto&&...) {});
  const auto publisher = driver->publisher("/cmd_vel", stamped, qos::reliable);
  const auto service = [](const std::string& name) {
    return ServiceTypeId{name, {name + "_Request", ""}, {name + "_Response", ""}};
  };
  const auto server = tandem->serve("/reset", service("std_srvs/srv/Empty"), [](auto&&...) {});
  const auto client = driver->client("/reset", service("std_srvs/srv/Trigger"), [](auto&&...) {});
  EXPECT_TRUE(eventually([&] {
    const std::string text = error.text();
    return text.find(
               "/cmd_vel: /tandem and /driver cannot talk, different types: the reader takes "
               "geometry_msgs/msg/Twist, the writer sends geometry_msgs/msg/TwistStamped") !=
               std::string::npos &&
           text.find(
               "/reset: /tandem and /driver cannot talk, different types: the reader takes "
               "std_srvs/srv/Empty_Request, the writer sends "
               "std_srvs/srv/Trigger_Request") != std::string::npos;
  })) << error.text();
  EXPECT_THAT(error.text(), testing::Not(HasSubstr("_Response")));
}

TEST(DdsTransport, SaysOnBothSidesThatTwoNodesHaveOneName) {
  const auto here = make_dds_transport(loopback());
  const auto there = make_dds_transport(loopback());
  const auto count = [](const std::string& text, const std::string& part) {
    int found = 0;
    for (auto place = text.find(part); place != text.npos; place = text.find(part, place + 1))
      ++found;
    return found;
  };
  const std::string tandem =
      "two nodes of ROS domain " + std::to_string(own_domain()) + " are called /tandem,";
  const StandardError error;
  const auto first = here->join({.name = "tandem"});
  auto second = there->join({.name = "tandem"});
  const auto elsewhere = there->join({.name = "tandem", .ns = "/lab"});
  const auto again = there->join({.name = "tandem", .ns = "/lab"});
  EXPECT_TRUE(eventually([&] {
    return count(error.text(), tandem) == 2 && count(error.text(), "called /lab/tandem,") == 1;
  })) << error.text();

  // nothing new is told of when others come, but when it happens again
  second.reset();
  const auto other = there->join({.name = "other"});
  // by name: as many nodes as before were there before any of this was heard
  const std::vector<std::string> without_second{"/lab/tandem", "/lab/tandem", "/other", "/tandem"};
  ASSERT_TRUE(eventually([&] { return here->graph().nodes == without_second; }));
  const auto third = there->join({.name = "other"});
  ASSERT_TRUE(eventually([&] { return count(error.text(), "called /other,") == 1; }));
  EXPECT_EQ(count(error.text(), tandem), 2);
  second = there->join({.name = "tandem"});
  EXPECT_TRUE(eventually([&] { return count(error.text(), tandem) == 4; })) << error.text();
}

TEST(DdsTransport, ManyEndpointsAppearAndGoTogether) {
  const auto here = make_dds_transport(loopback());
  const auto there = make_dds_transport(loopback());
  const auto node = here->join({.name = "tandem"});
  std::vector<std::unique_ptr<RawPublisher>> publishers;
  for (int i = 0; i < 300; ++i)
    publishers.push_back(
        node->publisher("/robot" + std::to_string(i) + "/odom", text_type, qos::reliable));
  EXPECT_TRUE(eventually([&] { return endpoints_of(*there, "/tandem").size() == 300; }));
  publishers.clear();
  EXPECT_TRUE(eventually([&] { return there->graph().endpoints.empty(); }));
}

// How long the quickest of a few newcomers needs until it has seen that many endpoints of /tandem:
// this is about what is waited for, not about how busy the machine is.
std::chrono::steady_clock::duration time_to_see(std::size_t endpoints) {
  auto quickest = std::chrono::steady_clock::duration::max();
  for (int i = 0; i < 5; ++i) {
    const auto begin = std::chrono::steady_clock::now();
    const auto newcomer = make_dds_transport(loopback());
    EXPECT_TRUE(eventually([&] { return endpoints_of(*newcomer, "/tandem").size() == endpoints; }));
    quickest = std::min(quickest, std::chrono::steady_clock::now() - begin);
  }
  return quickest;
}

// Fast DDS would tell of the rest after a second.
constexpr auto no_pause = 900ms;

// A newcomer asks for 256 announcements at a time, counting those of endpoints that are gone.
TEST(DdsTransport, ANewcomerSeesAllEndpointsAtOnceHoweverManyCameAndWent) {
  const auto here = make_dds_transport(loopback());
  const auto node = here->join({.name = "tandem"});
  std::vector<std::unique_ptr<RawPublisher>> staying;
  for (int gone = 0; gone < 900; ++gone) {
    if (gone % 300 == 0)
      staying.push_back(
          node->publisher("/staying" + std::to_string(gone), text_type, qos::reliable));
    node->publisher("/gone", text_type, qos::reliable);
  }
  EXPECT_LT(time_to_see(3), no_pause);
}

TEST(DdsTransport, ANewcomerSeesAThousandEndpointsAtOnce) {
  const auto here = make_dds_transport(loopback());
  const auto node = here->join({.name = "tandem"});
  std::vector<std::unique_ptr<RawPublisher>> publishers;
  for (int i = 0; i < 1000; ++i)
    publishers.push_back(
        node->publisher("/robot" + std::to_string(i) + "/odom", text_type, qos::reliable));
  EXPECT_LT(time_to_see(1000), no_pause);
}

TEST(DdsTransport, WithDiscoveryOffIsAloneButHearsItself) {
  DdsOptions options = loopback();
  options.is_loopback_only = false;
  options.range = DiscoveryRange::off;
  const auto here = make_dds_transport(options);
  const auto node = here->join({.name = "alone"});
  Heard texts, others;
  const auto text_publisher = node->publisher("/x", text_type, qos::reliable);
  const auto one = node->subscribe("/x", text_type, qos::reliable, texts.writer());
  const auto two = node->subscribe("/x", other_type, qos::reliable, others.writer());
  const auto other_publisher = node->publisher("/x", other_type, qos::reliable);
  ASSERT_TRUE(eventually([&] {
    return text_publisher->subscriber_count() == 1 && other_publisher->subscriber_count() == 1;
  }));
  other_publisher->publish(to_message("other"));
  EXPECT_TRUE(eventually([&] { return others.count() == 1; }));
}

// Without multicast, peers ask the first 32 places of a host.
TEST(DdsTransport, IsFoundHoweverManyCameAndWentBefore) {
  for (int i = 0; i < 40; ++i) make_dds_transport(loopback());
  DdsOptions options = loopback();
  options.is_loopback_only = false;
  const auto here = make_dds_transport(options);
  const auto there = make_dds_transport(options);
  const auto node = here->join({.name = "tandem"});
  EXPECT_TRUE(eventually([&] { return there->graph().nodes.size() == 1; }, 5s));
}

TEST(DdsTransport, SaysSoWhenAllPortsAreTaken) {
  std::vector<int> sockets;
  for (int port = 7410 + 250 * own_domain(); port < 7400 + 250 * (own_domain() + 1); ++port) {
    sockets.push_back(socket(AF_INET, SOCK_DGRAM | SOCK_CLOEXEC, 0));
    sockaddr_in address{};
    address.sin_family = AF_INET;
    address.sin_port = htons(static_cast<std::uint16_t>(port));
    ASSERT_EQ(bind(sockets.back(), reinterpret_cast<sockaddr*>(&address), sizeof address), 0);
  }
  try {
    make_dds_transport(loopback());
    ADD_FAILURE() << "joined on ports of another domain";
  } catch (const DdsError& error) {
    EXPECT_THAT(error.what(), HasSubstr("no UDP port could be opened"));
  }
  for (const int file : sockets) close(file);
  const auto transport = make_dds_transport(loopback());
  const auto node = transport->join({.name = "tandem"});
}

TEST(DdsTransport, RefusesPeersAndServersThatCannotBe) {
  DdsOptions options = loopback();
  options.static_peers = {"no.such.host.invalid"};
  EXPECT_THROW(make_dds_transport(options), DdsError);
  options = loopback();
  options.discovery_servers = "nonsense";
  EXPECT_THROW(make_dds_transport(options), DdsError);
}

}  // namespace
}  // namespace tandem
