// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#include "tools/tool_node.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <thread>
#include <utility>

#include "tools/graph_queries.h"

namespace tandem {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;

constexpr auto no_deadline = ToolNode::Clock::time_point::max();

class NoEndpoints final : public TransportNode {
 public:
  std::unique_ptr<RawPublisher> publisher(const std::string&, const TypeId&, const Qos&) override {
    return nullptr;
  }
  std::unique_ptr<RawSubscription> subscribe(const std::string&, const TypeId&, const Qos&,
                                             OnMessage) override {
    return nullptr;
  }
  std::unique_ptr<RawServer> serve(const std::string&, const ServiceTypeId&, OnRequest) override {
    return nullptr;
  }
  std::unique_ptr<RawClient> client(const std::string&, const ServiceTypeId&, OnResponse) override {
    return nullptr;
  }
};

// A network that looks as the test says.
struct Stage {
  std::mutex mutex;
  GraphView graph;
  std::function<void()> tell;

  void show(GraphView next) {
    std::function<void()> listener;
    {
      const std::lock_guard lock(mutex);
      graph = std::move(next);
      listener = tell;
    }
    if (listener) listener();
  }
};

class StagedTransport final : public Transport {
 public:
  explicit StagedTransport(Stage& stage) : stage_(stage) {}
  std::unique_ptr<TransportNode> join(const NodeName&) override {
    return std::make_unique<NoEndpoints>();
  }
  GraphView graph() const override {
    const std::lock_guard lock(stage_.mutex);
    return stage_.graph;
  }
  void on_graph_change(std::function<void()> callback) override {
    const std::lock_guard lock(stage_.mutex);
    stage_.tell = std::move(callback);
  }

 private:
  Stage& stage_;
};

const GraphView robot_only{.nodes = {"/robot"}};
const GraphView robot_and_person{.nodes = {"/person", "/robot"}};

ToolNode::Condition has(const std::string& node) {
  return [node](const GraphView& graph) { return has_node(graph, node); };
}

class ToolNodeTest : public testing::Test {
 protected:
  Stage stage;
  std::stop_source stop;
  ToolNode tool{std::make_unique<StagedTransport>(stage), {.name = "_tool"}, stop.get_token()};
};

TEST_F(ToolNodeTest, DoesNotSeeItself) {
  stage.show({.nodes = {"/_tool", "/robot"},
              .endpoints = {{.topic = "/a", .node = "/_tool"}, {.topic = "/b", .node = "/robot"}}});
  EXPECT_THAT(tool.graph().nodes, ElementsAre("/robot"));
  ASSERT_EQ(tool.graph().endpoints.size(), 1u);
  EXPECT_EQ(tool.graph().endpoints[0].topic, "/b");
}

TEST_F(ToolNodeTest, AnswersAsSoonAsWhatItWaitsForIsThere) {
  std::jthread network([&] {
    stage.show(robot_only);
    stage.show(robot_and_person);
  });
  const auto graph = tool.wait_for(has("/person"), no_deadline);
  ASSERT_TRUE(graph);
  EXPECT_THAT(graph->nodes, ElementsAre("/person", "/robot"));
}

TEST_F(ToolNodeTest, HasNoAnswerAtTheDeadline) {
  stage.show(robot_only);
  EXPECT_FALSE(tool.wait_for(has("/person"), ToolNode::Clock::now()));
}

TEST_F(ToolNodeTest, StopsWaitingWhenThePersonDoes) {
  std::jthread person([&] { stop.request_stop(); });
  EXPECT_FALSE(tool.wait_for(has("/person"), no_deadline));
  EXPECT_THAT(tool.settled_graph({.alone = 1h, .longest = 1h}).nodes, IsEmpty());
}

TEST_F(ToolNodeTest, KnowsEverybodyWhenNothingNewAppears) {
  stage.show(robot_only);
  // the limits for the lonely would keep the test for hours
  EXPECT_THAT(tool.settled_graph({.quiet = 0ms, .alone = 1h, .longest = 1h}).nodes,
              ElementsAre("/robot"));
}

TEST_F(ToolNodeTest, IsAloneWhenNobodyAppears) {
  EXPECT_THAT(tool.settled_graph({.quiet = 1h, .alone = 0ms, .longest = 1h}).nodes, IsEmpty());
}

TEST_F(ToolNodeTest, GivesMoreTimeToWhatWasAskedForByName) {
  stage.show(robot_only);
  std::jthread network([&] { stage.show(robot_and_person); });
  const GraphView graph =
      tool.settled_graph({.quiet = 0ms, .alone = 0ms, .longest = 1h}, has("/person"));
  EXPECT_THAT(graph.nodes, ElementsAre("/person", "/robot"));
}

TEST_F(ToolNodeTest, WaitsForEndpointsThatTheirNodesTellOf) {
  stage.show({.nodes = {"/robot"}, .to_come = 1});
  std::jthread network([&] {
    stage.show({.nodes = {"/robot"},
                .endpoints = {{.topic = "/scan", .is_publisher = true, .node = "/robot"}}});
  });
  const GraphView graph = tool.settled_graph({.quiet = 0ms, .alone = 0ms, .longest = 1h});
  EXPECT_EQ(graph.endpoints.size(), 1u);
}

TEST_F(ToolNodeTest, WaitsForTheNamesOfNodesWhoseEndpointsItSees) {
  stage.show({.endpoints = {{.topic = "/scan", .is_publisher = true}}});
  std::jthread network([&] {
    stage.show({.nodes = {"/robot"},
                .endpoints = {{.topic = "/scan", .is_publisher = true, .node = "/robot"}}});
  });
  EXPECT_THAT(tool.settled_graph({.quiet = 0ms, .alone = 1h, .longest = 1h}).nodes,
              ElementsAre("/robot"));
}

}  // namespace
}  // namespace tandem
