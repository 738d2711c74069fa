// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
//
// The farming program on a small farm, with perception and navigator, in lockstep.
#include <gmock/gmock.h>

#include <cstdlib>
#include <fstream>

#include "autonomy/behavior/planar.h"
#include "benchmarks/programs/farming_trial.h"
#include "cable.h"
#include "messages/sensor_msgs.h"
#include "messages/tandem_msgs.h"
#include "scenario/newcomer.h"

namespace tandem {

namespace {

using testing::AnyOf;
using testing::HasSubstr;
using testing::IsEmpty;

// The shipped farm with a field of 0.8 by 0.6 m, in reach of the racks.
constexpr const char* small_farm = R"(name: small_farm
world: farm
robots:
  - name: emaros
    model: emaros
    pose: {x: -0.2, y: -0.5, yaw_deg: 20}
    localization: ideal
    sensors: {camera_front: {rate_hz: 5}}
rules:
  attachment: {type: attachment, tools: [plow, seeder, harvester]}
  field: {type: field, area: {x: 0.1, y: -0.4, size_x_m: 0.8, size_y_m: 0.6}, tile_m: 0.05}
map: {}
paint:
  area: {size_x_m: 4, size_y_m: 3}
  strokes:
    - {points: [[-0.35, -0.05], [0.55, -0.05], [0.55, -0.75], [-0.35, -0.75], [-0.35, -0.05]], width_m: 0.1, color: '#d9c9a0'}
step: 8ms
)";

class Farming : public testing::Test {
 protected:
  void make(FarmingLaboratory::Options options = {}, const std::string& scenario = small_farm) {
    options.scenario = scenario;
    options.draws_start = false;
    // on a field as small as this a robot sees much of what is around it
    for (const char* setting : {"field.ratio:=0.5", "field.onto_m:=0.2"})
      options.arguments.insert(options.arguments.begin(), {"-p", setting});
    farm_.emplace(options);
  }
  LockstepWorld& world() { return farm_->world(); }
  Mission& mission() { return farm_->program().mission(); }
  const MissionPoint& point() const { return farm_->point(); }

  // As if it had mapped the field.
  void begin_with_tools() {
    world().run(300ms);
    Blackboard::Poses corners;
    for (const Vec2 corner : farm_->true_corners())
      corners.push_back(to_pose_stamped({corner, 0}, "map"));
    mission().blackboard().set("corners", corners);
    ASSERT_FALSE(mission().restart("choose_tool"));
  }
  // Something 10 cm wide and higher than the lidar looks.
  void put_post(Vec2 place) {
    Newcomer post = read_newcomer(
        {.name = "post", .uri = "tall_block", .world_from_model = {{place.x, place.y, 0.111}, {}}});
    ASSERT_TRUE(post.what) << post.reason;
    world().inbox().edits.put({.edit = Spawn{.what = *std::move(post.what)}});
  }
  // Of the shipped farm, where its way crosses the northern edge near the corner, askew, and leads
  // on to two bales of hay, which are lower than the lidar looks.
  void make_before_hay() {
    farm_.emplace(FarmingLaboratory::Options{.draws_start = false,
                                             .overrides = {{"robots.emaros.pose.x", "0.34"},
                                                           {"robots.emaros.pose.y", "-0.1"},
                                                           {"robots.emaros.pose.yaw_deg", "132"}}});
  }
  void expect_failure(const std::string& outcome, const std::string& message) {
    EXPECT_EQ(point().status, MissionStatus::failed);
    EXPECT_EQ(point().outcome, outcome) << point().message;
    EXPECT_THAT(point().message, HasSubstr(message));
    world().run(600ms);
    const Pose2 stopped = world().place();
    EXPECT_EQ(world().robot().command.linear, 0);
    EXPECT_EQ(world().robot().command.angular, 0);
    world().run(1s);
    EXPECT_LT(distance(world().place().translation, stopped.translation), 0.005) << "it stands";
    EXPECT_LT(std::abs(wrap_angle(world().place().yaw - stopped.yaw)), 0.01);
  }
  // Who has not driven yet cannot be seen to stop.
  void run_until_it_drives() {
    const Vec2 from = world().place().translation;
    const auto has_driven = [&] { return distance(world().place().translation, from) > 0.1; };
    ASSERT_TRUE(world().run_until(has_driven, 30s)) << point().active << ": " << point().message;
    ASSERT_TRUE(point().is_running());
  }

  std::optional<FarmingLaboratory> farm_;
};

}  // namespace

TEST_F(Farming, MapsAFieldByItsFourCorners) {
  make();
  ASSERT_TRUE(farm_->run_until_state("map_field/follow_edge", 60s)) << point().message;
  // stopped and resumed on the way
  world().run(3s);
  EXPECT_FALSE(mission().stop());
  world().run(600ms);
  EXPECT_EQ(world().robot().command.linear, 0);
  EXPECT_FALSE(mission().resume());
  ASSERT_TRUE(farm_->run_until_state("use_tool/find_equipment", 90s)) << point().message;
  EXPECT_LT(farm_->corner_error_m(), 0.03);
  EXPECT_THAT(world().touched(), IsEmpty());
}

TEST_F(Farming, StopsOnTheEdgeAndNotAtTheHayBehindIt) {
  make_before_hay();
  ASSERT_TRUE(farm_->run_until_state("map_field/adjust_to_edge", 20s)) << point().message;
  EXPECT_NEAR(world().place().translation.y, 0.7, 0.03);
  EXPECT_THAT(world().touched(), IsEmpty());
}

TEST_F(Farming, BeforeHayThatLiesInItsWayItStopsAndSearchesAgain) {
  make_before_hay();
  ASSERT_TRUE(farm_->run_until_state("map_field/drive_to_edge", 20s)) << point().message;
  const Vec2 place = world().place() * Vec2{0.45, 0};
  Newcomer bale = read_newcomer(
      {.name = "bale", .uri = "hay_bale", .world_from_model = {{place.x, place.y, 0.0005}, {}}});
  ASSERT_TRUE(bale.what) << bale.reason;
  world().inbox().edits.put({.edit = Spawn{.what = *std::move(bale.what)}});
  ASSERT_TRUE(farm_->run_until_state("map_field/check_on_field", 15s)) << point().message;
  EXPECT_THAT(world().touched(), IsEmpty());
}

TEST_F(Farming, PloughsTheFieldAndBringsThePlowBack) {
  make({.arguments = {"-p", "tools:=[plow]"}});
  const Vec3 rack = world().pose_of("plow").translation;
  begin_with_tools();
  ASSERT_TRUE(farm_->run_until_state("use_tool/work", 60s)) << point().message;
  world().run(12s);
  // stopped in the middle of the work the tool is off, and goes on where it was
  EXPECT_FALSE(mission().stop());
  world().run(600ms);
  ASSERT_EQ(world().frame().carried.size(), 1U);
  EXPECT_FALSE(world().frame().carried[0].is_active);
  EXPECT_FALSE(mission().resume());
  ASSERT_TRUE(farm_->run_until_end(200s)) << point().active << ": " << point().message;
  EXPECT_EQ(point().status, MissionStatus::succeeded) << point().message;
  EXPECT_EQ(farm_->share_ploughed(), 1);
  EXPECT_TRUE(world().frame().carried.empty());
  const Vec3 put = world().pose_of("plow").translation;
  EXPECT_LT(std::hypot(put.x - rack.x, put.y - rack.y), 0.06);
}

TEST_F(Farming, AToolThatIsNotThereIsMissing) {
  make({.arguments = {"-p", "search.radius_m:=0.5"}});
  world().inbox().edits.put({.edit = RemoveEntity{.name = "plow"}});
  begin_with_tools();
  ASSERT_TRUE(farm_->run_until_end(60s)) << point().message;
  expect_failure("tool_missing", "not seen");
}

TEST_F(Farming, AToolThatIsTakenFromItIsMissing) {
  make({.arguments = {"-p", "tools:=[plow]"}});
  begin_with_tools();
  ASSERT_TRUE(farm_->run_until_state("use_tool/work", 60s)) << point().message;
  world().run(5s);
  world().inbox().edits.put({.edit = RemoveEntity{.name = "plow"}});
  ASSERT_TRUE(farm_->run_until_end(3s)) << point().active << ": " << point().message;
  expect_failure("tool_missing", "tool,on");
}

TEST_F(Farming, AToolThatItMayNotTakeIsRefused) {
  std::string heavy = small_farm;
  const std::string tools = "tools: [plow, seeder, harvester]";
  heavy.replace(heavy.find(tools), tools.size(), tools + ", max_mass_kg: 0.01");
  make({}, heavy);
  begin_with_tools();
  ASSERT_TRUE(farm_->run_until_end(90s)) << point().active << ": " << point().message;
  EXPECT_EQ(point().active, "use_tool/attach");
  expect_failure("attach_refused", "attach,plow: ");
  EXPECT_TRUE(world().frame().carried.empty());
}

TEST_F(Farming, WhereThereIsNoFieldNoneIsFound) {
  std::string meadow = small_farm;
  const std::size_t field = meadow.find("  field:"), map = meadow.find("map:");
  meadow.erase(field, map - field);
  const std::size_t paint = meadow.find("paint:"), step = meadow.find("step:");
  meadow.erase(paint, step - paint);
  make({.arguments = {"-p", "search.radius_m:=0.8"}}, meadow);
  ASSERT_TRUE(farm_->run_until_end(120s)) << point().active << ": " << point().message;
  expect_failure("field_not_found", "not seen at any of");
}

TEST_F(Farming, ASwathThatCannotBeReachedIsLeftOutAndSaid) {
  make({.arguments = {"-p", "tools:=[plow]"}});
  std::string said;
  Node person("person", world().node_options());
  const auto missions = person.subscribe<tandem_msgs::msg::Mission>(
      "mission", qos::latched, [&](const tandem_msgs::msg::Mission& mission) {
        if (mission.message.find("left out") != std::string::npos) said = mission.message;
      });
  person.start();
  // three swaths of 0.3 m lie across 0.66 m; where the robot would begin the first one, at
  // (-0.23, -0.58), a corner of it would be in the post
  put_post({-0.33, -0.7});
  begin_with_tools();
  ASSERT_TRUE(farm_->run_until_end(300s)) << point().active << ": " << point().message;
  EXPECT_EQ(point().status, MissionStatus::succeeded) << point().message;
  EXPECT_THAT(said, HasSubstr("2 of 3 swaths; left out: "));
  // the second one begins 0.15 m above the lower edge of a field of 0.6 m
  EXPECT_GT(farm_->share_ploughed(), 0.7);
  EXPECT_LT(farm_->share_ploughed(), 0.95);
  EXPECT_THAT(world().touched(), testing::IsSubsetOf({"plow"}));
}

TEST_F(Farming, WithoutANavigatorItEnds) {
  make();
  ASSERT_TRUE(farm_->run_until_state("map_field/check_on_field", 5s));
  world().run(1s);
  farm_->navigator().reset();
  ASSERT_TRUE(farm_->run_until_end(20s));
  expect_failure("navigator_lost", "navigate_to_pose");
}

TEST_F(Farming, WithoutPicturesItEnds) {
  make();
  Node node("cable", world().node_options());
  Cable<sensor_msgs::msg::CompressedImage> cable(node, "camera_front/image_raw/compressed",
                                                 "relayed/image_raw/compressed", qos::image);
  node.start();
  farm_->perception() = std::make_unique<PerceptionNode>(
      world().node_options({"-p", "image_topic:=relayed/image_raw"}));
  run_until_it_drives();
  cable.is_cut = true;
  ASSERT_TRUE(farm_->run_until_end(3s)) << point().active << ": " << point().message;
  expect_failure("camera_lost", "perception/sight");
}

TEST_F(Farming, WithoutACameraFromTheBeginningItEnds) {
  make({.overrides = {{"robots.emaros.sensors.camera_front", "off"}}});
  ASSERT_TRUE(farm_->run_until_end(20s));
  expect_failure("camera_lost", "perception/sight");
}

TEST_F(Farming, WithoutPerceptionItEnds) {
  make();
  run_until_it_drives();
  farm_->perception().reset();
  ASSERT_TRUE(farm_->run_until_end(20s));
  expect_failure("perception_lost", "perception/s");  // sight, or select
}

TEST_F(Farming, ATwinThatNobodyTracksEnds) {
  make({.trial = {.is_twin = true}});
  run_until_it_drives();
  ASSERT_TRUE(farm_->run_until_state("map_field/drive_to_edge", 60s)) << point().message;
  world().plant()->set_blind(true);
  ASSERT_TRUE(farm_->run_until_end(3s)) << point().message;
  expect_failure("tracking_lost", "no transform from map to emaros/base_link");
}

}  // namespace tandem
