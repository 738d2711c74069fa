// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#include "scenario/spawn.h"

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>
#include <map>
#include <numbers>
#include <set>

#include "scenario/bounds.h"
#include "scenario/generators.h"
#include "scenario/load_context.h"
#include "scenario/object_catalog.h"
#include "scenario/world_parts.h"
#include "scenario/yaml_document.h"

namespace tandem {
namespace {

using ::testing::HasSubstr;

class Spawn : public ::testing::Test {
 protected:
  Spawn() { scenario_.world = generate_arena({.size_x_m = 10, .size_y_m = 10}); }

  // What the text spawns, without the floor and walls.
  std::vector<ModelInstance> spawned(const std::string& yaml) {
    findings_ = {};
    Scenario scenario = scenario_;
    const std::size_t before = scenario.world.models.size();
    LoadContext context("test.yaml", findings_);
    spawn_objects(*parse_yaml(yaml, "test.yaml", findings_), scenario, context);
    return {scenario.world.models.begin() + static_cast<std::ptrdiff_t>(before),
            scenario.world.models.end()};
  }
  std::string error_of(const std::string& yaml) {
    spawned(yaml);
    EXPECT_TRUE(findings_.has_errors()) << yaml;
    return findings_.has_errors() ? to_string(findings_.all().front()) : "";
  }
  std::string boxes(const std::string& more) {
    return fmt::format(
        "boxes: {{object: {{shape: box, size_m: [0.1, 0.2, 0.3], mass_kg: 0.2, color: red}}, {}}}",
        more);
  }

  Scenario scenario_;
  Findings findings_;
};

bool overlap(const Bounds& a, const Bounds& b) {
  constexpr double rounding = 1e-9;
  return a.low.x < b.high.x - rounding && b.low.x < a.high.x - rounding &&
         a.low.y < b.high.y - rounding && b.low.y < a.high.y - rounding &&
         a.low.z < b.high.z - rounding && b.low.z < a.high.z - rounding;
}

TEST_F(Spawn, ObjectsShareOneModelAndAreNumbered) {
  const auto things = spawned(boxes("count: 5, area: {size_x_m: 2, size_y_m: 2}"));
  ASSERT_EQ(things.size(), 5u);
  EXPECT_EQ(things[0].name, "boxes_1");
  EXPECT_EQ(things[4].name, "boxes_5");
  for (const ModelInstance& thing : things) {
    EXPECT_EQ(thing.model, things[0].model);
    EXPECT_NEAR(thing.world_from_model.translation.z, 0.15, 1e-9);  // half its height
  }
  const Link& link = things[0].model->links[0];
  EXPECT_EQ(link.mass.mass_kg, 0.2);
  EXPECT_NEAR(link.mass.inertia.xx, 0.2 / 12 * (0.2 * 0.2 + 0.3 * 0.3), 1e-12);
}

TEST_F(Spawn, GridHoldsExactlyWhatItsArithmeticSays) {
  // 0.1 + 0.1 m and 0.2 + 0.1 m cells; no spacing is needed after the last: 5 by 4
  const std::string area = "spacing_m: 0.1, layers: 1, area: {size_x_m: 0.9, size_y_m: 1.1}";
  EXPECT_EQ(spawned(boxes("count: 20, " + area)).size(), 20u);
  EXPECT_THAT(error_of(boxes("count: 21, " + area)), HasSubstr("only 20 of 21 objects have room"));
}

TEST_F(Spawn, LayersAreAsManyAsItTakesAndSpacedApart) {
  const auto things =
      spawned(boxes("count: 50, spacing_m: 0.1, area: {size_x_m: 0.9, size_y_m: 1.1}"));
  ASSERT_EQ(things.size(), 50u);  // 20 a layer: 3 layers
  double highest = 0;
  for (const ModelInstance& thing : things)
    highest = std::max(highest, thing.world_from_model.translation.z);
  EXPECT_NEAR(highest, 0.15 + 2 * (0.3 + 0.1), 1e-9);
}

TEST_F(Spawn, TiltedObjectsPointInEveryDirectionAndStandClearOfTheFloor) {
  const auto things = spawned(boxes("count: 200, tilt: random, area: {size_x_m: 3, size_y_m: 3}"));
  ASSERT_EQ(things.size(), 200u);
  Vec3 sum;
  for (const ModelInstance& thing : things) {
    sum += thing.world_from_model.rotation * Vec3{0, 0, 1};
    EXPECT_GE(bounds_of(*thing.model, thing.world_from_model).low.z, -1e-9);
  }
  EXPECT_LT(length((1.0 / 200) * sum), 0.25);  // 3.5 times what chance leaves of 200 unit vectors
}

TEST_F(Spawn, StackHeightDecidesHowManyColumnsThereAre) {
  const auto things = spawned(boxes("count: 12, layers: 4, area: {size_x_m: 3, size_y_m: 3}"));
  std::set<std::pair<double, double>> columns;
  for (const ModelInstance& thing : things)
    columns.emplace(thing.world_from_model.translation.x, thing.world_from_model.translation.y);
  EXPECT_EQ(columns.size(), 3u);
}

TEST_F(Spawn, NothingOverlapsHoweverItIsArranged) {
  for (const std::string_view how :
       {"arrangement: grid", "arrangement: grid, yaw: random", "arrangement: scattered",
        "arrangement: scattered, yaw: random, layers: 2", "arrangement: grid, tilt: random",
        "arrangement: scattered, tilt: random, layers: 2"}) {
    const auto things =
        spawned(fmt::format("{}\n{}",
                            boxes(fmt::format("count: 150, {}, area: {{size_x_m: 6, size_y_m: 6, "
                                              "yaw_deg: 90}}",
                                              how)),
                            "balls: {count: 40, arrangement: scattered, object: {shape: sphere, "
                            "radius_m: 0.1, mass_kg: 1}, area: {size_x_m: 6, size_y_m: 6}}"));
    ASSERT_FALSE(findings_.has_errors()) << how << to_string(findings_.all()[0]);
    ASSERT_EQ(things.size(), 190u) << how;
    // the box that fits inside each object whatever its heading
    const auto core = [](const ModelInstance& thing) {
      Bounds bounds = bounds_of(*thing.model, {thing.world_from_model.translation, {}});
      const Vec3 center = bounds.center();
      const double reach = thing.name.starts_with("balls") ? 0.0707 : 0.05;
      return Bounds{{center.x - reach, center.y - reach, bounds.low.z},
                    {center.x + reach, center.y + reach, bounds.high.z}};
    };
    for (std::size_t i = 0; i < things.size(); ++i)
      for (std::size_t j = 0; j < i; ++j)
        ASSERT_FALSE(overlap(core(things[i]), core(things[j]))) << how;
  }
}

TEST_F(Spawn, StaysInsideItsAreaAndClearOfRobotsAndThings) {
  RobotConfig robot;
  robot.model = std::make_shared<const Model>(solid_model("r", Sphere{0.3}, 1, {}, {}));
  robot.world_from_robot.translation = {1, 1, 0.3};
  scenario_.robots.push_back(robot);
  const auto pillar =
      std::make_shared<const Model>(solid_model("pillar", Cylinder{0.4, 2}, 1, {}, {}));
  scenario_.world.models.push_back({"pillar", pillar, {{-1, 0, 1}, {}}});

  const auto things =
      spawned(boxes("count: 400, keep_clear_m: 0.5, layers: 1, area: {size_x_m: 4, size_y_m: 6}"));
  ASSERT_EQ(things.size(), 400u);
  for (const ModelInstance& thing : things) {
    const Vec3 at = thing.world_from_model.translation;
    EXPECT_LE(std::abs(at.x), 2 - 0.05);
    EXPECT_LE(std::abs(at.y), 3 - 0.1);
    EXPECT_GE(std::hypot(at.x - 1, at.y - 1), 0.3 + 0.5);
    EXPECT_GE(std::hypot(at.x + 1, at.y), 0.4);
  }
}

TEST_F(Spawn, StandsOnTerrainAndNotInRocks) {
  scenario_.world = generate_lunar({.rocks = 300, .craters = 0, .cache = false});
  const auto things = spawned(boxes("count: 60, area: {x: 40, size_x_m: 40, size_y_m: 40}"));
  ASSERT_EQ(things.size(), 60u);
  for (const ModelInstance& thing : things) {
    const Bounds bounds = bounds_of(*thing.model, thing.world_from_model);
    for (const ModelInstance& rock : scenario_.world.models) {
      if (rock.name == "regolith") continue;
      EXPECT_FALSE(overlap(bounds, bounds_of(*rock.model, rock.world_from_model)));
    }
  }
}

TEST_F(Spawn, StackUnderARoofHasRoomForAllOfIt) {
  // boxes of 0.3 m stacked to 1.24 m; the roof over the right half hangs at 1 m
  const auto roof = std::make_shared<const Model>(solid_model("roof", Sphere{1}, 1, {}, {}));
  scenario_.world.models.push_back({"roof", roof, {{1, 0, 2}, {}}});
  for (const ModelInstance& thing :
       spawned(boxes("count: 40, layers: 4, area: {size_x_m: 4, size_y_m: 2}")))
    EXPECT_LE(thing.world_from_model.translation.x, 0);
}

TEST_F(Spawn, TheSeedDecidesAndOtherSpawnsDoNot) {
  const std::string some = boxes(
      "count: 9, arrangement: scattered, yaw: random, "
      "area: {x: -3, size_x_m: 3, size_y_m: 3}");
  const std::string others =
      "\nballs: {count: 3, object: {shape: sphere, radius_m: 0.1, mass_kg: "
      "1}, area: {x: 3, size_x_m: 2, size_y_m: 2}}";
  const auto first = spawned(some), again = spawned(some), among_others = spawned(some + others);
  for (std::size_t i = 0; i < first.size(); ++i) {
    EXPECT_EQ(first[i].world_from_model, again[i].world_from_model);
    EXPECT_EQ(first[i].world_from_model, among_others[i].world_from_model);
  }
  scenario_.seed = 2;
  EXPECT_NE(first[0].world_from_model, spawned(some)[0].world_from_model);
}

TEST_F(Spawn, EpisodesDrawAnewAndRepeat) {
  LoadContext context("test.yaml", findings_);
  spawn_objects(
      *parse_yaml(boxes("count: 9, area: {size_x_m: 3, size_y_m: 3}"), "test.yaml", findings_),
      scenario_, context);
  ASSERT_NE(scenario_.spawn_plan, nullptr);
  const auto draw = [&](std::uint64_t episode) {
    return draw_spawned(scenario_, *scenario_.spawn_plan, episode).things;
  };
  const auto first = draw(0), second = draw(1), second_again = draw(1), third = draw(2);
  ASSERT_EQ(first.size(), 9u);
  ASSERT_EQ(second.size(), 9u);
  bool is_second_other = false, is_third_other = false;
  for (std::size_t i = 0; i < 9; ++i) {
    const ModelInstance& of_file = scenario_.world.models.at(scenario_.spawned_from + i);
    EXPECT_EQ(first[i].world_from_model, of_file.world_from_model);
    EXPECT_EQ(first[i].name, second[i].name);
    EXPECT_EQ(second[i].world_from_model, second_again[i].world_from_model);
    is_second_other |= first[i].world_from_model != second[i].world_from_model;
    is_third_other |= second[i].world_from_model != third[i].world_from_model;
  }
  EXPECT_TRUE(is_second_other);
  EXPECT_TRUE(is_third_other);
}

TEST_F(Spawn, KindsAreDrawnByTheirWeights) {
  LoadContext context("test.yaml", findings_);
  scenario_.catalog = read_catalog(
      *parse_yaml("red_box: {shape: box, size_m: [0.1, 0.1, 0.1], mass_kg: 1}\n"
                  "pole: {shape: cylinder, radius_m: 0.02, length_m: 0.6, mass_kg: 1}\n",
                  "test.yaml", findings_),
      context);
  const auto counts = [&](const std::string& objects) {
    std::map<std::string, int> of_kind;
    for (const ModelInstance& thing :
         spawned("mixed: {count: 900, layers: 1, area: {size_x_m: 8, size_y_m: 8}, objects: " +
                 objects + "}")) {
      ++of_kind[thing.model->name];
      // each stands on the floor by its own height
      EXPECT_NEAR(thing.world_from_model.translation.z, thing.model->name == "pole" ? 0.3 : 0.05,
                  1e-9);
    }
    return of_kind;
  };
  // 900 draws of chance 2/3 are 600, with a deviation of sqrt(900 * 2/3 * 1/3) = 14
  auto weighted = counts("{red_box: 2, pole: 1}");
  EXPECT_NEAR(weighted["red_box"], 600, 4 * 14.2);
  EXPECT_EQ(weighted["red_box"] + weighted["pole"], 900);
  EXPECT_NEAR(counts("[red_box, pole]")["pole"], 450, 4 * 15);
  // a type may stand alone too
  const auto alone = spawned("p: {object: pole, area: {size_x_m: 1, size_y_m: 1}}");
  ASSERT_EQ(alone.size(), 1u);
  EXPECT_EQ(alone[0].model->name, "pole");
}

TEST_F(Spawn, KindsOfOtherSizesDoNotOverlap) {
  LoadContext context("test.yaml", findings_);
  scenario_.catalog =
      read_catalog(*parse_yaml("long: {shape: box, size_m: [0.6, 0.05, 0.1], mass_kg: 1}\n"
                               "wide: {shape: box, size_m: [0.05, 0.6, 0.3], mass_kg: 1}\n",
                               "test.yaml", findings_),
                   context);
  for (const std::string_view how : {"layers: 1", "layers: 3", "arrangement: scattered"}) {
    const auto things = spawned(fmt::format(
        "m: {{count: 60, objects: [long, wide], {}, area: {{size_x_m: 8, size_y_m: 8}}}}", how));
    ASSERT_EQ(things.size(), 60u) << how;
    for (std::size_t i = 0; i < things.size(); ++i)
      for (std::size_t j = 0; j < i; ++j)
        EXPECT_FALSE(overlap(bounds_of(*things[i].model, things[i].world_from_model),
                             bounds_of(*things[j].model, things[j].world_from_model)))
            << how << i << ' ' << j;
  }
}

TEST_F(Spawn, HeightLiftsTheLowestLayer) {
  const auto things = spawned(boxes("count: 1, height_m: 2, area: {size_x_m: 1, size_y_m: 1}"));
  EXPECT_NEAR(things.at(0).world_from_model.translation.z, 2.15, 1e-9);
}

TEST_F(Spawn, ThingsAndDistancesOfAnySizeAreHandled) {
  RobotConfig robot;
  robot.model = std::make_shared<const Model>(solid_model("r", Sphere{0.3}, 1, {}, {}));
  scenario_.robots.push_back(robot);
  const auto things = spawned(
      "domes: {count: 3, arrangement: scattered, keep_clear_m: 900, object: {shape: sphere, "
      "radius_m: 900, mass_kg: 1}, area: {x: 9000, size_x_m: 9000, size_y_m: 9000}}\n"
      "balls: {count: 50, arrangement: scattered, object: {shape: sphere, radius_m: 0.1, mass_kg: "
      "1}, area: {x: 9000, size_x_m: 9000, size_y_m: 9000}}");
  ASSERT_EQ(things.size(), 53u);
  for (std::size_t i = 3; i < things.size(); ++i)
    for (std::size_t j = 0; j < 3; ++j) {
      const Vec3 apart =
          things[i].world_from_model.translation - things[j].world_from_model.translation;
      EXPECT_GE(std::hypot(apart.x, apart.y), 900);
    }
}

TEST_F(Spawn, MistakesAreExplained) {
  const std::string area = "area: {size_x_m: 1, size_y_m: 1}";
  EXPECT_THAT(error_of("boxes: {count: 1, " + area + "}"), HasSubstr("must have 'object'"));
  EXPECT_THAT(error_of("b: {object: no_such_type, " + area + "}"), HasSubstr("no_such_type"));
  EXPECT_THAT(error_of("b: {objects: [no_such_type], " + area + "}"), HasSubstr("no_such_type"));
  EXPECT_THAT(error_of("b: {objects: [], " + area + "}"), HasSubstr("a list of types, or a map"));
  EXPECT_THAT(error_of("b: {objects: box, " + area + "}"), HasSubstr("a list of types, or a map"));
  EXPECT_THAT(error_of("b: {objects: {barrel: 0}, " + area + "}"), HasSubstr("'barrel' must be"));
  EXPECT_THAT(error_of(boxes("objects: [carton], " + area)),
              HasSubstr("'object' cannot be given beside 'objects'"));
  EXPECT_THAT(error_of("boxes: {object: {shape: box}, " + area + "}"),
              HasSubstr("must have 'size_m'"));
  EXPECT_THAT(
      error_of("b: {object: {shape: sphere, radius_m: 1, length_m: 2, mass_kg: 1}, " + area + "}"),
      HasSubstr("a sphere has no 'length_m'"));
  EXPECT_THAT(error_of("b: {object: {shape: sphere, radius_m: 0.1}, " + area + "}"),
              HasSubstr("must have 'mass_kg'"));
  EXPECT_THAT(error_of("b: {object: {model: x, mass_kg: 1}, " + area + "}"),
              HasSubstr("'mass_kg' cannot be given beside 'model'"));
  EXPECT_THAT(error_of(boxes("count: -1, " + area)), HasSubstr("'count' must be at least 0"));
  EXPECT_THAT(error_of(boxes("count: 1")), HasSubstr("must have 'area'"));
  EXPECT_THAT(error_of(boxes("yaw: 90, " + area)), HasSubstr("'yaw' can only be random"));
  EXPECT_THAT(error_of(boxes("tilt: 5, " + area)), HasSubstr("'tilt' can only be random"));
  EXPECT_THAT(error_of(boxes("count: 100, arrangement: scattered, " + area)),
              HasSubstr("of 100 objects have room"));
  EXPECT_THAT(error_of("'7 dwarfs': {}"), HasSubstr("a spawn's name"));
  EXPECT_THAT(error_of("[1]"), HasSubstr("'spawn' expects a map"));
  EXPECT_THAT(error_of("b: {count: 1, object: {shape: box, size_m: [0.001, 0.001, 0.001], mass_kg: "
                       "1}, spacing_m: 0, area: {size_x_m: 9000, size_y_m: 9000}}"),
              HasSubstr("too fine"));
}

}  // namespace
}  // namespace tandem
