// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#include "ports/ros/order_topics.h"

#include <fmt/format.h>
#include <gmock/gmock.h>

#include <set>

#include "messages/std_msgs.h"
#include "ports/ros/live_run.h"
#include "ports/ros/test_run.h"
#include "simulation/load_scenario.h"

namespace tandem {
namespace {

using std_msgs::msg::String;
using tandem_msgs::msg::CommandStatus;
using tandem_msgs::srv::RobotCommand;
using testing::HasSubstr;
using testing::SizeIs;

std::shared_ptr<const Scenario> scenario_of(const std::string& yaml) {
  Findings findings;
  auto scenario = load_checked_scenario_text(yaml, "test.yaml", {}, findings);
  for (const Finding& finding : findings.all()) ADD_FAILURE() << to_string(finding);
  return scenario;
}

// Two robots, each with a box before it; the first one's is a tool.
const std::string two_robots = R"(
robots:
  - {name: a, model: emaros, pose: {y: -1}}
  - {name: b, model: emaros, pose: {y: 1}, namespace: lab/b}
rules: {attachment: {type: attachment, tools: [plow]}}
spawn:
  plow: &box {area: {x: 0.4, y: -1, size_x_m: 0.25, size_y_m: 0.25}, keep_clear_m: 0,
    object: {shape: box, size_m: [0.2, 0.2, 0.2], mass_kg: 1}}
  red: {<<: *box, area: {x: 0.4, y: 1, size_x_m: 0.25, size_y_m: 0.25}}
)";

// A program that sends commands on a topic and reads the answers.
class Commander {
 public:
  Commander(Node& node, const std::string& topic)
      : commands_(node.publisher<String>(topic, {.depth = 1000})),
        answers_(node.subscribe<CommandStatus>(
            topic + "/status", {.depth = 1000},
            [this](const CommandStatus& status) { statuses.push_back(status); })) {}

  void send(const std::string& command) { commands_.publish({command}); }

  std::vector<CommandStatus> statuses;

 private:
  Publisher<String> commands_;
  Subscription answers_;
};

class OrderTopicsTest : public testing::Test {
 protected:
  OrderTopicsTest() { run_.step(); }

  // The only answer to a command.
  static CommandStatus ask(TestRun& run, Commander& commander, const std::string& command) {
    commander.statuses.clear();
    commander.send(command);
    for (int i = 0; i < 5; ++i) run.step();
    EXPECT_THAT(commander.statuses, SizeIs(1)) << command;
    return commander.statuses.empty() ? CommandStatus{} : commander.statuses.front();
  }

  TestRun run_{scenario_of(two_robots)};
  Node node_{"program", {.context = run_.context()}};
  Commander all_{node_, "/robot_command"};
  Commander a_{node_, "/a/robot_command"};
  Commander b_{node_, "/lab/b/robot_command"};
};

TEST_F(OrderTopicsTest, EveryCommandHasOneAnswerWhereItCame) {
  run_.step();
  const CommandStatus taken = ask(run_, a_, "attach , plow");
  EXPECT_TRUE(taken.done) << taken.text;
  EXPECT_EQ(taken.robot, "a");
  EXPECT_EQ(taken.command, "attach , plow");
  EXPECT_EQ(taken.text, "a carries plow_1");
  EXPECT_GT(taken.stamp.nanosec, 0u);
  EXPECT_TRUE(ask(run_, a_, "tool,on").done);

  const CommandStatus nothing = ask(run_, b_, "tool,on");
  EXPECT_FALSE(nothing.done);
  EXPECT_EQ(nothing.robot, "b");
  EXPECT_THAT(nothing.text, HasSubstr("b carries no tool"));

  // to all: the words say who is meant
  EXPECT_THAT(ask(run_, all_, "detach").text, HasSubstr("must say which robot"));
  EXPECT_TRUE(ask(run_, all_, "attach,red,robot=b").done);
  EXPECT_THAT(ask(run_, all_, "attach,red,robot=c").text, HasSubstr("there is no robot 'c'"));
  EXPECT_THAT(ask(run_, a_, "detach,robot=b").text, HasSubstr("it came to 'a'"));
  EXPECT_EQ(a_.statuses.size() + b_.statuses.size(), 2u) << "the others heard nothing of these";
  EXPECT_TRUE(ask(run_, all_, "next_episode").done);
  EXPECT_EQ(run_.step()->episode, 1u);
}

TEST_F(OrderTopicsTest, GarbageIsRefusedAndCostsNothing) {
  run_.step();
  const std::uint64_t before = run_.step()->episode_count;
  for (const std::string& words :
       {std::string(), std::string(","), std::string("attach\n"), std::string("\x01\x02", 2),
        std::string("\xff\xfe"), std::string(1001, 'x'), std::string("reset,now")})
    EXPECT_FALSE(ask(run_, all_, words).done) << words;

  const CommandStatus huge = ask(run_, all_, std::string(10'000'000, 'a'));
  EXPECT_THAT(huge.text, HasSubstr("at most 1000 bytes, this one has 10000000"));
  EXPECT_LT(huge.command.size(), 100u);
  EXPECT_EQ(run_.step()->episode_count, before);
}

TEST_F(OrderTopicsTest, AFloodIsAnsweredAndDoesNotPileUp) {
  const auto frame = run_.step();
  // 500 commands, 100 at a time as the topic's depth has it, and no step that takes them
  for (int i = 0; i < 500; ++i) {
    all_.send(fmt::format("detach,robot=a,{}", i));
    if (i % 100 == 99) run_.delivery.publish(frame);
  }
  EXPECT_EQ(run_.step()->inputs.orders.size(), static_cast<std::size_t>(OrderTopics::most_waiting));
  run_.step();

  ASSERT_THAT(all_.statuses, SizeIs(500));
  std::set<std::string> answered;
  int refused_at_once = 0;
  for (const CommandStatus& status : all_.statuses) {
    EXPECT_TRUE(answered.insert(status.command).second) << status.command;
    refused_at_once += status.text == "too many commands wait for the next step; try again";
  }
  EXPECT_EQ(refused_at_once, 500 - OrderTopics::most_waiting);
  EXPECT_TRUE(ask(run_, all_, "attach,plow,robot=a").done) << "and all goes on";
}

TEST_F(OrderTopicsTest, TopicsComeAndGoWithRobots) {
  run_.step();
  const auto has = [&](const std::string& topic) {
    return std::ranges::any_of(run_.context()->transport().graph().endpoints,
                               [&](const EndpointInfo& endpoint) {
                                 return endpoint.node == "/tandem" && endpoint.topic == topic;
                               });
  };
  EXPECT_TRUE(has("/a/robot_command"));
  EXPECT_TRUE(has("/lab/b/robot_command/status"));
  run_.inbox.edits.put({RemoveEntity{"b"}, {}});
  run_.step();
  run_.step();
  EXPECT_FALSE(has("/lab/b/robot_command"));
  EXPECT_FALSE(has("/lab/b/robot_command/status"));
  EXPECT_TRUE(has("/a/robot_command"));
}

TEST_F(OrderTopicsTest, RulesTellWhatTheyHaveToSay) {
  std::vector<tandem_msgs::msg::Rules> messages;
  const auto subscription = node_.subscribe<tandem_msgs::msg::Rules>(
      "/tandem/rules", qos::latched,
      [&](const tandem_msgs::msg::Rules& message) { messages.push_back(message); });
  run_.step_for(500ms);
  ASSERT_THAT(messages, SizeIs(1)) << "latecomers get it, and nothing changes";
  EXPECT_THAT(messages[0].loads, SizeIs(0));

  ASSERT_TRUE(ask(run_, a_, "attach,plow").done);
  ASSERT_TRUE(ask(run_, a_, "tool,on").done);
  run_.step_for(500ms);
  ASSERT_GE(messages.size(), 2u);
  EXPECT_LE(messages.size(), 3u);
  const tandem_msgs::msg::Rules& last = messages.back();
  ASSERT_THAT(last.loads, SizeIs(1));
  EXPECT_EQ(last.loads[0].robot, "a");
  EXPECT_EQ(last.loads[0].load, "plow_1");
  EXPECT_EQ(last.loads[0].type, "plow");
  EXPECT_EQ(last.loads[0].mount, "front");
  EXPECT_TRUE(last.loads[0].active);
  const auto rule =
      std::ranges::find(last.rules, "attachment", &tandem_msgs::msg::RuleStatus::rule);
  ASSERT_NE(rule, last.rules.end());
  EXPECT_THAT(rule->values, testing::Contains(diagnostic_msgs::msg::KeyValue{"a tool", "true"}));
}

TEST(OrderService, DoesTheSameOverDds) {
  LiveRun run("arena");
  const auto reply = run.call<RobotCommand>("/robot_command", {"emaros", "paint,on,red"});
  EXPECT_TRUE(reply.success) << reply.message;
  EXPECT_EQ(reply.robot, "emaros");
  EXPECT_EQ(reply.message, "emaros leaves a track");
  const auto refused = run.call<RobotCommand>("/robot_command", {"emaros", "fly"});
  EXPECT_FALSE(refused.success);
  EXPECT_THAT(refused.message, HasSubstr("'fly' is nothing that can be done here"));
  EXPECT_FALSE(run.call<RobotCommand>("/robot_command", {"nobody", "detach"}).success);

  // while time stands still, too
  run.control.pause();
  EXPECT_TRUE(run.call<RobotCommand>("/robot_command", {"", "paint,off"}).success);
}

}  // namespace
}  // namespace tandem
