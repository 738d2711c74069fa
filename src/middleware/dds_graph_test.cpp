// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#include "middleware/dds_graph.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace tandem {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::SizeIs;

Gid gid(std::uint8_t participant, std::uint8_t entity) {
  Gid result{};
  result.front() = participant;
  result.back() = entity;
  return result;
}

DdsGraph::Endpoint endpoint(const Gid& id, const std::string& topic, bool is_publisher,
                            Promise promise = {}) {
  return {.info = {.topic = topic,
                   .type = {"std_msgs/msg/String", "RIHS01_x"},
                   .is_publisher = is_publisher,
                   .gid = id},
          .promise = promise};
}

TEST(DdsGraph, ShowsOurNodesAndEndpoints) {
  DdsGraph graph;
  const auto node = graph.add_node({.name = "tandem", .ns = "/lab"});
  graph.add_own(node, endpoint(gid(1, 1), "/scan", true));
  GraphView view = graph.view();
  EXPECT_THAT(view.nodes, ElementsAre("/lab/tandem"));
  ASSERT_THAT(view.endpoints, SizeIs(1));
  EXPECT_EQ(view.endpoints[0].node, "/lab/tandem");
  EXPECT_EQ(view.endpoints[0].topic, "/scan");

  graph.remove_own(gid(1, 1));
  graph.remove_node(node);
  EXPECT_THAT(graph.view().nodes, IsEmpty());
  EXPECT_THAT(graph.view().endpoints, IsEmpty());
}

TEST(DdsGraph, AnnouncesOurEndpointsByNode) {
  DdsGraph graph;
  const auto first = graph.add_node({.name = "a"});
  const auto second = graph.add_node({.name = "b", .ns = "/lab"});
  graph.add_own(first, endpoint(gid(1, 1), "/x", true));
  graph.add_own(second, endpoint(gid(1, 2), "/x", false));
  graph.add_own(second, endpoint(gid(2, 3), "/y", true));  // in another participant of ours
  const Announcement announcement = graph.announcement(gid(1, 0));
  EXPECT_EQ(announcement.participant, gid(1, 0));
  EXPECT_THAT(
      announcement.nodes,
      ElementsAre(Announcement::Node{{.name = "a"}, {}, {gid(1, 1)}},
                  Announcement::Node{{.name = "b", .ns = "/lab"}, {gid(1, 2)}, {gid(2, 3)}}));
}

TEST(DdsGraph, NamesTheNodesOfOthersAsOftenAsTheyExist) {
  DdsGraph graph;
  std::vector<DdsGraph::Mismatch> none;
  graph.add_participant(prefix_of(gid(7, 0)));
  graph.add_participant(prefix_of(gid(8, 0)));
  graph.add(endpoint(gid(7, 1), "/scan", true), none);
  EXPECT_EQ(graph.view().endpoints[0].node, "");  // not announced yet

  const std::vector<Announcement::Node> nodes{{{.name = "viewer"}, {}, {gid(7, 1)}}};
  EXPECT_TRUE(graph.set_nodes({.participant = gid(7, 0), .nodes = nodes}));
  EXPECT_FALSE(graph.set_nodes({.participant = gid(7, 0), .nodes = nodes}));
  EXPECT_TRUE(graph.set_nodes({.participant = gid(8, 0), .nodes = {{{.name = "viewer"}, {}, {}}}}));
  EXPECT_THAT(graph.view().nodes, ElementsAre("/viewer", "/viewer"));
  EXPECT_EQ(graph.node_of(gid(7, 1)), "/viewer");
}

TEST(DdsGraph, ForgetsAParticipantWithAllThatWasIts) {
  DdsGraph graph;
  std::vector<DdsGraph::Mismatch> none;
  graph.add_participant(prefix_of(gid(7, 0)));
  graph.add(endpoint(gid(7, 1), "/scan", true), none);
  graph.set_nodes({.participant = gid(7, 0), .nodes = {{{.name = "viewer"}, {}, {gid(7, 1)}}}});
  EXPECT_TRUE(graph.remove_participant(prefix_of(gid(7, 0))));
  EXPECT_THAT(graph.view().nodes, IsEmpty());
  EXPECT_THAT(graph.view().endpoints, IsEmpty());
  EXPECT_EQ(graph.node_of(gid(7, 1)), "");
  EXPECT_FALSE(graph.remove_participant(prefix_of(gid(7, 0))));

  // its last words arrive late
  EXPECT_FALSE(
      graph.set_nodes({.participant = gid(7, 0), .nodes = {{{.name = "viewer"}, {}, {}}}}));
  EXPECT_THAT(graph.view().nodes, IsEmpty());
}

TEST(DdsGraph, OurOwnParticipantsAreNotOthers) {
  DdsGraph graph;
  std::vector<DdsGraph::Mismatch> none;
  graph.add_own_participant(prefix_of(gid(1, 0)));
  EXPECT_FALSE(graph.add_participant(prefix_of(gid(1, 0))));
  EXPECT_FALSE(graph.add(endpoint(gid(1, 1), "/scan", true), none));
  EXPECT_THAT(graph.view().endpoints, IsEmpty());
}

TEST(DdsGraph, ReportsAPairThatCannotTalkOnce) {
  DdsGraph graph;
  const auto node = graph.add_node({.name = "tandem"});
  graph.add_own(node, endpoint(gid(1, 1), "/scan", true, {.is_reliable = false}));
  std::vector<DdsGraph::Mismatch> found;
  graph.add(endpoint(gid(7, 1), "/scan", false, {.is_reliable = true}), found);
  ASSERT_THAT(found, SizeIs(1));
  EXPECT_EQ(found[0].topic, "/scan");
  EXPECT_EQ(found[0].theirs, gid(7, 1));
  EXPECT_THAT(found[0].reason, HasSubstr("RELIABILITY"));

  found.clear();
  graph.add(endpoint(gid(7, 1), "/scan", false, {.is_reliable = true}), found);  // heard again
  graph.add(endpoint(gid(7, 2), "/scan", true, {.is_reliable = true}), found);   // also writes
  graph.add(endpoint(gid(7, 3), "/odom", false, {.is_reliable = true}), found);  // other topic
  EXPECT_THAT(found, IsEmpty());

  // ours asks for what theirs does not give
  EXPECT_THAT(graph.add_own(node, endpoint(gid(1, 2), "/scan", false, {.durability = 1})),
              SizeIs(1));
}

TEST(DdsGraph, ReportsTypesThatDifferUnlessOneFollowsTheOther) {
  DdsGraph graph;
  const auto node = graph.add_node({.name = "tandem"});
  graph.add_own(node, endpoint(gid(1, 1), "/cmd_vel", false));
  auto stamped = endpoint(gid(7, 1), "/cmd_vel", true);
  stamped.info.type.name = "geometry_msgs/msg/TwistStamped";
  std::vector<DdsGraph::Mismatch> found;
  graph.add(stamped, found);
  ASSERT_THAT(found, SizeIs(1));
  EXPECT_EQ(found[0].reason,
            "different types: the reader takes std_msgs/msg/String, the writer sends "
            "geometry_msgs/msg/TwistStamped");
  EXPECT_FALSE(graph.is_settled(found[0]));

  // one that takes it comes, or the other goes
  auto follower = endpoint(gid(1, 2), "/cmd_vel", false);
  follower.info.type.name = stamped.info.type.name;
  graph.add_own(node, follower);
  EXPECT_TRUE(graph.is_settled(found[0]));
  graph.remove_own(follower.info.gid);
  EXPECT_FALSE(graph.is_settled(found[0]));
  graph.remove(stamped.info.gid);
  EXPECT_TRUE(graph.is_settled(found[0]));
}

TEST(DdsGraph, KnowsWhenAReaderIsRefused) {
  EXPECT_EQ(refusal({}, {}), "");
  EXPECT_EQ(refusal({.is_reliable = true}, {.is_reliable = false}), "");
  EXPECT_THAT(refusal({.is_reliable = false}, {.is_reliable = true}), HasSubstr("RELIABILITY"));
  EXPECT_EQ(refusal({.durability = 1}, {.durability = 0}), "");
  EXPECT_THAT(
      refusal({.durability = 0}, {.durability = 1}),
      HasSubstr("DURABILITY: the reader asks for transient local, the writer offers volatile"));
  EXPECT_EQ(refusal({.deadline = 100ms}, {}), "");
  EXPECT_THAT(refusal({}, {.deadline = 100ms}), HasSubstr("DEADLINE: the reader asks for 100 ms"));
  EXPECT_THAT(refusal({}, {.liveliness = 2}), HasSubstr("LIVELINESS"));
  EXPECT_THAT(refusal({}, {.lease = 1s}), HasSubstr("LIVELINESS"));
  EXPECT_THAT(refusal({.is_exclusive = true}, {}), HasSubstr("OWNERSHIP"));
}

}  // namespace
}  // namespace tandem
