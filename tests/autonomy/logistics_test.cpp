// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
//
// The logistics program in small warehouses, on the whole way: pictures, navigator, orders, zones.
#include <fmt/format.h>
#include <gmock/gmock.h>

#include "autonomy/behavior/planar.h"
#include "benchmarks/programs/logistics_crew.h"
#include "cable.h"
#include "messages/nav_msgs.h"

namespace tandem {
namespace {

using testing::HasSubstr;
using testing::IsSubsetOf;
using MissionMessage = tandem_msgs::msg::Mission;
using Control = tandem_msgs::srv::MissionControl;

// A room of 3 by 2 m: boxes in the west, a zone in the east, the robot between them.
std::string room(const std::string& boxes, const std::string& more = {}) {
  return fmt::format(R"(name: room
world: {{generate: arena, size_x_m: 3, size_y_m: 2, wall_height_m: 0.4}}
robots:
  - {{name: emaros, model: emaros, pose: {{x: 0, yaw_deg: 180}}, localization: ideal}}
map: {{}}
step: 8ms
spawn:
{}
rules:
  red_zone: {{type: zone, area: {{x: 1, size_x_m: 0.5, size_y_m: 0.5}}, accepts: [red_box], color: '#d8201c'}}
{})",
                     boxes, more);
}

std::string box(const std::string& name, double x, double y, const std::string& model = "red_box") {
  return fmt::format(
      "  {}: {{area: {{x: {}, y: {}, size_x_m: 0.17, size_y_m: 0.17}}, object: {{model: {}}}}}\n",
      name, x, y, model);
}

// A world, the programs, and a person who watches.
class Warehouse {
 public:
  explicit Warehouse(const std::string& scenario, bool is_twin = false,
                     std::vector<std::string> arguments = {})
      : world(scenario, {.is_twin = is_twin}), crew(world, is_twin, within(std::move(arguments))) {
    person_.start();
  }

  bool run_until_state(const std::string& path, Duration limit = 120s) {
    return world.run_until([&] { return mission.active.starts_with(path); }, limit);
  }
  bool run_until_delivered(int count, Duration limit = 200s) {
    return world.run_until(
        [&] {
          note();
          return delivered == count;
        },
        limit);
  }
  bool run_until_over(Duration limit = 400s) {
    return world.run_until(
        [&] {
          note();
          return mission.status == MissionMessage::SUCCEEDED ||
                 mission.status == MissionMessage::FAILED;
        },
        limit);
  }
  Control::Response control(const std::string& command) {
    std::optional<Control::Response> answer;
    controls_.call({.command = command}, 1s, [&](const auto& it) { answer = *it; });
    world.run_until([&] { return answer.has_value(); }, 1s);
    return answer.value_or(Control::Response{});
  }
  std::string known(const std::string& key) const {
    for (const auto& value : mission.blackboard)
      if (value.key == key) return value.value;
    return {};
  }
  // Who does not drive cannot be seen to stop.
  bool is_driving() const {
    const Twist2 command = world.robot().command;
    return command.linear != 0 || command.angular != 0;
  }
  bool is_standing() {
    world.run(600ms);
    const Pose2 at = world.place();
    const bool was_driving = is_driving();
    world.run(500ms);
    return !was_driving && distance(world.place().translation, at.translation) < 0.002 &&
           std::abs(wrap_angle(world.place().yaw - at.yaw)) < 0.01;
  }

  LockstepWorld world;
  LogisticsCrew crew;
  MissionMessage mission;
  int delivered = 0;

 private:
  // The room is small.
  static std::vector<std::string> within(std::vector<std::string> arguments) {
    for (const char* word : {"-p", "search_radius_m:=1.3"}) arguments.emplace_back(word);
    return arguments;
  }

  void note() {
    // each frame once, also the one that a wait ends and the next begins with
    if (std::exchange(noted_step_, world.frame().step_count) == world.frame().step_count) return;
    for (const WorldEvent& event : world.frame().events)
      if (event.name == "delivered") ++delivered;
  }

  std::uint64_t noted_step_ = 0;
  Node person_{"person", world.node_options()};
  Client<Control> controls_ = person_.client<Control>("mission/control");
  Subscription missions_ = person_.subscribe<MissionMessage>(
      "mission", qos::latched, [this](const MissionMessage& message) { mission = message; });
};

}  // namespace

TEST(Logistics, BringsBoxesHomeAndRemembersTheZone) {
  Warehouse warehouse(room(box("a", -1.0, -0.35) + box("b", -1.0, 0.4)));
  ASSERT_TRUE(warehouse.run_until_delivered(1)) << warehouse.mission.active;
  const std::string searches = warehouse.known("zone searches");
  ASSERT_TRUE(warehouse.run_until_over()) << warehouse.mission.active;
  EXPECT_EQ(warehouse.mission.outcome, "all_delivered") << warehouse.mission.message;
  EXPECT_EQ(warehouse.delivered, 2);
  EXPECT_EQ(warehouse.known("zone searches"), searches) << "the second box needed none";
  EXPECT_EQ(warehouse.known("red_zone").substr(0, 4), "(1.0");
  EXPECT_THAT(warehouse.world.touched(), IsSubsetOf({"a_1", "b_1"}));
  EXPECT_TRUE(warehouse.is_standing());
}

TEST(Logistics, AZoneThatPeopleToldOfIsNotSearched) {
  Warehouse warehouse(room(box("a", -1.0, -0.35)), false, {"-p", "given.red_zone:=[1.0, 0.05]"});
  ASSERT_TRUE(warehouse.run_until_over()) << warehouse.mission.active;
  EXPECT_EQ(warehouse.mission.outcome, "all_delivered") << warehouse.mission.message;
  EXPECT_EQ(warehouse.delivered, 1);
  EXPECT_EQ(warehouse.known("zone searches"), "");
}

TEST(Logistics, ABoxThatIsTakenAwayOnTheWayToItIsSearchedElsewhere) {
  Warehouse warehouse(room(box("a", -1.0, -0.35)));
  ASSERT_TRUE(warehouse.run_until_state("attach_box/approach"));
  warehouse.world.run(1s);
  const Pose moved{{-1.0, 0.55, 0.0751}, {}};
  warehouse.world.inbox().edits.put(
      {.edit = SetEntityState{.name = "a_1", .world_from_entity = moved}});
  ASSERT_TRUE(warehouse.run_until_over()) << warehouse.mission.active;
  EXPECT_EQ(warehouse.mission.outcome, "all_delivered") << warehouse.mission.message;
  EXPECT_EQ(warehouse.delivered, 1);
}

TEST(Logistics, ABoxThatCannotBeTakenIsLeftAndSaid) {
  // too heavy for it
  Warehouse warehouse(
      room(box("a", -1.0, -0.35), "  attachment: {type: attachment, max_mass_kg: 0.1}\n"));
  ASSERT_TRUE(warehouse.run_until_over()) << warehouse.mission.active;
  EXPECT_EQ(warehouse.mission.outcome, "boxes_left");
  EXPECT_THAT(warehouse.mission.message, HasSubstr("a red_box stays: attach,red_box"));
  EXPECT_TRUE(warehouse.is_standing());
}

TEST(Logistics, ABoxWithoutAZoneIsBroughtBackAndSaid) {
  Warehouse warehouse(room(box("a", -1.0, -0.35, "blue_box")));
  ASSERT_TRUE(warehouse.run_until_over()) << warehouse.mission.active;
  EXPECT_EQ(warehouse.mission.outcome, "boxes_left");
  EXPECT_THAT(warehouse.mission.message, HasSubstr("blue_box: its zone was not found"));
  const Vec3 box = warehouse.world.pose_of("a_1").translation;
  // the robot was 0.43 m before it, and puts it down 0.215 m before itself
  EXPECT_LT(std::hypot(box.x + 1.0, box.y + 0.35), 0.43 - 0.215 + 0.15);
}

TEST(Logistics, ABoxThatIsStolenFromTheRobotIsSaidToBeGoneAndTheNextOneIsBrought) {
  Warehouse warehouse(room(box("a", -1.0, -0.35) + box("b", -1.0, 0.4)));
  geometry_msgs::msg::Polygon footprint;
  Node observer("observer", warehouse.world.node_options());
  const auto footprints = observer.subscribe<geometry_msgs::msg::Polygon>(
      "local_costmap/footprint", qos::reliable,
      [&](const geometry_msgs::msg::Polygon& message) { footprint = message; });
  observer.start();
  ASSERT_TRUE(warehouse.run_until_state("navigate_to_zone"));
  warehouse.world.run(1s);
  ASSERT_EQ(warehouse.world.frame().carried.size(), 1U);
  EXPECT_FALSE(footprint.points.empty());
  const std::string stolen = warehouse.world.frame().carried[0].load_name;
  warehouse.world.inbox().edits.put({.edit = RemoveEntity{.name = stolen}});
  ASSERT_TRUE(warehouse.run_until_state("box_lost")) << warehouse.mission.active;
  EXPECT_THAT(warehouse.mission.message, HasSubstr("carries nothing"));
  ASSERT_TRUE(warehouse.run_until_state("attach_box/approach")) << warehouse.mission.active;
  EXPECT_EQ(warehouse.known("carries"), "");
  EXPECT_TRUE(footprint.points.empty()) << "the navigator knows that it carries nothing";
  ASSERT_TRUE(warehouse.run_until_over()) << warehouse.mission.active;
  EXPECT_EQ(warehouse.delivered, 1);
  EXPECT_EQ(warehouse.mission.outcome, "boxes_left") << warehouse.mission.message;
  EXPECT_THAT(warehouse.mission.message, HasSubstr("a red_box was lost on the way"));
  EXPECT_TRUE(warehouse.is_standing());
}

TEST(Logistics, APersonWhoSendsTheRobotElsewhereStopsTheMission) {
  Warehouse warehouse(room(box("a", -1.0, -0.35)));
  Node person("rviz", warehouse.world.node_options());
  auto goals = person.publisher<geometry_msgs::msg::PoseStamped>("goal_pose");
  person.start();
  for (const std::string state : {"attach_box/approach", "navigate_to_zone"}) {
    SCOPED_TRACE(state);
    ASSERT_TRUE(warehouse.run_until_state(state)) << warehouse.mission.active;
    warehouse.world.run(1s);
    const Pose2 wanted{{0.1, 0.6}, 0};
    goals.publish(to_pose_stamped(wanted, "map"));
    warehouse.world.run(500ms);
    EXPECT_EQ(warehouse.mission.status, MissionMessage::STOPPED) << warehouse.mission.message;
    EXPECT_EQ(warehouse.mission.outcome, "preempted");
    EXPECT_EQ(warehouse.mission.active, state);
    EXPECT_TRUE(warehouse.world.run_until(
        [&] { return distance(warehouse.world.place().translation, wanted.translation) < 0.08; },
        30s))
        << "it goes where the person wants it";
    warehouse.world.run(2s);  // the person's goal has ended
    EXPECT_TRUE(warehouse.control("resume").success);
  }
  ASSERT_TRUE(warehouse.run_until_over()) << warehouse.mission.active;
  EXPECT_EQ(warehouse.mission.outcome, "all_delivered") << warehouse.mission.message;
  EXPECT_EQ(warehouse.delivered, 1) << "no try was wasted";
}

TEST(Logistics, WithoutPicturesItStandsAndNamesTheCamera) {
  Warehouse warehouse(room(box("a", -1.0, -0.35)));
  Node node("cable", warehouse.world.node_options());
  Cable<sensor_msgs::msg::CompressedImage> cable(node, "camera_front/image_raw/compressed",
                                                 "relayed/image_raw/compressed", qos::image);
  node.start();
  warehouse.crew.front.emplace(
      warehouse.world.node_options({"-p", "image_topic:=relayed/image_raw"}));
  ASSERT_TRUE(warehouse.run_until_state("attach_box/approach"));
  warehouse.world.run(500ms);
  EXPECT_TRUE(warehouse.is_driving());
  cable.is_cut = true;
  ASSERT_TRUE(warehouse.run_until_over(20s)) << warehouse.mission.active;
  EXPECT_EQ(warehouse.mission.outcome, "camera_lost") << warehouse.mission.message;
  EXPECT_THAT(warehouse.mission.message, HasSubstr("no picture for 1 s"));
  EXPECT_TRUE(warehouse.is_standing());
}

TEST(Logistics, WithoutPicturesOfItsRearCameraItStandsAndNamesIt) {
  Warehouse warehouse(room(box("a", -1.0, -0.35)));
  Node node("cable", warehouse.world.node_options());
  Cable<sensor_msgs::msg::CompressedImage> cable(node, "camera_rear/image_raw/compressed",
                                                 "relayed/image_raw/compressed", qos::image);
  node.start();
  std::vector<std::string> arguments = rear_eye_arguments(true);
  for (std::string& word : arguments)
    if (word.starts_with("image_topic:=")) word = "image_topic:=relayed/image_raw";
  warehouse.crew.rear.emplace(warehouse.world.node_options(arguments));
  // it drives to the zone, to look at it there
  ASSERT_TRUE(warehouse.run_until_state("navigate_to_zone"));
  warehouse.world.run(1s);
  EXPECT_TRUE(warehouse.is_driving());
  cable.is_cut = true;
  ASSERT_TRUE(warehouse.run_until_over(60s)) << warehouse.mission.active;
  EXPECT_EQ(warehouse.mission.active, "verify_zone");
  EXPECT_EQ(warehouse.mission.outcome, "camera_lost") << warehouse.mission.message;
  EXPECT_THAT(warehouse.mission.message, HasSubstr("perception_rear/sight"));
  EXPECT_TRUE(warehouse.is_standing());
}

TEST(Logistics, WithoutScansItStandsAndNamesThem) {
  Warehouse warehouse(room(box("a", -1.0, -0.35)));
  Node node("cable", warehouse.world.node_options());
  Cable<sensor_msgs::msg::LaserScan> cable(node, "scan", "relayed_scan", qos::sensor);
  node.start();
  warehouse.crew.navigator.emplace(
      warehouse.world.node_options({"-p", "scan_topic:=relayed_scan"}));
  ASSERT_TRUE(warehouse.run_until_state("navigate_to_zone"));
  warehouse.world.run(1s);
  EXPECT_TRUE(warehouse.is_driving());
  cable.is_cut = true;
  ASSERT_TRUE(warehouse.run_until_over(5s)) << warehouse.mission.active;
  EXPECT_EQ(warehouse.mission.outcome, "sensor_lost") << warehouse.mission.message;
  EXPECT_THAT(warehouse.mission.message, HasSubstr("no scan on /emaros/relayed_scan"));
  EXPECT_TRUE(warehouse.is_standing());
}

TEST(Logistics, WithoutAnybodyWhoTakesOrdersItStandsAndSaysSo) {
  Warehouse warehouse(room(box("a", -1.0, -0.35)), false,
                      {"-r", "robot_command/status:=relayed_status"});
  Node node("cable", warehouse.world.node_options());
  Cable<tandem_msgs::msg::CommandStatus> cable(node, "robot_command/status", "relayed_status",
                                               {.depth = 100});
  node.start();
  ASSERT_TRUE(warehouse.run_until_state("attach_box/approach"));
  cable.is_cut = true;
  ASSERT_TRUE(warehouse.run_until_state("attach_box/attach", 60s));
  ASSERT_TRUE(warehouse.run_until_over(6s)) << warehouse.mission.active;
  EXPECT_EQ(warehouse.mission.outcome, "command_lost") << warehouse.mission.message;
  EXPECT_THAT(warehouse.mission.message, HasSubstr("relayed_status within 5 s"));
  EXPECT_TRUE(warehouse.is_standing());
}

TEST(Logistics, WithoutPerceptionItStandsAndSaysSo) {
  Warehouse warehouse(room(box("a", -1.0, -0.35)));
  ASSERT_TRUE(warehouse.run_until_state("attach_box/approach"));
  warehouse.world.run(500ms);
  EXPECT_TRUE(warehouse.is_driving());
  warehouse.crew.front.reset();
  ASSERT_TRUE(warehouse.run_until_over(20s)) << warehouse.mission.active;
  EXPECT_EQ(warehouse.mission.outcome, "perception_lost") << warehouse.mission.message;
  EXPECT_TRUE(warehouse.is_standing());
}

TEST(Logistics, WithoutANavigatorItStandsAndNamesIt) {
  Warehouse warehouse(room(box("a", -1.0, -0.35)));
  ASSERT_TRUE(warehouse.run_until_state("navigate_to_zone"));
  warehouse.world.run(1s);
  EXPECT_TRUE(warehouse.is_driving());
  warehouse.crew.navigator.reset();
  ASSERT_TRUE(warehouse.run_until_over(30s)) << warehouse.mission.active;
  EXPECT_EQ(warehouse.mission.outcome, "navigator_lost") << warehouse.mission.message;
  EXPECT_TRUE(warehouse.is_standing());
}

TEST(Logistics, ATwinWhoseTrackingIsLostIsSaidToBe) {
  Warehouse warehouse(room(box("a", -1.0, -0.35)), true);
  Pose2 stand_in;  // the robot that nobody sees any more
  Node observer("observer", warehouse.world.node_options());
  const auto truths = observer.subscribe<nav_msgs::msg::Odometry>(
      "plant/ground_truth", qos::reliable,
      [&](const nav_msgs::msg::Odometry& message) { stand_in = to_pose2(message.pose.pose); });
  observer.start();
  ASSERT_TRUE(warehouse.run_until_state("navigate_to_zone", 200s));
  warehouse.world.run(1s);
  warehouse.world.plant()->set_blind(true);
  // tracking is lost after 0.5 s, which the navigator notices 0.5 s later
  ASSERT_TRUE(warehouse.run_until_over(2s)) << warehouse.mission.active;
  EXPECT_EQ(warehouse.mission.outcome, "tracking_lost") << warehouse.mission.message;
  EXPECT_THAT(warehouse.mission.message, HasSubstr("no transform from map to emaros/base_link"));
  const Pose2 before = stand_in;
  warehouse.world.run(1s);
  EXPECT_LT(distance(before.translation, stand_in.translation), 0.002) << "it stands";
}

TEST(Logistics, ItIsStoppedWithABoxAndResumed) {
  Warehouse warehouse(room(box("a", -1.0, -0.35)));
  ASSERT_TRUE(warehouse.run_until_state("navigate_to_zone"));
  warehouse.world.run(1s);
  EXPECT_TRUE(warehouse.control("stop").success);
  EXPECT_TRUE(warehouse.is_standing());
  EXPECT_EQ(warehouse.world.frame().carried.size(), 1U);
  EXPECT_TRUE(warehouse.control("resume").success);
  ASSERT_TRUE(warehouse.run_until_over()) << warehouse.mission.active;
  EXPECT_EQ(warehouse.mission.outcome, "all_delivered") << warehouse.mission.message;
  EXPECT_EQ(warehouse.delivered, 1);
}

TEST(Logistics, RestartedWithABoxItPutsItDownAndBeginsAnew) {
  Warehouse warehouse(room(box("a", -1.0, -0.35)));
  ASSERT_TRUE(warehouse.run_until_state("navigate_to_zone"));
  warehouse.world.run(1s);
  EXPECT_TRUE(warehouse.control("restart").success);
  ASSERT_TRUE(warehouse.run_until_state("make_room", 5s));
  EXPECT_TRUE(warehouse.world.frame().carried.empty());
  ASSERT_TRUE(warehouse.run_until_over()) << warehouse.mission.active;
  EXPECT_EQ(warehouse.mission.outcome, "all_delivered") << warehouse.mission.message;
  EXPECT_EQ(warehouse.delivered, 1);
}

}  // namespace tandem
