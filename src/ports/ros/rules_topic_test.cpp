// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#include "ports/ros/rules_topic.h"

#include <gmock/gmock.h>

#include <mutex>
#include <optional>
#include <vector>

#include "messages/simulation_interfaces.h"
#include "messages/std_msgs.h"
#include "messages/tandem_msgs.h"
#include "ports/ros/live_run.h"
#include "ports/ros/service_result.h"

// Rules as programs of a ROS network see them: things come by topic or service, and what rules make
// of them is told as events and on /tandem/rules.
namespace tandem {
namespace {

namespace srv = simulation_interfaces::srv;
using tandem_msgs::msg::CommandStatus;
using tandem_msgs::msg::Event;
using tandem_msgs::msg::Rules;
using tandem_msgs::msg::VirtualObject;
using tandem_msgs::msg::VirtualObjects;
using testing::HasSubstr;

// A world in a network, and a program that brings things, gives orders and listens.
class LiveRules {
 public:
  explicit LiveRules(const std::string& scenario, const ScenarioOptions& options = {})
      : run(scenario, options) {
    EXPECT_TRUE(eventually([&] {
      return objects_.subscriber_count() > 0 && events_.publisher_count() > 0 && has_rules() &&
             orders_.subscriber_count() > 0 && answers_.publisher_count() > 0;
    }));
  }

  // What became of an order to the robot.
  CommandStatus order(const std::string& words) {
    {
      const std::lock_guard lock(mutex_);
      answered_.reset();
    }
    orders_.publish({words});
    CommandStatus status;
    EXPECT_TRUE(eventually([&] {
      const std::lock_guard lock(mutex_);
      if (answered_) status = *answered_;
      return answered_.has_value();
    })) << words;
    EXPECT_EQ(status.command, words);
    return status;
  }

  void bring(const std::string& id, const std::string& type, double x, double y) {
    VirtualObject object{.action = VirtualObject::ADD, .id = id, .type = type};
    object.pose.position = {x, y, 0.08};
    object.pose.orientation.w = 1;
    objects_.publish({.header = {}, .objects = {object}});
  }
  // The event about a thing, once it was heard.
  std::optional<Event> hear(const std::string& name, const std::string& key,
                            const std::string& value) {
    std::optional<Event> found;
    EXPECT_TRUE(eventually([&] {
      const std::lock_guard lock(mutex_);
      for (const Event& event : heard_)
        if (event.name == name && value_of(event.values, key) == value) found = event;
      return found.has_value();
    })) << name
        << " of " << value << " was not heard";
    return found;
  }
  bool comes_to(const std::string& rule, const std::string& key, const std::string& value) {
    return eventually([&] {
      const std::lock_guard lock(mutex_);
      const auto status =
          std::ranges::find(rules_.rules, rule, &tandem_msgs::msg::RuleStatus::rule);
      return status != rules_.rules.end() && value_of(status->values, key) == value;
    });
  }
  bool has(const std::string& entity) {
    const auto entities = run.call<srv::GetEntities>("/get_entities").entities;
    return std::ranges::find(entities, entity) != entities.end();
  }
  int heard(const std::string& name) {
    const std::lock_guard lock(mutex_);
    return static_cast<int>(std::ranges::count(heard_, name, &Event::name));
  }

  static std::string value_of(const std::vector<diagnostic_msgs::msg::KeyValue>& values,
                              const std::string& key) {
    const auto found = std::ranges::find(values, key, &diagnostic_msgs::msg::KeyValue::key);
    return found == values.end() ? "" : found->value;
  }

  LiveRun run;

 private:
  bool has_rules() {
    const std::lock_guard lock(mutex_);
    return !rules_.rules.empty();
  }

  std::mutex mutex_;
  std::vector<Event> heard_;
  Rules rules_;
  std::optional<CommandStatus> answered_;
  Publisher<std_msgs::msg::String> orders_ =
      run.node.publisher<std_msgs::msg::String>("/emaros/robot_command");
  Subscription answers_ = run.node.subscribe<CommandStatus>(
      "/emaros/robot_command/status", qos::reliable, [this](const CommandStatus& status) {
        const std::lock_guard lock(mutex_);
        answered_ = status;
      });
  Publisher<VirtualObjects> objects_ =
      run.node.publisher<VirtualObjects>("/vera/virtual_objects", {.depth = 100});
  Subscription events_ =
      run.node.subscribe<Event>("/tandem/events", {.depth = 200}, [this](const Event& event) {
        const std::lock_guard lock(mutex_);
        heard_.push_back(event);
      });
  Subscription statuses_ =
      run.node.subscribe<Rules>("/tandem/rules", qos::latched, [this](const Rules& rules) {
        const std::lock_guard lock(mutex_);
        rules_ = rules;
      });
};

TEST(RulesOverDds, AZoneTakesWhatATopicBringsAndTellsOfIt) {
  LiveRules warehouse("logistics");
  warehouse.bring("parcel", "red_box", 1.65, 1.1);
  const auto delivered = warehouse.hear("delivered", "thing", "parcel");
  ASSERT_TRUE(delivered);
  EXPECT_EQ(LiveRules::value_of(delivered->values, "zone"), "red_zone");
  EXPECT_EQ(LiveRules::value_of(delivered->values, "type"), "red_box");
  EXPECT_TRUE(warehouse.comes_to("red_zone", "delivered", "1"));
  EXPECT_FALSE(warehouse.has("parcel"));

  warehouse.bring("stray", "blue_box", 1.65, 1.1);
  EXPECT_TRUE(warehouse.hear("wrong_delivery", "thing", "stray"));
  EXPECT_TRUE(warehouse.comes_to("red_zone", "wrong", "1"));
  EXPECT_TRUE(warehouse.has("stray")) << "it is left where it is";
  EXPECT_TRUE(warehouse.comes_to("red_zone", "delivered", "1"));
}

TEST(RulesOverDds, AZoneThatIsRemovedWhileABoxIsInsideTakesItNoMore) {
  LiveRules warehouse("logistics");
  // one that it leaves, so that it is there when the zone goes
  warehouse.bring("stray", "blue_box", 1.65, 1.1);
  EXPECT_TRUE(warehouse.comes_to("red_zone", "wrong", "1"));
  EXPECT_TRUE(is_ok(
      warehouse.run.call<srv::DeleteEntity>("/delete_entity", {.entity = "red_zone"}).result));
  EXPECT_TRUE(warehouse.hear("zone_removed", "zone", "red_zone"));
  EXPECT_TRUE(warehouse.comes_to("red_zone", "open", "false"));
  EXPECT_TRUE(warehouse.has("stray"));

  // a red box waits there in vain, while the zone beside takes its own
  warehouse.bring("parcel", "red_box", 1.65, 1.3);
  warehouse.bring("other", "green_box", 1.65, 0.37);
  EXPECT_TRUE(warehouse.hear("delivered", "thing", "other"));
  EXPECT_TRUE(warehouse.has("parcel"));
  EXPECT_EQ(warehouse.heard("delivered"), 1);

  // until the next reset, after which it is as it was
  warehouse.run.call<srv::ResetSimulation>("/reset_simulation");
  EXPECT_TRUE(warehouse.comes_to("red_zone", "open", "true"));
  EXPECT_TRUE(warehouse.comes_to("red_zone", "wrong", "0"));
}

TEST(RulesOverDds, AToolIsTakenSwitchedAndPutDownByOrders) {
  LiveRules farm("farm");  // its robot begins before the rack of the seeder
  EXPECT_THAT(farm.order("detach").text, HasSubstr("carries nothing"));
  EXPECT_THAT(farm.order("tool,on").text, HasSubstr("carries no tool"));
  const CommandStatus taken = farm.order("attach,seeder");
  EXPECT_TRUE(taken.done) << taken.text;
  EXPECT_TRUE(farm.hear("attached", "load", "seeder"));
  EXPECT_TRUE(farm.comes_to("attachment", "emaros", "seeder"));
  EXPECT_THAT(farm.order("attach,plow").text, HasSubstr("emaros already carries seeder"));
  EXPECT_TRUE(farm.order("tool,on").done);
  EXPECT_TRUE(farm.comes_to("attachment", "emaros tool", "true"));
  EXPECT_TRUE(farm.order("detach").done);
  EXPECT_TRUE(farm.comes_to("attachment", "emaros", "nothing"));
  EXPECT_EQ(farm.heard("attached"), 1);
}

TEST(RulesOverDds, ABallIsServedByAnOrderAndTellsOfIt) {
  LiveRules court("pong", {.overrides = {{"rules.pong.auto_serve", "false"}}});
  EXPECT_TRUE(court.comes_to("pong", "in_play", "false"));
  EXPECT_TRUE(court.order("serve").done);
  EXPECT_TRUE(court.comes_to("pong", "in_play", "true"));
  EXPECT_TRUE(eventually([&] { return court.heard("serve") == 1; }));
  EXPECT_THAT(court.order("serve").text, HasSubstr("in play"));
}

}  // namespace
}  // namespace tandem
