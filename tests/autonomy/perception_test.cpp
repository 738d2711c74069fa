// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
//
// Processors on pictures of the shipped worlds, judged by where things are in them.
#include <gmock/gmock.h>

#include <cstdlib>
#include <fstream>

#include "perceiving_robot.h"

namespace tandem {

namespace {

using tandem_msgs::msg::Sight;
using tandem_msgs::msg::Sighting;
using Stand = PerceivingRobot::Stand;

// One box of a color in the warehouse, at the origin, turned.
std::string with_box(const std::string& model, double yaw_deg) {
  return fmt::format(R"(
world: logistics
robots:
  - {{name: emaros, model: emaros}}
spawn:
  boxes: {{count: 1, area: {{x: -0.9, y: -0.4, yaw_deg: {}, size_x_m: 0.17, size_y_m: 0.17}}, object: {{model: {}}}}}
step: 8ms
)",
                     yaw_deg, model);
}

// So far away from a place in a direction, and looking at it, or past it.
Pose2 before(Vec2 target, double away_m, double from_rad, double past_rad = 0) {
  const Vec2 direction{std::cos(from_rad), std::sin(from_rad)};
  return {target + away_m * direction, from_rad + std::numbers::pi + past_rad};
}

// The place of a square that is nearest.
Vec2 nearest_of_square(const Pose2& world_from_square, double size_m, Vec2 from) {
  const Vec2 local = inverse(world_from_square) * from;
  const double half = size_m / 2;
  return world_from_square *
         Vec2{std::clamp(local.x, -half, half), std::clamp(local.y, -half, half)};
}

double distance(Vec2 a, Vec2 b) { return std::hypot(a.x - b.x, a.y - b.y); }

// From a place to the nearest point of a polyline.
double distance_to(const std::vector<Vec2>& line, Vec2 place) {
  double least = 1e9;
  for (std::size_t i = 0; i + 1 < line.size(); ++i) {
    const Vec2 along = line[i + 1] - line[i], away = place - line[i];
    const double share = std::clamp(dot(along, away) / dot(along, along), 0.0, 1.0);
    least = std::min(least, distance(line[i] + share * along, place));
  }
  return least;
}

struct Bounds {
  double west, east, south, north;
};
// The field of the shipped scenario lies within its border, the last stroke.
Bounds field_of_farm() {
  const LockstepWorld world("farm");
  const auto& border = std::get<PaintLine>(world.scenario().paint->initial.back().shape);
  const auto [west, east] = std::ranges::minmax(border.points, {}, &Vec2::x);
  const auto [south, north] = std::ranges::minmax(border.points, {}, &Vec2::y);
  const double half = border.width_m / 2;
  return {west.x + half, east.x - half, south.y + half, north.y - half};
}

// The line of the shipped scenario.
std::vector<Vec2> drawn_line() {
  const LockstepWorld world("paint");
  return std::get<PaintLine>(world.scenario().paint->initial.at(0).shape).points;
}

}  // namespace

TEST(PerceptionOfBoxes, APlaceIsRightWithinThreeCentimetresAtAMetre) {
  const Vec2 box{-0.9, -0.4};
  struct Case {
    std::string color;
    double away_m, past_deg, yaw_deg, exposure, noise;
  };
  for (const Case& c :
       {Case{"red", 0.6, 0, 0, 1, 0.007}, Case{"green", 0.9, 20, 45, 1, 0.007},
        Case{"blue", 1.075, 0, 20, 1, 0.007}, Case{"yellow", 1.075, -25, 0, 1, 0.007},
        Case{"red", 1.075, 10, 70, 0.6, 0.007}, Case{"green", 1.075, 0, 0, 1.4, 0.02},
        Case{"yellow", 0.8, -40, 30, 0.6, 0.02}}) {
    SCOPED_TRACE(fmt::format("{} {} m {} deg, yaw {}, light {}, noise {}", c.color, c.away_m,
                             c.past_deg, c.yaw_deg, c.exposure, c.noise));
    PerceivingRobot robot(with_box(c.color + "_box", c.yaw_deg),
                          {before(box, c.away_m, 0.2, c.past_deg * degrees), c.exposure, c.noise});
    const Sight sight = robot.look("box");
    ASSERT_EQ(sight.sightings.size(), 1u);
    const Sighting& seen = sight.sightings[0];
    EXPECT_EQ(seen.label, c.color + "_box");
    ASSERT_TRUE(seen.has_position);
    const Pose pose = robot.world().pose_of("boxes_1");
    // the body is 15 cm wide below the lid
    const Pose2 square{{pose.translation.x, pose.translation.y}, pose.rotation.yaw()};
    const Vec2 place = robot.in_world(seen.position), from = robot.world().place().translation;
    EXPECT_LT(distance(nearest_of_square(square, 0.15, place), place), 0.03);
    EXPECT_NEAR(distance(place, from), distance(nearest_of_square(square, 0.15, from), from), 0.03);
  }
}

TEST(PerceptionOfBoxes, ThereAreNoneWhereThereAreNone) {
  std::vector<std::pair<std::string, std::string>> without;
  for (const std::string color : {"red", "green", "blue", "yellow"})
    without.emplace_back("spawn." + color + "_boxes.count", "0");
  // storage, zones, racks, walls, cuboids of other colors
  for (const Pose2& place :
       {Pose2{{0.2, -0.35}, std::numbers::pi}, Pose2{{0.8, 0.3}, 0}, Pose2{{1.0, -0.9}, 0.1},
        Pose2{{1.3, 0.4}, -0.4}, Pose2{{-1.2, -0.3}, 1.8}, Pose2{{-0.2, 0.85}, 3.0},
        Pose2{{0.1, 1.0}, -2.4}, Pose2{{-1.0, -0.6}, -0.6}})
    for (const auto& [exposure, rate_hz] :
         {std::pair{0.6, 15.0}, std::pair{1.4, 15.0}, std::pair{1.0, 8.0}, std::pair{1.4, 5.0}}) {
      // a robot is still settling on its wheels when a quick camera takes its first pictures
      PerceivingRobot robot("logistics", {place, exposure, 0.01, "camera_front", rate_hz}, without);
      const Sight sight = robot.look("box");
      EXPECT_FALSE(sight.found) << place.translation.x << " " << place.translation.y << " light "
                                << exposure << " rate " << rate_hz << ": "
                                << (sight.found ? sight.sightings[0].label : "");
    }
}

TEST(PerceptionOfZones, TheMiddleOfAZoneIsFoundAndBoxesAreNoZones) {
  for (const double exposure : {0.6, 1.0, 1.4}) {
    PerceivingRobot robot("logistics", {{{0.85, 0.37}, 0.05}, exposure});
    const Sight sight = robot.look("zone", {"green_zone"});
    ASSERT_EQ(sight.sightings.size(), 1u) << exposure;
    EXPECT_LT(distance(robot.in_world(sight.sightings[0].position), {1.65, 0.37}), 0.06);
    EXPECT_FALSE(robot.look("box").found);

    PerceivingRobot in_storage("logistics", {{{0.2, -0.35}, std::numbers::pi}, exposure});
    EXPECT_FALSE(in_storage.look("zone").found) << exposure;
    EXPECT_TRUE(in_storage.look("box").found) << exposure;
  }
}

TEST(PerceptionOfZones, AZoneIsFoundFromAfarInAnyLightAsWellAsAPixelTells) {
  const Vec2 zone{1.65, -0.37};
  struct Case {
    double away_m, exposure, noise;
  };
  for (const Case& c : {Case{0.7, 0.6, 0.02}, Case{1.2, 1, 0.007}, Case{1.2, 1.4, 0.02},
                        Case{1.8, 1, 0.007}, Case{1.8, 0.6, 0.015}}) {
    SCOPED_TRACE(fmt::format("{} m, light {}, noise {}", c.away_m, c.exposure, c.noise));
    PerceivingRobot robot("logistics", {{{zone.x - c.away_m, -0.3}, 0}, c.exposure, c.noise});
    const Sight sight = robot.look("zone", {"blue_zone"});
    ASSERT_EQ(sight.sightings.size(), 1u);
    // 4 cm of floor are in one pixel at a metre, and that grows by the square of the distance
    EXPECT_LT(distance(robot.in_world(sight.sightings[0].position), zone),
              std::max(0.06, 0.04 * c.away_m * c.away_m));
  }
}

TEST(PerceptionOfZones, AZoneThatShowsItsCornerIsOne) {
  // 0.72 m from the middle of the blue zone, along its diagonal nearly
  const Vec2 place{1.24, 0.22}, zone{1.65, -0.37};
  PerceivingRobot robot("logistics", {{place, std::atan2(zone.y - place.y, zone.x - place.x)}});
  const Sight sight = robot.look("zone", {"blue_zone"});
  ASSERT_EQ(sight.sightings.size(), 1u);
  EXPECT_LT(distance(robot.in_world(sight.sightings[0].position), zone), 0.06);
}

TEST(PerceptionOfZones, ARearCameraFindsWhatIsBehind) {
  PerceivingRobot robot("logistics",
                        {{{0.85, 0.37}, std::numbers::pi + 0.05}, 1, 0.007, "camera_rear"});
  const Sight sight = robot.look("zone", {"green_zone"});
  ASSERT_EQ(sight.sightings.size(), 1u);
  EXPECT_LT(sight.sightings[0].position.x, -0.7);
  EXPECT_LT(distance(robot.in_world(sight.sightings[0].position), {1.65, 0.37}), 0.06);
}

TEST(PerceptionOfLines, ADrawnLineIsFollowedWithinMillimetres) {
  struct Case {
    std::size_t point;  // of the drawn line that the robot stands at
    double beside_m, turned_deg, exposure, noise;
  };
  const std::vector<Vec2> line = drawn_line();
  for (const Case& c :
       {Case{0, 0, 0, 1, 0.007}, Case{20, 0.03, 8, 1, 0.007}, Case{40, -0.03, -8, 0.6, 0.007},
        Case{100, 0, 0, 1.3, 0.02}, Case{85, 0.02, -5, 0.6, 0.02}, Case{110, 0, 10, 1, 0.007}}) {
    SCOPED_TRACE(fmt::format("point {}, light {}, noise {}", c.point, c.exposure, c.noise));
    const Vec2 along = line[c.point + 1] - line[c.point];
    const double yaw = std::atan2(along.y, along.x);
    const Vec2 place = Pose2{line[c.point], yaw} * Vec2{0, c.beside_m};
    PerceivingRobot robot("paint", {{place, yaw + c.turned_deg * degrees}, c.exposure, c.noise});
    const Sight sight = robot.look("line");
    ASSERT_TRUE(sight.found);
    ASSERT_GT(sight.curve.size(), 8u);
    std::vector<Vec2> near;
    for (const auto& point : sight.curve) {
      const Vec2 seen = robot.in_world(point);
      const bool is_near = std::hypot(point.x, point.y) < 0.5;
      if (is_near) near.push_back(seen);
      EXPECT_LT(distance_to(line, seen), is_near ? 0.005 : 0.03) << point.x << " " << point.y;
    }
    // and leads the same way: its ends are right, so the direction between them is
    ASSERT_GT(near.size(), 5u);
    const double length = distance(near.front(), near.back());
    EXPECT_LT((distance_to(line, near.front()) + distance_to(line, near.back())) / length,
              2 * degrees);
  }
}

TEST(PerceptionOfLines, AnErasedLineIsNotSeen) {
  PerceivingRobot robot("paint", {{{-1.3, -0.95}, -18 * degrees}}, {{"paint.strokes", "[]"}});
  EXPECT_FALSE(robot.look("line").found);
}

TEST(PerceptionOfFields, TheRobotKnowsWhetherItIsOnTheField) {
  for (const auto& [exposure, noise] :
       {std::pair{0.7, 0.007}, std::pair{1.0, 0.02}, std::pair{1.2, 0.007}}) {
    const auto look = [&](const Pose2& place) {
      return PerceivingRobot("farm", {place, exposure, noise}).look("field");
    };
    EXPECT_GT(look({{0.3, -0.1}, 0}).ratio, 0.85);
    EXPECT_TRUE(look({{0.9, -0.4}, 2}).found);
    // on a track between the racks, and on grass
    EXPECT_FALSE(look({{-0.95, -0.4}, 3.1}).found);
    // the fence is as brown as land, and there is little of it
    EXPECT_LT(look({{-0.3, 1.1}, 1.5}).ratio, 0.25);
  }
}

TEST(PerceptionOfFields, AnEdgeIsSeenWhereItIs) {
  const auto [west, east, south, north] = field_of_farm();
  const double up = std::numbers::pi / 2, back = std::numbers::pi;
  struct Case {
    std::string processor;
    Pose2 place;
    bool is_along_x;
    double edge;
    double exposure, noise;
  };
  for (const Case& c :
       {Case{"edge_following", {{0, south}, 0}, true, south, 1, 0.007},
        Case{"edge_following", {{0, south - 0.03}, 0.2}, true, south, 0.7, 0.007},
        Case{"edge_following", {{east, south + 0.5}, up - 0.15}, false, east, 1, 0.015},
        Case{"edge_adjustment", {{0.3, north - 0.3}, up - 0.5}, true, north, 1, 0.007},
        Case{"edge_adjustment", {{0, south + 0.03}, -0.3}, true, south, 1.2, 0.007},
        Case{"edge", {{east - 0.35, -0.2}, 0}, false, east, 1, 0.007},
        Case{"edge", {{west + 0.35, 0.1}, back + 0.3}, false, west, 0.7, 0.015}}) {
    SCOPED_TRACE(
        fmt::format("{} at {}, {}", c.processor, c.place.translation.x, c.place.translation.y));
    PerceivingRobot robot("farm", {c.place, c.exposure, c.noise});
    const Sight sight = robot.look(c.processor);
    ASSERT_TRUE(sight.found);
    ASSERT_GT(sight.curve.size(), 5u);
    for (const auto& point : sight.curve) {
      const Vec2 seen = robot.in_world(point);
      const double off = (c.is_along_x ? seen.y : seen.x) - c.edge;
      // a pixel is half a centimetre deep at 0.25 m from the camera, and a centimetre at 0.35 m
      const double away = std::hypot(point.x, point.y);
      EXPECT_LT(std::abs(off), away < 0.35  ? 0.005
                               : away < 0.6 ? 0.015
                                            : 0.05)
          << point.x << " " << point.y;
    }
  }
}

TEST(PerceptionOfFields, RacksOfWoodBesideATrackAreNoFieldWithAnEdge) {
  PerceivingRobot robot("farm", {{{-0.95, -0.4}, 3.1}});
  EXPECT_FALSE(robot.look("edge").found);
  EXPECT_FALSE(robot.look("edge_adjustment").found);
  EXPECT_FALSE(robot.look("edge_following").found);
}

TEST(PerceptionOfBalls, ABallIsWhereItTouchesTheFloor) {
  struct Case {
    Pose2 place;
    double exposure, noise;
  };
  // it begins in the middle of the court
  for (const Case& c : {Case{{{-0.6, 0}, 0}, 1, 0.007}, Case{{{-1.0, -0.3}, 0.5}, 0.7, 0.007},
                        Case{{{-0.3, 1.1}, -1.6}, 1.3, 0.02}, Case{{{1.2, 0.4}, 3.0}, 1, 0.02}}) {
    SCOPED_TRACE(fmt::format("from ({}, {})", c.place.translation.x, c.place.translation.y));
    PerceivingRobot robot("pong", {c.place, c.exposure, c.noise});
    const Sight sight = robot.look("ball");
    ASSERT_EQ(sight.sightings.size(), 1u);
    const Vec3 ball = robot.world().pose_of("ball").translation;
    // it flies 6 mm in a step, and is 5 cm thick to all sides
    EXPECT_LT(distance(robot.in_world(sight.sightings[0].position), {ball.x, ball.y}), 0.06);
  }
}

TEST(PerceptionOfEquipment, ToolsAreToldApartAndHaveAPlace) {
  for (const auto& [exposure, noise] :
       {std::pair{0.7, 0.007}, std::pair{1.0, 0.02}, std::pair{1.2, 0.007}}) {
    PerceivingRobot robot("farm", {{{-0.95, -0.4}, std::numbers::pi}, exposure, noise});
    std::map<std::string, Vec2> seen;
    for (const Sighting& tool : robot.look("equipment").sightings)
      seen[tool.label] = robot.in_world(tool.position);
    ASSERT_EQ(seen.size(), 3u) << exposure;
    // the plate of the hitch is 0.1 m before a tool's origin
    EXPECT_LT(distance(seen["seeder"], {-1.54, -0.4}), 0.05);
    EXPECT_LT(distance(seen["plow"], {-1.54, -1.05}), 0.12);
    EXPECT_LT(distance(seen["harvester"], {-1.54, 0.25}), 0.15);
  }
}

TEST(PerceptionOfEquipment, AToolIsWhereItIsFromAnyDistance) {
  // from where it is driven up to, to the farthest from which its place is trusted, and beyond
  for (const double away_m : {0.6, 0.9, 1.2, 1.5, 2.0})
    for (const double aside_rad : {-0.4, 0.0, 0.4}) {
      const Vec2 plate{-1.54, -0.4};
      const Pose2 stand = before(plate, away_m, aside_rad);
      PerceivingRobot robot("farm", {stand});
      double off_m = 1e9;
      for (const Sighting& tool : robot.look("equipment", {"seeder"}).sightings)
        if (tool.label == "seeder" && tool.has_position)
          off_m = std::min(off_m, distance(robot.in_world(tool.position), plate));
      // what a pixel more or less makes grows with the square of the distance
      EXPECT_LT(off_m, 0.05 * std::max(1.0, away_m * away_m))
          << away_m << " m, " << aside_rad << " rad";
    }
}

TEST(PerceptionOfEquipment, ApplesAndBarnsAreNoTools) {
  for (const Pose2& place : {Pose2{{0.8, 1.1}, 0}, Pose2{{-0.8, 0.95}, 2.6}})
    for (const auto& [exposure, rate_hz] :
         {std::pair{1.0, 15.0}, std::pair{1.0, 8.0}, std::pair{0.7, 8.0}, std::pair{1.2, 5.0}}) {
      PerceivingRobot robot("farm", {place, exposure, 0.007, "camera_front", rate_hz});
      const Sight sight = robot.look("equipment");
      EXPECT_FALSE(sight.found) << place.translation.x << " light " << exposure << " rate "
                                << rate_hz << ": " << (sight.found ? sight.sightings[0].label : "");
    }
}

// Those of docs/pictures, when TANDEM_PICTURES names a folder.
TEST(PerceptionForPeople, EachProcessorShowsItsWork) {
  struct Case {
    std::string processor, scenario;
    Pose2 place;
  };
  const double back = std::numbers::pi;
  for (const Case& c :
       {Case{"line", "paint", {{-1.3, -0.95}, -18 * degrees}},
        Case{"box", "logistics", {{-0.3, -0.55}, back}}, Case{"zone", "logistics", {{0.8, 0}, 0}},
        Case{"field", "farm", {{-0.4, -0.5}, 60 * degrees}},
        Case{"edge", "farm", {{0.8, -0.1}, 15 * degrees}},
        Case{"edge_adjustment", "farm", {{0.1, -0.85}, -25 * degrees}},
        Case{"edge_following", "farm", {{0.7, -0.91}, 3 * degrees}},
        Case{"equipment", "farm", {{-0.95, -0.4}, back}},
        Case{"ball", "pong", {{-1.0, -0.2}, 10 * degrees}}}) {
    PerceivingRobot robot(c.scenario, {c.place});
    const std::vector<std::uint8_t> file = robot.debug_picture(c.processor);
    const auto image = JpegDecoder().decode(file);
    ASSERT_TRUE(image) << c.processor << ": " << image.error();
    EXPECT_EQ(image->width, 640);
    if (const char* folder = std::getenv("TANDEM_PICTURES"))
      std::ofstream(fmt::format("{}/perception_{}.jpg", folder, c.processor), std::ios::binary)
          .write(reinterpret_cast<const char*>(file.data()),
                 static_cast<std::streamsize>(file.size()));
  }
}

}  // namespace tandem
