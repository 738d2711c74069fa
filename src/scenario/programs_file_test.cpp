// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#include "scenario/programs_file.h"

#include <gmock/gmock.h>

#include "scenario/testing.h"

namespace tandem {
namespace {

using ::testing::AllOf;
using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::Pair;

class Programs : public ::testing::Test {
 protected:
  std::shared_ptr<const Scenario> load(const std::string& programs,
                                       const ScenarioOptions& options = {}) {
    findings_ = {};
    const std::string robots =
        "robots:\n  - {name: r1, model: emaros}\n  - {name: r2, model: emaros, pose: {x: 2}}\n";
    return load_scenario(folder_.write("test.yaml", robots + programs).string(), options,
                         findings_);
  }
  std::string errors_of(const std::string& programs) {
    EXPECT_FALSE(load(programs)) << programs;
    return all_text(findings_);
  }

  TestFolder folder_;
  Findings findings_;
};

TEST_F(Programs, AreReadWithTheirRobotNameParametersAndRemaps) {
  const auto scenario = load(R"(programs:
  - navigator
  - program: perception
    robot: r2
    name: perception_rear
    parameters: {image_topic: camera_rear/image_raw, silence_s: 2.5, box.labels: [red_box, blue_box]}
    remap: {perception/sight: perception_rear/sight}
)");
  ASSERT_TRUE(scenario) << all_text(findings_);
  const std::vector<ProgramConfig>& programs = scenario->programs;
  ASSERT_EQ(programs.size(), 2u);
  const ProgramConfig& navigator = programs[0];
  EXPECT_EQ(navigator.program, "navigator");
  EXPECT_EQ(navigator.name, "navigator");
  EXPECT_EQ(navigator.robot, "r1");
  const ProgramConfig& perception = programs[1];
  EXPECT_EQ(perception.program, "perception");
  EXPECT_EQ(perception.name, "perception_rear");
  EXPECT_EQ(perception.robot, "r2");
  EXPECT_THAT(perception.parameters,
              ElementsAre(Pair("image_topic", "camera_rear/image_raw"), Pair("silence_s", "2.5"),
                          Pair("box.labels", "[red_box, blue_box]")));
  EXPECT_THAT(perception.remaps, ElementsAre(Pair("perception/sight", "perception_rear/sight")));
}

TEST_F(Programs, MistakesAreExplainedAtTheirPlace) {
  EXPECT_THAT(errors_of("programs:\n  - navigator\n  - percepton\n"),
              AllOf(HasSubstr(":6: "),
                    HasSubstr("there is no program 'percepton'; did you mean 'perception'?")));
  EXPECT_THAT(errors_of("programs: [{program: navigator, robot: r3}]"),
              HasSubstr("there is no robot 'r3'"));
  EXPECT_THAT(errors_of("programs: [/bin/sh]"), HasSubstr("there is no program '/bin/sh'"));
  EXPECT_THAT(errors_of("programs: [navigator, navigator]"),
              HasSubstr("'r1' has two programs named 'navigator'"));
  EXPECT_THAT(errors_of("programs: [{program: navigator, name: a-b}]"),
              HasSubstr("cannot be the name of a node"));
  EXPECT_THAT(errors_of("programs: [{program: navigator, parameters: {a b: 1}}]"),
              HasSubstr("cannot be the name of a parameter"));
  EXPECT_THAT(errors_of("programs: [{program: navigator, parameters: {a: {b: 1}}}]"),
              HasSubstr("expects a value or a list of values"));
  EXPECT_THAT(errors_of("programs: [{program: navigator, remap: {__ns: /lab}}]"),
              HasSubstr("'remap' expects names"));
  EXPECT_THAT(errors_of("programs: [{program: navigator, arguments: [-x]}]"),
              HasSubstr("arguments"));
  EXPECT_THAT(errors_of("programs: navigator"), HasSubstr("'programs' expects a list"));
  findings_ = {};
  EXPECT_FALSE(load_scenario_text("programs: [navigator]", "test.yaml", {}, findings_));
  EXPECT_THAT(all_text(findings_), HasSubstr("a program needs a robot"));
}

TEST_F(Programs, MayBeSetForARun) {
  const auto scenario = load("programs: [navigator, perception]",
                             {.overrides = {{"programs", "[{program: perception, robot: r2}]"}}});
  ASSERT_TRUE(scenario) << all_text(findings_);
  ASSERT_EQ(scenario->programs.size(), 1u);
  EXPECT_EQ(scenario->programs[0].robot, "r2");
}

TEST_F(Programs, BelongToAScenarioThatCameAsText) {
  const auto scenario = load_scenario_text(
      "robots: [{name: r1, model: emaros}]\nprograms: [navigator]", "a page", {}, findings_);
  ASSERT_TRUE(scenario) << all_text(findings_);
  ASSERT_EQ(scenario->programs.size(), 1u);
  EXPECT_EQ(scenario->programs[0].program, "navigator");
}

}  // namespace
}  // namespace tandem
