// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#include "scenario/source.h"

#include <gtest/gtest.h>

#include <algorithm>

#include "scenario/newcomer.h"
#include "scenario/scenario.h"

namespace tandem {
namespace {

bool has(const std::vector<std::filesystem::path>& files, const std::string& end) {
  return std::ranges::any_of(
      files, [&](const std::filesystem::path& file) { return file.string().ends_with(end); });
}

TEST(Source, AScenarioKnowsHowItWasLoaded) {
  Findings findings;
  const auto scenario =
      load_scenario("office", {.overrides = {{"seed", "4"}}, .seed = 7, .step = 4ms}, findings);
  ASSERT_TRUE(scenario);
  const auto source = source_of(scenario);
  ASSERT_TRUE(source);
  EXPECT_TRUE(source->file.is_absolute());
  EXPECT_EQ(source->file.filename(), "office.yaml");
  EXPECT_EQ(source->text, "");
  EXPECT_EQ(source->overrides.size(), 1u);
  EXPECT_EQ(source->seed, 7u);
  EXPECT_EQ(source->step, 4ms);
  // the scenario itself, the world with its meshes, the robot, and pictures
  for (const char* file : {"/office.yaml", "/worlds/office.sdf", "/worlds/office_floor.obj",
                           "/robots/emaros.urdf", ".jpg"})
    EXPECT_TRUE(has(source->files, file)) << file;
  for (const auto& file : source->files) EXPECT_TRUE(file.is_absolute()) << file;
}

// A mesh that is in use already is not read again, and is needed all the same.
TEST(Source, MeshesAreNamedByAllWhoUseThem) {
  Findings findings;
  const auto first = load_scenario("office", {}, findings);
  const auto second = load_scenario("office", {}, findings);
  EXPECT_EQ(source_of(second)->files, source_of(first)->files);
}

TEST(Source, ATextIsItsOwnSource) {
  Findings findings;
  const std::string text = "name: lab\nrobots: [{name: emaros, model: emaros}]\n";
  const auto source = source_of(load_scenario_text(text, "lab", {}, findings));
  ASSERT_TRUE(source);
  EXPECT_EQ(source->text, text);
  EXPECT_TRUE(source->file.empty());
  EXPECT_TRUE(has(source->files, "/emaros.urdf"));
}

TEST(Source, ANewcomerKnowsWhatWasAskedFor) {
  const Newcomer newcomer = read_newcomer({.uri = "emaros", .ns = "lab"});
  ASSERT_TRUE(newcomer.what) << newcomer.reason;
  const auto source = source_of(std::get<RobotConfig>(*newcomer.what).model);
  ASSERT_TRUE(source);
  EXPECT_EQ(source->uri, "emaros");
  EXPECT_EQ(source->ns, "lab");
  EXPECT_TRUE(has(source->files, "/emaros.yaml"));
}

TEST(Source, WhatWasMadeByHandHasNone) {
  EXPECT_FALSE(source_of(std::make_shared<const Scenario>()));
  EXPECT_FALSE(source_of(std::make_shared<const Model>()));
  EXPECT_FALSE(source_of(std::shared_ptr<const Model>()));
}

}  // namespace
}  // namespace tandem
