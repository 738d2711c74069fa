// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#include <cmath>

#include "rule_world.h"

namespace tandem {
namespace {

using ::testing::HasSubstr;

// Something at the origin, 0.3 m across, and a robot of 0.25 m across that looks at it from x = -1.
std::string world_with(const std::string& name, const std::string& object,
                       const std::string& mode = "virtual") {
  return "robots: [{name: r, model: emaros, mode: " + mode +
         ", pose: {x: -1}}]\n"
         "spawn: {" +
         name + ": {count: 1, area: {size_x_m: 0.32, size_y_m: 0.32}, object: " + object +
         "}}\n"
         "rules: {danger: {type: hazard}}\n";
}
const std::string heavy = "{shape: cylinder, radius_m: 0.15, length_m: 0.4, mass_kg: 80}";
const std::string low = "{shape: box, size_m: [0.3, 0.3, 0.08], mass_kg: 20}";

std::string value_of(const WorldEvent& event, const std::string& name) {
  for (const auto& [key, value] : event.values)
    if (key == name) return value;
  ADD_FAILURE() << event.name << " has no " << name;
  return "0";
}
double number_of(const WorldEvent& event, const std::string& name) {
  return std::stod(value_of(event, name));
}

TEST(Hazard, ATouchIsToldOnceWhenItBeginsAndOnceWhenItEnds) {
  RuleWorld world(world_with("barrel", heavy));
  world.drive("r", 0.3, 0, 5s);
  ASSERT_EQ(world.count_events("touch"), 1) << "it pushes all the time, in one touch";
  EXPECT_EQ(world.count_events("touch_end"), 0);
  const WorldEvent touch = world.events().front();
  EXPECT_EQ(touch.robot, "r");
  EXPECT_EQ(value_of(touch, "thing"), "barrel_1");
  EXPECT_EQ(value_of(touch, "type"), "barrel");
  EXPECT_EQ(value_of(touch, "by"), "r");
  // where the robot's shell meets the barrel's
  EXPECT_NEAR(number_of(touch, "x_m"), -0.15, 0.02);
  EXPECT_NEAR(number_of(touch, "y_m"), 0, 0.06);
  EXPECT_NEAR(number_of(touch, "speed_mps"), 0.3, 0.02);
  // what it takes to stop 3 kg from 0.3 m/s at most, and not nothing
  EXPECT_GT(number_of(touch, "impulse_ns"), 0.01);
  EXPECT_LT(number_of(touch, "impulse_ns"), 1.5);
  EXPECT_NEAR(number_of(touch, "force_n"), number_of(touch, "impulse_ns") / 0.008, 0.1);
  EXPECT_EQ(world.status("danger", "touches"), RuleValue(1.0));
  EXPECT_EQ(world.status("danger", "touches of r"), RuleValue(1.0));
  EXPECT_EQ(world.status("danger", "touching"), RuleValue("r barrel_1"));
  EXPECT_GT(std::get<double>(world.status("danger", "hardest_n")), 1);

  world.drive("r", -0.3, 0, 1s);
  ASSERT_EQ(world.count_events("touch_end"), 1);
  EXPECT_EQ(world.status("danger", "touching"), RuleValue(""));
  const WorldEvent end = world.events().back();
  EXPECT_EQ(value_of(end, "thing"), "barrel_1");
  // 1 - 0.15 - 0.125 m at 0.3 m/s, reached by 1 m/s2, then it pushed until 5 s and a little more
  EXPECT_NEAR(number_of(end, "duration_s"), 5 - (0.725 / 0.3 + 0.15), 0.25);
  EXPECT_GE(number_of(end, "force_n"), number_of(touch, "force_n"));
  EXPECT_GE(number_of(end, "impulse_ns"), number_of(touch, "impulse_ns"));

  world.drive("r", 0.3, 0, 3s);
  EXPECT_EQ(world.count_events("touch"), 2) << "another touch";
}

TEST(Hazard, WhatIsLowerThanTheLaserIsTouchedUnseen) {
  SimulationOptions wanting;
  wanting.interest = std::make_shared<SensorInterest>();
  const auto claim = wanting.interest->want("r", "lidar");
  const auto nearest = [&](const std::string& object, const std::string& name) {
    RuleWorld world(world_with(name, object), {}, wanting);
    double nearest_m = 1e9;
    for (int i = 0; i < 30; ++i)
      for (const auto& reading : world.step().readings)
        if (const auto* scan = std::get_if<ScanReading>(&reading->measurement))
          for (const float beam : scan->ranges_m)
            if (beam > 0.1f) nearest_m = std::min(nearest_m, double{beam});
    world.drive("r", 0.3, 0, 4s);
    EXPECT_EQ(world.count_events("touch"), 1) << name;
    return nearest_m;
  };
  EXPECT_NEAR(nearest(heavy, "barrel"), 0.85, 0.05);
  EXPECT_GT(nearest(low, "pallet"), 2);
}

const std::string fire_ahead = R"(
robots: [{name: r, model: emaros, pose: {x: -1}}]
rules:
  fire: {type: fire, x: 0, y: 0, radius_m: 0.2, smoke_m: 1}
  danger: {type: hazard}
)";

TEST(Hazard, FireAndSmokeAreSeenByCamerasAndNotByLidars) {
  SimulationOptions wanting;
  wanting.interest = std::make_shared<SensorInterest>();
  const auto lidar = wanting.interest->want("r", "lidar");
  const auto camera = wanting.interest->want("r", "camera_front", streams::main);
  RuleWorld world(fire_ahead, {}, wanting);
  double nearest_m = 1e9;
  int orange = 0, pictures = 0;
  for (int i = 0; i < 30; ++i)
    for (const auto& reading : world.step().readings) {
      if (const auto* scan = std::get_if<ScanReading>(&reading->measurement))
        for (const float beam : scan->ranges_m)
          if (beam > 0.1f) nearest_m = std::min(nearest_m, double{beam});
      if (const auto* seen = std::get_if<CameraReading>(&reading->measurement)) {
        ++pictures;
        orange = 0;
        const auto& pixels = seen->image.rgb;
        for (std::size_t p = 0; p + 2 < pixels.size(); p += 3)
          orange += pixels[p] > 150 && pixels[p] > 2 * pixels[p + 2];
      }
    }
  EXPECT_GT(nearest_m, 2);
  ASSERT_GT(pictures, 0);
  // 0.3 m wide and as high at 0.87 m, in a picture of 640 pixels and 120 degrees: 64 pixels a side
  EXPECT_GT(orange, 64 * 64 / 4);

  world.drive("r", 0.3, 0, 4s);
  ASSERT_EQ(world.count_events("touch"), 1);
  EXPECT_EQ(value_of(world.events().at(0), "thing"), "fire");
  EXPECT_NEAR(number_of(world.events().at(0), "x_m"), -0.2, 0.02);
}

TEST(Hazard, FireHasItsClassAndFlickersTheSameEachTime) {
  RuleWorld first(fire_ahead), second(fire_ahead);
  first.run(1s);
  second.run(1s);
  EXPECT_EQ(first.frame().state_hash, second.frame().state_hash);
  const Entity& fire = *first.simulation().world().find("fire");
  const auto flame = [&] { return first.simulation().world().world_from(fire.links.at(1)); };
  const Pose before = flame();
  first.run(100ms);
  EXPECT_NE(before.translation.z, flame().translation.z);
  bool has_class = false;
  for (const auto& [label, name] : first.frame().entities->labels()->all())
    has_class |= name == "fire";
  EXPECT_TRUE(has_class);
  EXPECT_EQ(fire.info.category, EntityCategory::static_object);

  // who puts it out
  EXPECT_EQ(first.status("fire", "burning"), RuleValue(true));
  EXPECT_EQ(first.edit(RemoveEntity{"fire"}).result, EditResult::done);
  first.run(100ms);
  EXPECT_EQ(first.status("fire", "burning"), RuleValue(false));
}

TEST(Hazard, TwinsTouchToo) {
  const auto run_into = [](const std::string& yaml) {
    RuleWorld world(yaml);
    for (int i = 0; i < 125 * 3; ++i) {
      const SimTime now = world.simulation().time();
      // 0.3 m/s from -1 to -0.2
      const double x = std::min(-0.2, -1 + 0.3 * seconds(now));
      world.step({.poses = {{.robot = "r", .stamp = now, .marker = {{x, 0}, 0}}}});
      for (const WorldEvent& event : world.frame().events)
        if (event.name == "touch") return event;
    }
    ADD_FAILURE() << "it touched nothing";
    return WorldEvent{};
  };
  const WorldEvent barrel = run_into(world_with("barrel", heavy, "twin"));
  EXPECT_EQ(value_of(barrel, "thing"), "barrel_1");
  EXPECT_NEAR(number_of(barrel, "speed_mps"), 0.3, 0.05);
  EXPECT_GT(number_of(barrel, "impulse_ns"), 0) << "a twin moves what it meets";

  std::string fire = fire_ahead;
  fire.replace(fire.find("model: emaros"), 13, "model: emaros, mode: twin");
  const WorldEvent burnt = run_into(fire);
  EXPECT_EQ(value_of(burnt, "thing"), "fire");
  EXPECT_NEAR(number_of(burnt, "x_m"), -0.2, 0.03);
  EXPECT_NEAR(number_of(burnt, "speed_mps"), 0.3, 0.05);
}

// A robot with a box of 0.2 m before it and a barrel of 0.3 m across further on.
std::string carrying_towards_a_barrel(const std::string& mode) {
  return "robots: [{name: r, model: emaros, pose: {x: -1}, mode: " + mode +
         "}]\n"
         "spawn:\n"
         "  crate: {area: {x: -0.6, size_x_m: 0.25, size_y_m: 0.25}, keep_clear_m: 0, object: "
         "{shape: box, size_m: [0.2, 0.2, 0.2], mass_kg: 0.5}}\n"
         "  barrel: {area: {size_x_m: 0.32, size_y_m: 0.32}, object: " +
         heavy +
         "}\n"
         "rules: {danger: {type: hazard}}\n";
}

TEST(Hazard, WhatARobotCarriesTouchesForIt) {
  RuleWorld world(carrying_towards_a_barrel("virtual"));
  ASSERT_TRUE(world.order("attach,crate").is_done);
  world.drive("r", 0.3, 0, 4s);
  ASSERT_EQ(world.count_events("touch"), 1);
  const WorldEvent touch = world.events().back();
  EXPECT_EQ(touch.name, "touch");
  EXPECT_EQ(touch.robot, "r");
  EXPECT_EQ(value_of(touch, "thing"), "barrel_1");
  EXPECT_EQ(value_of(touch, "by"), "crate_1");
  EXPECT_THAT(touch.text, HasSubstr("r touches barrel_1 with crate_1"));
  EXPECT_NEAR(number_of(touch, "x_m"), -0.15, 0.02);
  EXPECT_NEAR(number_of(touch, "speed_mps"), 0.3, 0.02);
  EXPECT_GT(number_of(touch, "impulse_ns"), 0.01);
  EXPECT_EQ(world.status("danger", "touches of r"), RuleValue(1.0));

  // put down there, it is nobody's
  ASSERT_TRUE(world.order("detach").is_done);
  world.drive("r", -0.3, 0, 1s);
  EXPECT_EQ(world.count_events("touch_end"), 1);
  EXPECT_EQ(world.status("danger", "touching"), RuleValue(""));
}

TEST(Hazard, WhatATwinCarriesTouchesForIt) {
  RuleWorld world(carrying_towards_a_barrel("twin"));
  const auto see_at = [&](double x) {
    const SimTime now = world.simulation().time();
    world.step({.poses = {{.robot = "r", .stamp = now, .marker = {{x, 0}, 0}}}});
  };
  for (int i = 0; i < 20; ++i) see_at(-1);
  ASSERT_TRUE(world.order("attach,crate").is_done);
  const double begin = seconds(world.simulation().time());
  std::optional<WorldEvent> touch;
  for (int i = 0; i < 300 && !touch; ++i) {
    see_at(-1 + 0.3 * (seconds(world.simulation().time()) - begin));
    for (const WorldEvent& event : world.frame().events)
      if (event.name == "touch") touch = event;
  }
  ASSERT_TRUE(touch);
  EXPECT_EQ(value_of(*touch, "by"), "crate_1");
  EXPECT_EQ(value_of(*touch, "thing"), "barrel_1");
  EXPECT_NEAR(number_of(*touch, "speed_mps"), 0.3, 0.05);
}

TEST(Hazard, OnlyWhatIsNamedCountsByNameOrByType) {
  std::string yaml = world_with("crate", heavy);
  RuleWorld harmless(yaml);
  harmless.drive("r", 0.3, 0, 4s);
  EXPECT_EQ(harmless.count_events("touch"), 0);
  yaml.replace(yaml.find("type: hazard"), 12, "type: hazard, things: ['cr?te_*']");
  RuleWorld named(yaml);
  named.drive("r", 0.3, 0, 4s);
  EXPECT_EQ(named.count_events("touch"), 1);
}

TEST(Hazard, ATouchEndsWhenTheThingIsTakenAway) {
  RuleWorld world(world_with("barrel", heavy));
  world.drive("r", 0.3, 0, 4s);
  EXPECT_EQ(world.count_events("touch"), 1);
  EXPECT_EQ(world.edit(RemoveEntity{"barrel_1"}).result, EditResult::done);
  world.run(500ms);
  EXPECT_EQ(world.count_events("touch_end"), 1);
}

TEST(Hazard, SettingsAreChecked) {
  EXPECT_EQ(findings_of("rules: {h: {type: hazard}}"), "");
  EXPECT_THAT(findings_of("rules: {h: {type: hazard, thing: [a]}}"), HasSubstr("'things'"));
  EXPECT_THAT(findings_of("rules: {h: {type: hazard, things: 3}}"), HasSubstr("'things'"));
  EXPECT_THAT(findings_of("rules: {h: {type: hazard, release: soon}}"), HasSubstr("'release'"));
  EXPECT_THAT(findings_of("rules: {f: {type: fire, x: 1}}"), HasSubstr("must have 'y'"));
  EXPECT_THAT(findings_of("rules: {f: {type: fire, x: 1, y: far}}"), HasSubstr("'y'"));
  EXPECT_THAT(findings_of("rules: {f: {type: fire, x: 1, y: 1, radius_m: 0}}"),
              HasSubstr("'radius_m' must"));
  EXPECT_THAT(findings_of("rules: {f: {type: fire, x: 1, y: 1, smoke_m: -1}}"),
              HasSubstr("'smoke_m' must"));
}

}  // namespace
}  // namespace tandem
