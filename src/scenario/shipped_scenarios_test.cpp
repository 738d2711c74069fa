// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cstdlib>
#include <fstream>

#include "base/random.h"
#include "scenario/bounds.h"
#include "scenario/scenario.h"
#include "scenario/testing.h"
#include "test_places.h"

namespace tandem {
namespace {

std::string content_of(const std::filesystem::path& file) {
  std::ifstream stream(file, std::ios::binary);
  return {std::istreambuf_iterator<char>(stream), {}};
}

class ShippedScenarios : public ::testing::Test {
 protected:
  ShippedScenarios() { ::setenv("XDG_CACHE_HOME", folder_.path().c_str(), 1); }
  ~ShippedScenarios() override { ::unsetenv("XDG_CACHE_HOME"); }

  std::shared_ptr<const Scenario> load(const std::string& name,
                                       const ScenarioOptions& options = {}) {
    Findings findings;
    auto scenario = load_scenario(name, options, findings);
    for (const Finding& finding : findings.all()) {
      EXPECT_EQ(finding.severity, Severity::warning) << to_string(finding);
      EXPECT_THAT(finding.message, ::testing::HasSubstr("give no data in this version"));
    }
    return scenario;
  }

  TestFolder folder_;
};

TEST_F(ShippedScenarios, AllLoadWithNothingButTheKnownWarning) {
  for (const std::string name : {"empty", "push", "crowd", "slope", "park", "lunar"}) {
    const auto scenario = load(name);
    ASSERT_TRUE(scenario) << name;
    EXPECT_EQ(scenario->name, name);
    EXPECT_FALSE(scenario->description.empty());
    EXPECT_FALSE(scenario->world.models.empty());
    ASSERT_EQ(scenario->robots.size(), 1u);
    EXPECT_NE(scenario->robots[0].drive.type, DriveType::none);
  }
}

TEST_F(ShippedScenarios, CacheChangesNothingButTheTime) {
  const auto heights = [](const Scenario& scenario) {
    return std::get<HeightfieldShape>(scenario.world.models[0].model->links[0].collisions[0].shape)
        .field->heights_m;
  };
  const auto made = load("lunar"), cached = load("lunar");
  EXPECT_EQ(heights(*made), heights(*cached));
  EXPECT_EQ(made->world.models.back().world_from_model,
            cached->world.models.back().world_from_model);
}

TEST_F(ShippedScenarios, EmarosIsSmallRoundAndCompletelyEquipped) {
  const auto scenario = load("empty");
  const RobotConfig& robot = scenario->robots[0];
  double mass = 0;
  for (const Link& link : robot.model->links) mass += link.mass.mass_kg;
  EXPECT_NEAR(mass, 3, 0.1);
  const Bounds bounds = bounds_of(*robot.model, {});
  EXPECT_NEAR(bounds.size().x, 0.25, 0.02);
  EXPECT_NEAR(bounds.size().z, 0.2, 0.005);
  EXPECT_EQ(robot.drive.type, DriveType::differential);
  EXPECT_NEAR(robot.drive.wheel_radius_m, 0.035, 1e-9);
  EXPECT_NEAR(robot.drive.track_m, 0.2, 1e-9);
  EXPECT_NEAR(robot.world_from_robot.translation.z, 0.035, 1e-6);
  std::map<std::string, int> sensors;
  for (const SensorDescription& sensor : robot.sensors) ++sensors[sensor.type];
  EXPECT_EQ(sensors, (std::map<std::string, int>{{"battery", 1},
                                                 {"camera", 2},
                                                 {"contact", 1},
                                                 {"encoder", 1},
                                                 {"imu", 1},
                                                 {"lidar", 1},
                                                 {"range", 8}}));
}

TEST_F(ShippedScenarios, JackalHasItsPublishedDimensions) {
  const auto scenario = load("slope");
  const RobotConfig& robot = scenario->robots[0];
  double mass = 0;
  for (const Link& link : robot.model->links) mass += link.mass.mass_kg;
  EXPECT_NEAR(mass, 17, 0.01);
  EXPECT_EQ(robot.drive.type, DriveType::skid);
  EXPECT_NEAR(robot.drive.wheel_radius_m, 0.098, 1e-9);
  EXPECT_NEAR(robot.drive.track_m, 0.376, 1e-9);
  EXPECT_EQ(robot.drive.max_speed_mps, 2);
  EXPECT_EQ(robot.drive.max_power_w, 500);
  double front = 0, rear = 0;
  for (const Joint& joint : robot.model->joints) {
    if (joint.name == "front_left_wheel") front = joint.model_from_joint.translation.x;
    if (joint.name == "rear_left_wheel") rear = joint.model_from_joint.translation.x;
  }
  EXPECT_NEAR(front - rear, 0.262, 1e-9);
  EXPECT_NEAR(robot.world_from_robot.translation.z, 0.0635, 1e-6);
}

TEST_F(ShippedScenarios, EmarosWithTrackedSensorsLoads) {
  const std::string file =
      folder_.write("t.yaml", "robots: [{name: a, model: emaros_3d, drive: {max_speed_mps: 1}}]")
          .string();
  const auto scenario = load(file);
  ASSERT_TRUE(scenario);
  EXPECT_TRUE(scenario->robots[0].sensors.at(0).is_triggered_by_pose);
}

TEST_F(ShippedScenarios, CrowdHasAsManyBoxesAsAreAskedFor) {
  EXPECT_EQ(load("crowd")->world.models.size(), 2 + 1000u);
  EXPECT_EQ(load("crowd", {.overrides = {{"spawn.boxes.count", "30000"}}, .seed = {}, .step = {}})
                ->world.models.size(),
            2 + 30'000u);
}

TEST_F(ShippedScenarios, BrokenVariantsOfAFileEndInFindingsOrAScenario) {
  // one scenario with everything in it, damaged at random places
  const std::string good = content_of(source_folder() / "scenarios/crowd.yaml") + R"(
rules: {goal: {type: zone, x: 1}}
projection: {area: {x: 0, y: 0, size_x_m: 3, size_y_m: 2}}
tracking: {topic: /pose, timeout: 500ms}
observe: [{topic: /cpu, pattern: 'a+'}]
)";
  Random random(1, "mutation");
  const std::string_view letters = "{}[]:,-#&*!|>'\"%@`?\n\t \\0919aex.<~";
  for (int i = 0; i < 300; ++i) {
    std::string text = good;
    for (std::uint64_t edits = 1 + random.below(4); edits > 0; --edits) {
      const std::size_t at = random.below(text.size());
      switch (random.below(4)) {
        case 0:
          text[at] = letters[random.below(letters.size())];
          break;
        case 1:
          text.erase(at, 1 + random.below(30));
          break;
        case 2:
          text.insert(at, text.substr(random.below(text.size()), random.below(60)));
          break;
        default:
          text.resize(std::max<std::size_t>(at, 1));
      }
    }
    Findings findings;
    const auto scenario = load_scenario(folder_.write("broken.yaml", text).string(), {}, findings);
    EXPECT_EQ(scenario == nullptr, findings.has_errors()) << text;
    for (const Finding& finding : findings.all()) EXPECT_FALSE(finding.place.file.empty());
  }
}

}  // namespace
}  // namespace tandem
