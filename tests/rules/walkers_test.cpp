// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#include <cmath>
#include <set>

#include "rule_world.h"
#include "sensors/interest.h"

namespace tandem {
namespace {

using ::testing::HasSubstr;

double seconds_now(RuleWorld& world) { return seconds(world.frame().time_in_episode); }

// Steps until it is there, and tells when that was; fails after a minute.
double when_at(RuleWorld& world, const std::string& person, Vec2 place) {
  for (int i = 0; i < 7500; ++i) {
    const Vec3 at = world.pose_of(person).translation;
    if (std::hypot(at.x - place.x, at.y - place.y) < 1e-6) return seconds_now(world);
    world.run(8ms);
  }
  ADD_FAILURE() << person << " never gets to " << place.x << ", " << place.y;
  return -1;
}

double gap(const RuleWorld& world, const std::string& a, const std::string& b) {
  const Vec3 to = world.pose_of(a).translation - world.pose_of(b).translation;
  return std::hypot(to.x, to.y);
}

TEST(Walkers, ArriveWhenDistanceAndSpeedSay) {
  RuleWorld world(R"(
rules: {anna: {type: walkers, points: [[-2, 0], {x: 2, y: 0, wait: 1s}, [2, 3]], speed_mps: 0.8}}
)");
  // 4 m at 0.8 m/s, a second there, 3 m; each a step late at most
  EXPECT_NEAR(when_at(world, "anna_1", {2, 0}), 5.0, 0.009);
  EXPECT_EQ(world.status("anna", "anna_1"), RuleValue("waits at 2.00, 0.00"));
  world.run(500ms);
  EXPECT_NEAR(world.pose_of("anna_1").translation.x, 2, 1e-9);
  world.run(600ms);
  EXPECT_EQ(world.status("anna", "anna_1"), RuleValue("walks to 2.00, 3.00"));
  EXPECT_NEAR(when_at(world, "anna_1", {2, 3}), 5 + 1 + 3.75, 0.025);
  // and round again, to the first point: 5 m
  EXPECT_NEAR(when_at(world, "anna_1", {-2, 0}), 9.75 + 6.25, 0.04);
  EXPECT_EQ(world.count_events("person_blocked"), 0);
}

TEST(Walkers, GoThereAndBack) {
  RuleWorld world(R"(
rules:
  ben: {type: walkers, points: [[0, 0], [1, 0], [2, 0]], speed_mps: 1, order: there_and_back}
)");
  for (const double x : {1, 2, 1, 0, 1}) when_at(world, "ben_1", {x, 0});
  EXPECT_NEAR(seconds_now(world), 5, 0.06);
}

TEST(Walkers, LeaveWhenTheScriptSays) {
  RuleWorld world(R"(
rules: {eve: {type: walkers, points: [{x: 0, y: 0, at: 3s}, [1, 0]], speed_mps: 1}}
)");
  world.run(3s);
  EXPECT_NEAR(world.pose_of("eve_1").translation.x, 0, 1e-9);
  EXPECT_NEAR(when_at(world, "eve_1", {1, 0}), 4, 0.02);
}

TEST(Walkers, ArePeopleToSensorsAndPrograms) {
  RuleWorld world("rules: {tom: {type: walkers, points: [[0, 0], [3, 0]], speed_mps: 1}}");
  world.run(1s);
  const Entity* tom = world.simulation().world().find("tom_1");
  ASSERT_NE(tom, nullptr);
  EXPECT_EQ(tom->info.category, EntityCategory::human);
  EXPECT_EQ(tom->model->name, "person");
  // what the body is told is the velocity it is seen with
  const Twist velocity = world.simulation().world().physics().velocity(tom->bodies.front());
  EXPECT_NEAR(velocity.linear.x, 1, 1e-6);
  // two legs at the height of a laser, and nothing between them
  const auto ray = [&](double y) {
    const Vec3 at = world.pose_of("tom_1").translation;
    return world.simulation().world().physics().cast_ray({at.x + 2, at.y + y, 0.2}, {-1, 0, 0}, 4);
  };
  const auto left = ray(0.095), right = ray(-0.095);
  ASSERT_TRUE(left && right);
  EXPECT_NE(left->body, right->body);
  EXPECT_NE(std::ranges::find(tom->bodies, left->body), tom->bodies.end());
  EXPECT_FALSE(ray(0));
}

TEST(Walkers, WhoHaveNowhereToGoStandStill) {
  RuleWorld world("rules: {tom: {type: walkers, points: [[2, 0]]}}");
  world.run(1s);
  const Entity* tom = world.simulation().world().find("tom_1");
  ASSERT_NE(tom, nullptr);
  std::vector<Pose> before;
  for (const EntityLink& link : tom->links)
    before.push_back(world.simulation().world().world_from(link));
  for (int i = 0; i < 10; ++i) {
    world.run(110ms);
    for (std::size_t part = 0; part < tom->links.size(); ++part)
      EXPECT_EQ(world.simulation().world().world_from(tom->links[part]), before[part]) << part;
  }
  EXPECT_EQ(world.status("tom", "tom_1"), RuleValue("waits at 2.00, 0.00"));
}

TEST(Walkers, HaveTheirClassInPicturesAndInPointsOfALidar) {
  SimulationOptions wanting;
  wanting.interest = std::make_shared<SensorInterest>();
  const auto camera = wanting.interest->want("r", "camera", streams::labels);
  const auto lidar = wanting.interest->want("r", "lidar_3d", streams::main);
  // somebody who stands 2 m before the robot, and nobody anywhere else
  RuleWorld world(R"(
robots: [{name: r, model: emaros_3d}]
rules: {tom: {type: walkers, points: [[2, 0]], height_m: 1.8}}
)",
                  {}, wanting);
  std::vector<std::uint8_t> picture;
  std::vector<CloudPoint> points;
  for (int i = 0; i < 30; ++i)
    for (const auto& reading : world.step().readings) {
      if (const auto* seen = std::get_if<CameraReading>(&reading->measurement))
        picture = seen->image.labels;
      if (const auto* cloud = std::get_if<CloudReading>(&reading->measurement))
        points = cloud->points;
    }
  const auto& classes = world.frame().entities->labels()->all();
  const auto person =
      std::ranges::find(classes, "person", &std::pair<std::uint8_t, std::string>::second);
  ASSERT_NE(person, classes.end());

  // 640 pixels are 90 degrees: a metre at 2 m is 160 pixels. Two legs, a trunk and arms are at most
  // 0.7 m wide and fill a third of that over 1.6 m, which are in the picture, at least
  const auto pixels = std::ranges::count(picture, person->first);
  EXPECT_GT(pixels, 160 * 160 * 0.7 * 1.6 / 3);
  EXPECT_LT(pixels, 160 * 160 * 0.7 * 1.8);
  int on_person = 0;
  for (const CloudPoint& point : points)
    if (point.label == person->first) {
      ++on_person;
      EXPECT_NEAR(point.x, 2, 0.5);
      EXPECT_NEAR(point.y, 0, 0.5);
    }
  // a column a degree: 0.3 m of trunk and legs are 8 of them, in half of the 30 rings or more
  EXPECT_GT(on_person, 8 * 15 / 2);
}

TEST(Walkers, StopForARobotInFrontAndGoOnWhenItIsGone) {
  RuleWorld world(R"(
robots: [{name: emaros, model: emaros, pose: {x: 2, y: 0}}]
rules: {ida: {type: walkers, points: [[-2, 0], [4, 0]], give_way_m: 0.6, patience: 60s}}
)");
  world.run(6s);
  EXPECT_EQ(world.status("ida", "ida_1"), RuleValue("gives way to emaros"));
  const double stands_at = world.pose_of("ida_1").translation.x;
  // 0.6 m of room between her 0.27 m and the robot, which is at least 0.1 m and at most 0.3 m round
  EXPECT_GT(stands_at, 2 - 0.3 - 0.6 - 0.27 - 0.02);
  EXPECT_LT(stands_at, 2 - 0.1 - 0.6 - 0.27 + 0.02);
  EXPECT_EQ(world.count_events("person_met"), 1);
  world.run(2s);
  EXPECT_EQ(world.pose_of("ida_1").translation.x, stands_at);

  world.edit(SetEntityState{.name = "emaros", .world_from_entity = Pose{{2, 3, 0.05}, {}}});
  EXPECT_GT(when_at(world, "ida_1", {4, 0}), 8);
  EXPECT_EQ(world.count_events("person_blocked"), 0);
}

TEST(Walkers, WalkAroundARobotThatStands) {
  RuleWorld world(R"(
robots: [{name: emaros, model: emaros, pose: {x: 2, y: 0}}]
rules: {ida: {type: walkers, points: [[-2, 0], {x: 4, y: 0, wait: 1min}], patience: 5s}}
)");
  world.run(4s);  // it stands, but nobody knows yet for how long
  EXPECT_EQ(world.status("ida", "ida_1"), RuleValue("gives way to emaros"));
  double nearest_m = 10;
  for (int i = 0; i < 1000; ++i) {
    world.run(8ms);
    nearest_m = std::min(nearest_m, gap(world, "ida_1", "emaros"));
  }
  EXPECT_EQ(world.status("ida", "ida_1"), RuleValue("waits at 4.00, 0.00"));
  // her 0.27 m, 0.1 m of room, and the robot, which is at least 0.1 m and at most 0.3 m round
  EXPECT_GT(nearest_m, 0.27 + 0.1 + 0.1);
  EXPECT_LT(nearest_m, 0.27 + 0.1 + 0.3);
  EXPECT_EQ(world.count_events("person_blocked"), 0);
}

TEST(Walkers, WhoDoNotGiveWayPushTheRobot) {
  RuleWorld world(R"(
robots: [{name: emaros, model: emaros, pose: {x: 1, y: 0}}]
rules: {max: {type: walkers, points: [[-1, 0], [3, 0]], gives_way: false}}
)");
  EXPECT_NEAR(when_at(world, "max_1", {3, 0}), 4, 0.02);
  const Vec3 robot = world.pose_of("emaros").translation;
  EXPECT_GT(std::hypot(robot.x - 1, robot.y), 0.1) << "it was in the way";
  EXPECT_EQ(world.count_events("person_met"), 1);
}

TEST(Walkers, WalkAroundPillarsAndNeverThroughThem) {
  RuleWorld world(R"(
spawn:
  pillar:
    object: {shape: cylinder, radius_m: 0.3, length_m: 2, mass_kg: 5000}
    area: {x: 0, y: 0, size_x_m: 0.62, size_y_m: 0.62}
rules: {kim: {type: walkers, points: [[-2.5, 0], {x: 2.5, y: 0, wait: 1min}]}}
)");
  double closest = 10;
  while (seconds_now(world) < 15) {
    world.run(40ms);
    closest = std::min(closest, gap(world, "kim_1", "pillar_1"));
  }
  EXPECT_EQ(world.status("kim", "kim_1"), RuleValue("waits at 2.50, 0.00"));
  // pillar and person have their radii between them
  EXPECT_GE(closest, 0.3 + 0.27 - 0.03);
  EXPECT_LT(closest, 1.5);
}

TEST(Walkers, PassEachOther) {
  RuleWorld world(R"(
rules:
  a: {type: walkers, points: [[-2.5, 0], {x: 2.5, y: 0, wait: 1min}]}
  b: {type: walkers, points: [[2.5, 0], {x: -2.5, y: 0, wait: 1min}]}
)");
  double closest = 10;
  while (seconds_now(world) < 12) {
    world.run(40ms);
    closest = std::min(closest, gap(world, "a_1", "b_1"));
  }
  EXPECT_EQ(world.status("a", "a_1"), RuleValue("waits at 2.50, 0.00"));
  EXPECT_EQ(world.status("b", "b_1"), RuleValue("waits at -2.50, 0.00"));
  EXPECT_GE(closest, 0.4) << "trunks are 0.34 m wide";
}

TEST(Walkers, WhoCannotGetThereTurnToTheNextPoint) {
  // the second point is inside of a cabinet of 0.5 by 0.6 m
  RuleWorld world(R"(
spawn:
  cabinet: {object: cabinet, area: {x: 2, y: 0, size_x_m: 0.51, size_y_m: 0.61}}
rules: {joe: {type: walkers, points: [[-1, 0], [2, 0], [-1, 2]], patience: 2s}}
)");
  double closest = 10;
  while (world.count_events("person_blocked") == 0 && seconds_now(world) < 20) {
    world.run(40ms);
    const Vec3 at = world.pose_of("joe_1").translation;
    closest = std::min(closest, std::max(std::abs(at.x - 2) - 0.25, std::abs(at.y) - 0.3));
  }
  EXPECT_GT(closest, 0.1) << "nobody walks into a cabinet";
  EXPECT_LT(closest, 0.5) << "but close to it";
  ASSERT_EQ(world.count_events("person_blocked"), 1);
  const double blocked_at = seconds_now(world);
  EXPECT_GT(blocked_at, 2 + 2);  // it came as near as it could in about 2 s, and waited for 2
  when_at(world, "joe_1", {-1, 2});
}

TEST(Walkers, KickWhatIsLow) {
  RuleWorld world(R"(
spawn:
  carton:
    object: {shape: box, size_m: [0.2, 0.2, 0.15], mass_kg: 0.3}
    area: {x: 0, y: 0.09, size_x_m: 0.21, size_y_m: 0.21}
rules: {lea: {type: walkers, points: [[-2, 0], {x: 2, y: 0, wait: 1min}]}}
)");
  const Vec3 before = world.pose_of("carton_1").translation;
  EXPECT_NEAR(when_at(world, "lea_1", {2, 0}), 4, 0.02) << "she does not go around it";
  EXPECT_GT(length(world.pose_of("carton_1").translation - before), 0.2);
}

TEST(Walkers, WhoBeginsToWalkKicksNobodyBehind) {
  // each with another leg in front when it last stopped, and a carton 0.12 m behind its heels
  std::string text = "spawn:\n";
  for (int i = 0; i < 4; ++i)
    text += fmt::format(
        "  carton{0}: {{object: {{shape: box, size_m: [0.2, 0.3, 0.3], mass_kg: 0.3}}, area: {{x: "
        "-0.32, y: {0}, size_x_m: 0.21, size_y_m: 0.31}}}}\n",
        i);
  text += "rules:\n";
  for (int i = 0; i < 4; ++i)
    text += fmt::format(
        "  p{0}: {{type: walkers, points: [{{x: 0, y: {0}, at: 1s}}, {{x: 3, y: {0}, wait: 1h}}], "
        "speed_mps: 0.5}}\n",
        i);
  RuleWorld world(text);
  world.run(1s);
  std::vector<Vec3> before;
  for (int i = 0; i < 4; ++i)
    before.push_back(world.pose_of(fmt::format("carton{}_1", i)).translation);
  world.run(2s);
  for (std::size_t i = 0; i < 4; ++i) {
    EXPECT_GT(world.pose_of(fmt::format("p{}_1", i)).translation.x, 0.5);
    EXPECT_LT(length(world.pose_of(fmt::format("carton{}_1", i)).translation - before[i]), 0.01)
        << "carton " << i;
  }
}

TEST(Walkers, InAnAreaStayInItAndOutOfEachOther) {
  RuleWorld world(R"(
world: {generate: arena, size_x_m: 10, size_y_m: 8}
rules:
  crowd: {type: walkers, count: 8, area: {size_x_m: 8, size_y_m: 6}, speed_spread: 0.3,
          wait: 0s, longest_wait: 2s}
)");
  double closest = 10;
  std::set<std::string> places;
  while (seconds_now(world) < 30) {
    world.run(80ms);
    for (int i = 1; i <= 8; ++i) {
      const std::string name = "crowd_" + std::to_string(i);
      const Vec3 at = world.pose_of(name).translation;
      EXPECT_LT(std::abs(at.x), 5 - 0.2);
      EXPECT_LT(std::abs(at.y), 4 - 0.2);
      places.insert(std::get<std::string>(world.status("crowd", name)));
      for (int j = 1; j < i; ++j)
        closest = std::min(closest, gap(world, name, "crowd_" + std::to_string(j)));
    }
  }
  EXPECT_GT(closest, 0.3) << "trunks are 0.34 m wide, and arms hang beside them";
  EXPECT_GT(places.size(), 24u) << "everybody has been to several places";
}

TEST(Walkers, RepeatWithTheEpisodeAndAreOthersInTheNext) {
  const std::string crowd = R"(
rules: {crowd: {type: walkers, count: 4, area: {size_x_m: 6, size_y_m: 6}, longest_wait: 1s}}
)";
  RuleWorld world(crowd);
  world.run(4s);
  const std::uint64_t first = world.frame().state_hash;
  world.simulation().edit({.edits = {{.edit = Reset{}}}});
  world.run(4s);
  EXPECT_EQ(world.frame().state_hash, first);
  world.simulation().edit({.edits = {{.edit = Reset{ResetScope::next_episode}}}});
  world.run(4s);
  EXPECT_NE(world.frame().state_hash, first);
  EXPECT_TRUE(world.has("crowd_4"));
}

TEST(Walkers, CanBeTakenAwayAndPutElsewhere) {
  RuleWorld world("rules: {a: {type: walkers, count: 2, points: [[0, 0], [3, 0]]}}");
  world.run(500ms);
  EXPECT_EQ(world.edit(RemoveEntity{"a_1"}).result, EditResult::done);
  world.run(100ms);
  EXPECT_FALSE(world.has("a_1"));
  EXPECT_EQ(world.frame().statuses->at(0)->values.size(), 1u);
  // the other walks to the first point; from where it is put, that is 2 m
  EXPECT_EQ(
      world.edit(SetEntityState{.name = "a_2", .world_from_entity = Pose{{0, 2, 0}, {}}}).result,
      EditResult::done);
  const double put = seconds_now(world);
  EXPECT_NEAR(when_at(world, "a_2", {0, 0}), put + 2, 0.03);
}

TEST(Walkers, WithoutRoomAreLeftOutWithAWord) {
  RuleWorld world("rules: {mob: {type: walkers, count: 40, area: {size_x_m: 1, size_y_m: 1}}}");
  int there = 0;
  for (int i = 1; i <= 40; ++i) there += world.has("mob_" + std::to_string(i));
  EXPECT_GT(there, 0);
  EXPECT_LT(there, 10);
  int told = 0;
  for (const WorldEvent& event : world.frame().events) told += event.name == "spawn_shortage";
  EXPECT_EQ(told + there, 40);
}

TEST(Walkers, SettingsAreChecked) {
  const auto error = [](const std::string& settings) {
    return findings_of("rules: {w: {type: walkers" + settings + "}}");
  };
  EXPECT_THAT(error(""), HasSubstr("people need 'points'"));
  EXPECT_THAT(error(", points: []"), HasSubstr("expects a list of 1 to 1000 points"));
  EXPECT_THAT(error(", points: 7"), HasSubstr("expects a list"));
  EXPECT_THAT(error(", points: [[1]]"), HasSubstr("[x, y] or a map"));
  EXPECT_THAT(error(", points: [[1, two]]"), HasSubstr("'two'"));
  EXPECT_THAT(error(", points: [{x: 1}]"), HasSubstr("must have 'y'"));
  EXPECT_THAT(error(", points: [{x: 1, y: 1, z: 1}]"), HasSubstr("'z'"));
  EXPECT_THAT(error(", points: [{x: 1, y: 1, wait: 3}]"), HasSubstr("'wait'"));
  EXPECT_THAT(error(", points: [[0, 0]], count: 2"),
              HasSubstr("2 people cannot begin at 1 points"));
  EXPECT_THAT(error(", points: [[0, 0]], count: 101"), HasSubstr("'count' must be"));
  EXPECT_THAT(error(", points: [[0, 0]], speed_mps: 0"), HasSubstr("'speed_mps' must be"));
  EXPECT_THAT(error(", points: [[0, 0]], order: sideways"), HasSubstr("'sideways'"));
  EXPECT_THAT(error(", points: [[0, 0]], wait: 3s, longest_wait: 2s"), HasSubstr("shorter"));
  EXPECT_THAT(error(", points: [[0, 0]], height_m: 5"), HasSubstr("'height_m' must be"));
  EXPECT_THAT(error(", points: [[0, 0]], give_way: 1"), HasSubstr("'gives_way'"));
}

}  // namespace
}  // namespace tandem
