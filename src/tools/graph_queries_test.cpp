// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#include "tools/graph_queries.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace tandem {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;

EndpointInfo publisher(std::string topic, std::string type, std::string node) {
  return {.topic = std::move(topic),
          .type = {.name = std::move(type)},
          .is_publisher = true,
          .node = std::move(node)};
}

EndpointInfo subscription(std::string topic, std::string type, std::string node) {
  EndpointInfo endpoint = publisher(std::move(topic), std::move(type), std::move(node));
  endpoint.is_publisher = false;
  return endpoint;
}

// A robot that scans, can be reset and drives to places, and a person with a keyboard.
GraphView lab() {
  const std::string goal = "nav2_msgs/action/NavigateToPose";
  return {
      .nodes = {"/keyboard", "/robot"},
      .endpoints = {
          publisher("/scan", "sensor_msgs/msg/LaserScan", "/robot"),
          subscription("/cmd_vel", "geometry_msgs/msg/Twist", "/robot"),
          publisher("/cmd_vel", "geometry_msgs/msg/Twist", "/keyboard"),
          subscription("rq/resetRequest", "std_srvs/srv/Trigger_Request", "/robot"),
          publisher("rr/resetReply", "std_srvs/srv/Trigger_Response", "/robot"),
          publisher("rq/resetRequest", "std_srvs/srv/Trigger_Request", "/keyboard"),
          subscription("rr/resetReply", "std_srvs/srv/Trigger_Response", "/keyboard"),
          publisher("/drive/_action/feedback", goal + "_FeedbackMessage", "/robot"),
          publisher("/drive/_action/status", "action_msgs/msg/GoalStatusArray", "/robot"),
          subscription("rq/drive/_action/send_goalRequest", goal + "_SendGoal_Request", "/robot"),
          subscription("/drive/_action/feedback", goal + "_FeedbackMessage", "/keyboard"),
          subscription("ros_discovery_info", "rmw_dds_common/msg/ParticipantEntitiesInfo", ""),
      }};
}

TEST(GraphQueries, TopicsAreWhatIsPublishedOrSubscribed) {
  EXPECT_THAT(without_hidden(find_topics(lab())),
              ElementsAre(NamedTypes{"/cmd_vel", {"geometry_msgs/msg/Twist"}},
                          NamedTypes{"/scan", {"sensor_msgs/msg/LaserScan"}}));
  EXPECT_EQ(find_topics(lab()).size(), 4u);  // the action's two as well
}

TEST(GraphQueries, ATopicOfTwoTypesShowsBoth) {
  GraphView graph = lab();
  graph.endpoints.push_back(subscription("/cmd_vel", "geometry_msgs/msg/TwistStamped", "/other"));
  EXPECT_THAT(types_of(endpoints_of_topic(graph, "/cmd_vel")),
              ElementsAre("geometry_msgs/msg/Twist", "geometry_msgs/msg/TwistStamped"));
}

TEST(GraphQueries, ServicesAreNamedByTheirRequests) {
  EXPECT_THAT(without_hidden(find_services(lab())),
              ElementsAre(NamedTypes{"/reset", {"std_srvs/srv/Trigger"}}));
  const Endpoints reset = endpoints_of_service(lab(), "/reset");
  ASSERT_EQ(reset.offering.size(), 1u);
  EXPECT_EQ(reset.offering[0].node, "/robot");
  ASSERT_EQ(reset.using_it.size(), 1u);
  EXPECT_EQ(reset.using_it[0].node, "/keyboard");
}

TEST(GraphQueries, ActionsAreNamedByTheirFeedback) {
  EXPECT_THAT(find_actions(lab()),
              ElementsAre(NamedTypes{"/drive", {"nav2_msgs/action/NavigateToPose"}}));
  const Endpoints drive = endpoints_of_action(lab(), "/drive");
  ASSERT_EQ(drive.offering.size(), 1u);
  EXPECT_EQ(drive.offering[0].node, "/robot");
  ASSERT_EQ(drive.using_it.size(), 1u);
  EXPECT_EQ(drive.using_it[0].node, "/keyboard");
}

TEST(GraphQueries, ANodeIsDescribedByWhatItDoes) {
  const NodeDescription robot = describe_node(lab(), "/robot");
  EXPECT_THAT(robot.subscribers, ElementsAre(NamedTypes{"/cmd_vel", {"geometry_msgs/msg/Twist"}}));
  EXPECT_THAT(without_hidden(robot.publishers),
              ElementsAre(NamedTypes{"/scan", {"sensor_msgs/msg/LaserScan"}}));
  EXPECT_THAT(without_hidden(robot.servers),
              ElementsAre(NamedTypes{"/reset", {"std_srvs/srv/Trigger"}}));
  EXPECT_THAT(robot.clients, IsEmpty());
  EXPECT_THAT(robot.action_servers,
              ElementsAre(NamedTypes{"/drive", {"nav2_msgs/action/NavigateToPose"}}));
  EXPECT_THAT(robot.action_clients, IsEmpty());

  const NodeDescription keyboard = describe_node(lab(), "/keyboard");
  EXPECT_THAT(keyboard.clients, ElementsAre(NamedTypes{"/reset", {"std_srvs/srv/Trigger"}}));
  EXPECT_THAT(keyboard.action_clients,
              ElementsAre(NamedTypes{"/drive", {"nav2_msgs/action/NavigateToPose"}}));
}

TEST(GraphQueries, WhatStartsWithAnUnderscoreIsHidden) {
  EXPECT_TRUE(is_hidden("/_private"));
  EXPECT_TRUE(is_hidden("/drive/_action/status"));
  EXPECT_TRUE(is_hidden("_tool"));
  EXPECT_FALSE(is_hidden("/under_score"));
  EXPECT_FALSE(is_hidden("/"));
}

}  // namespace
}  // namespace tandem
