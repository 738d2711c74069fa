// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#include <cmath>

#include "render/ray_world.h"
#include "render/render_scene.h"
#include "rule_world.h"

namespace tandem {
namespace {

using ::testing::HasSubstr;

// A zone of 0.6 m around the origin for red boxes, and a robot 0.5 m west of it.
const std::string two_colors = R"(
world: {generate: arena, size_x_m: 4, size_y_m: 3}
robots: [{name: emaros, model: emaros, pose: {x: -0.8}}]
catalog:
  red_box: {shape: box, size_m: [0.1, 0.1, 0.1], mass_kg: 0.2, color: red}
  blue_box: {shape: box, size_m: [0.1, 0.1, 0.1], mass_kg: 0.2, color: blue}
rules:
  red_zone: {type: zone, area: {size_x_m: 0.6, size_y_m: 0.6}, accepts: [red_box], color: red}
)";

Spawn box(const RuleWorld& world, const std::string& type, Vec3 at) {
  for (const ObjectType& known : world.frame().scenario->catalog)
    if (known.name == type) return {.what = ModelInstance{type, known.model, {at, {}}}};
  ADD_FAILURE() << "there is no " << type;
  return {};
}

// Steps until the first event of that name, and no longer than a minute.
const WorldEvent* wait_for(RuleWorld& world, const std::string& name) {
  for (const SimTime end = world.simulation().time() + 60s; world.simulation().time() < end;) {
    world.run(8ms);
    for (const WorldEvent& event : world.events())
      if (event.name == name) return &event;
  }
  return nullptr;
}

std::string value_of(const WorldEvent& event, const std::string& name) {
  for (const auto& [key, value] : event.values)
    if (key == name) return value;
  return "none";
}

TEST(Zone, TakesABoxOfItsTypeAfterItHasLainThere) {
  RuleWorld world(two_colors);
  EXPECT_EQ(world.status("red_zone", "delivered"), RuleValue(0.0));
  EXPECT_EQ(world.edit(box(world, "red_box", {0.2, 0.1, 0.05})).result, EditResult::done);
  // 200 ms are 25 steps of 8 ms; the edit was followed by the first
  world.run(23 * 8ms);
  EXPECT_TRUE(world.has("red_box"));
  EXPECT_EQ(world.count_events("delivered"), 0);
  world.run(8ms);
  EXPECT_FALSE(world.has("red_box"));
  ASSERT_EQ(world.count_events("delivered"), 1);
  const WorldEvent& event = world.events().back();
  EXPECT_EQ(event.robot, "") << "nobody touched it";
  EXPECT_EQ(value_of(event, "zone"), "red_zone");
  EXPECT_EQ(value_of(event, "thing"), "red_box");
  EXPECT_EQ(value_of(event, "type"), "red_box");
  EXPECT_EQ(value_of(event, "count"), "1");
  EXPECT_EQ(event.text, "'red_box' was delivered to red_zone");
  EXPECT_EQ(world.status("red_zone", "delivered"), RuleValue(1.0));
  EXPECT_EQ(world.status("red_zone", "last"), RuleValue(std::string("red_box")));
  world.run(1s);
  EXPECT_EQ(world.count_events("delivered"), 1);
}

TEST(Zone, CountsTheMiddleOfABox) {
  RuleWorld world(two_colors);
  world.edit(box(world, "red_box", {0.31, 0, 0.05}));
  world.run(1s);
  EXPECT_TRUE(world.has("red_box")) << "its middle is 1 cm outside";
  world.edit(SetEntityState{"red_box", Pose{{0.29, 0, 0.05}, {}}, {}});
  world.run(1s);
  EXPECT_FALSE(world.has("red_box")) << "its middle is 1 cm inside";
}

TEST(Zone, ReportsAWrongBoxOnceAndLeavesIt) {
  RuleWorld world(two_colors);
  world.edit(box(world, "blue_box", {0, 0, 0.05}));
  world.run(5s);
  EXPECT_TRUE(world.has("blue_box"));
  EXPECT_EQ(world.count_events("wrong_delivery"), 1);
  EXPECT_EQ(world.count_events("delivered"), 0);
  EXPECT_EQ(world.events().back().text,
            "'blue_box' was brought to red_zone, which takes red_box and no blue_box");
  EXPECT_EQ(world.status("red_zone", "wrong"), RuleValue(1.0));

  // it is news again when it comes again
  world.edit(SetEntityState{"blue_box", Pose{{1, 0, 0.05}, {}}, {}});
  world.run(1s);
  EXPECT_EQ(world.status("red_zone", "wrong"), RuleValue(0.0));
  world.edit(SetEntityState{"blue_box", Pose{{0, 0, 0.05}, {}}, {}});
  world.run(1s);
  EXPECT_EQ(world.count_events("wrong_delivery"), 2);
}

TEST(Zone, KnowsWhoPushedTheBox) {
  RuleWorld world(two_colors);
  world.edit(box(world, "red_box", {-0.5, 0, 0.05}));
  world.drive("emaros", 0.2, 0, 2s);
  EXPECT_EQ(world.count_events("delivered"), 0) << "it moves";
  const WorldEvent* event = wait_for(world, "delivered");
  ASSERT_TRUE(event);
  EXPECT_EQ(event->robot, "emaros");
  EXPECT_THAT(event->text, HasSubstr("by emaros"));
}

TEST(Zone, TakesNothingThatIsHeldAboveIt) {
  RuleWorld world(two_colors);
  world.edit(box(world, "blue_box", {0, 0, 0.05}));
  world.edit(box(world, "red_box", {0, 0, 0.1505}));
  world.run(2s);
  EXPECT_TRUE(world.has("red_box")) << "it lies on another";
  world.edit(RemoveEntity{"blue_box"});
  world.run(2s);
  EXPECT_FALSE(world.has("red_box"));
}

TEST(Zone, TakesNothingThatIsCarriedUntilItIsPutDown) {
  RuleWorld world(two_colors);
  world.edit(box(world, "red_box", {-0.55, 0, 0.05}));
  world.run(200ms);
  ASSERT_TRUE(world.order("attach,red_box").is_done);
  world.drive("emaros", 0.4, 0, 1500ms);
  world.run(2s);
  const Vec3 at = world.pose_of("red_box").translation;
  ASSERT_LT(std::abs(at.x), 0.3) << "it is above the zone and stands";
  EXPECT_EQ(world.count_events("delivered"), 0);
  ASSERT_TRUE(world.order("detach").is_done);
  world.run(1s);
  EXPECT_FALSE(world.has("red_box"));
  ASSERT_EQ(world.count_events("delivered"), 1);
  EXPECT_EQ(world.events().back().robot, "emaros");
}

TEST(Zone, ConfirmsWhatIsRealAndLeavesIt) {
  RuleWorld world(two_colors + R"(
spawn:
  red_box: {area: {size_x_m: 0.3, size_y_m: 0.3},
            object: {shape: box, size_m: [0.1, 0.1, 0.1], mass_kg: 0.2}}
real: [red_box_1]
)");
  world.run(2s);
  EXPECT_TRUE(world.has("red_box_1"));
  EXPECT_EQ(world.count_events("delivered"), 1);
  EXPECT_EQ(world.status("red_zone", "delivered"), RuleValue(1.0));
}

TEST(Zone, IsGoneWithItsPlate) {
  RuleWorld world(two_colors);
  ASSERT_TRUE(world.has("red_zone"));
  world.edit(box(world, "red_box", {0, 0, 0.05}));
  world.run(80ms);
  EXPECT_EQ(world.edit(RemoveEntity{"red_zone"}).result, EditResult::done);
  EXPECT_EQ(world.status("red_zone", "open"), RuleValue(false));
  EXPECT_EQ(world.frame().events.at(0).name, "zone_removed");
  world.run(2s);
  EXPECT_TRUE(world.has("red_box"));
  EXPECT_EQ(world.count_events("delivered"), 0);
  world.order("reset");
  EXPECT_TRUE(world.has("red_zone"));
  EXPECT_EQ(world.status("red_zone", "open"), RuleValue(true));
}

TEST(Zone, IsWhereItsPlateIsPut) {
  RuleWorld world(two_colors);
  world.edit(SetEntityState{"red_zone", Pose{{1, 1, 0}, Quat::from_rpy(0, 0, 0.7)}, {}});
  world.edit(box(world, "red_box", {0, 0, 0.05}));
  world.run(1s);
  EXPECT_TRUE(world.has("red_box"));
  world.edit(SetEntityState{"red_box", Pose{{1, 1.2, 0.05}, {}}, {}});
  world.run(1s);
  EXPECT_FALSE(world.has("red_box"));
}

TEST(Zone, CanLeaveWhatItAccepts) {
  RuleWorld world(two_colors +
                  "  more: {type: zone, area: {x: 1, size_x_m: 0.4, size_y_m: 0.4}, "
                  "accepts: [blue_box], removes: false, settle: 0s}\n");
  world.edit(box(world, "blue_box", {1, 0, 0.05}));
  world.run(2s);
  EXPECT_TRUE(world.has("blue_box"));
  EXPECT_EQ(world.status("more", "delivered"), RuleValue(1.0));
}

TEST(Zone, IsSeenByCamerasAndNotByRays) {
  RuleWorld world(two_colors);
  const Entity& plate = *world.simulation().world().find("red_zone");
  ASSERT_FALSE(plate.model->links.at(0).visuals.empty());
  EXPECT_TRUE(plate.model->links[0].collisions.empty()) << "nothing bumps into it";
  RenderScene scene(world.frame().scenario->world);
  scene.show(world.frame().entities, world.frame().world_from_body, nullptr);
  RayWorld rays;
  rays.update(scene);
  const RayEnd end = rays.cast(Ray{.origin = {0, 0, 1}, .direction = {0, 0, -1}});
  EXPECT_NEAR(end.distance_m, 1, 1e-6) << "the floor and not the plate";
}

TEST(Zone, BeginsAnewAndTheSameAfterAReset) {
  const auto go = [](RuleWorld& world) {
    world.edit(box(world, "red_box", {0, 0, 0.05}));
    world.edit(box(world, "blue_box", {0.2, 0, 0.05}));
    world.run(1s);
    return world.frame().state_hash;
  };
  RuleWorld world(two_colors);
  world.step();
  const std::uint64_t first = go(world);
  EXPECT_EQ(world.status("red_zone", "delivered"), RuleValue(1.0));
  world.order("reset");
  EXPECT_EQ(world.status("red_zone", "delivered"), RuleValue(0.0));
  EXPECT_EQ(go(world), first);
}

TEST(Zone, SettingsAreChecked) {
  const auto wrong = [](const std::string& settings) {
    return findings_of("rules: {z: {type: zone, " + settings + "}}");
  };
  EXPECT_THAT(wrong("accepts: [carton]"), HasSubstr("must have 'area'"));
  EXPECT_THAT(wrong("area: {size_x_m: 1, size_y_m: 1}"), HasSubstr("must have 'accepts'"));
  EXPECT_THAT(wrong("area: {size_x_m: 1, size_y_m: 1}, accepts: []"),
              HasSubstr("expects a list of"));
  EXPECT_THAT(wrong("area: {size_x_m: 1, size_y_m: 1}, accepts: [cartoon]"), HasSubstr("cartoon"));
  EXPECT_THAT(wrong("area: {size_x_m: 0, size_y_m: 1}, accepts: [carton]"), HasSubstr("size_x_m"));
  EXPECT_THAT(wrong("area: {size_x_m: 1, size_y_m: 1}, accepts: [carton], settle: -1s"),
              HasSubstr("settle"));
  EXPECT_EQ(wrong("area: {size_x_m: 1, size_y_m: 1}, accepts: [carton]"), "");
}

}  // namespace
}  // namespace tandem
