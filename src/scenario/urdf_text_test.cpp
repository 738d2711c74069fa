// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#include "scenario/urdf_text.h"

#include <gtest/gtest.h>
#include <urdf_parser/urdf_parser.h>

#include <algorithm>
#include <cmath>

#include "scenario/newcomer.h"
#include "scenario/rigid_groups.h"
#include "scenario/testing.h"

namespace tandem {
namespace {

std::shared_ptr<const Model> model_of(const std::string& uri, const std::string& text = {}) {
  const Newcomer newcomer = read_newcomer({.name = "m", .uri = uri, .text = text});
  EXPECT_TRUE(newcomer.what) << newcomer.reason;
  if (!newcomer.what) return nullptr;
  if (const auto* robot = std::get_if<RobotConfig>(&*newcomer.what)) return robot->model;
  return std::get<ModelInstance>(*newcomer.what).model;
}

TEST(UrdfText, IsWhatTheRobotWasReadFrom) {
  const auto model = model_of("emaros");
  ASSERT_TRUE(model->urdf);
  EXPECT_EQ(*urdf_text(*model), *model->urdf);
}

// Written and read again, every link is where it was and weighs what it weighed.
void expect_comes_back(const Model& original) {
  Model made_anew = original;
  made_anew.urdf = nullptr;
  const Result<std::string> text = urdf_text(made_anew);
  ASSERT_TRUE(text) << text.error();
  ASSERT_TRUE(urdf::parseURDF(*text)) << *text;

  const auto read = model_of("", *text);
  ASSERT_TRUE(read);
  const auto index = links_by_name(*read);
  const Pose base = inverse(original.links[0].model_from_link);
  const Pose read_base = inverse(read->links[0].model_from_link);
  for (const Link& link : original.links) {
    ASSERT_TRUE(index.contains(link.name)) << link.name;
    const Link& other = read->links[index.find(link.name)->second];
    expect_near((read_base * other.model_from_link).translation,
                (base * link.model_from_link).translation);
    const Quat turn = inverse((read_base * other.model_from_link).rotation) *
                      (base * link.model_from_link).rotation;
    EXPECT_NEAR(std::abs(turn.w), 1, 1e-9) << link.name;
    EXPECT_NEAR(other.mass.mass_kg, link.mass.mass_kg, 1e-9) << link.name;
    EXPECT_NEAR(other.mass.inertia.xy, link.mass.inertia.xy, 1e-9) << link.name;
  }
  for (const Joint& joint : original.joints) {
    const auto found = std::ranges::find(read->joints, joint.name, &Joint::name);
    ASSERT_NE(found, read->joints.end()) << joint.name;
    EXPECT_EQ(found->type, joint.type) << joint.name;
    if (joint.type == ModelJointType::fixed) continue;
    expect_near((read_base * found->model_from_joint).rotation * found->axis,
                (base * joint.model_from_joint).rotation * joint.axis);
    expect_near((read_base * found->model_from_joint).translation,
                (base * joint.model_from_joint).translation);
    EXPECT_EQ(found->lower, joint.lower) << joint.name;
    EXPECT_EQ(found->upper, joint.upper) << joint.name;
  }
}

TEST(UrdfText, OfAModelHasItsLinksJointsAndMasses) {
  expect_comes_back(*model_of("emaros"));
  expect_comes_back(*model_of("robots/jackal.urdf"));
}

TEST(UrdfText, OfAnSdfModelKeepsJointsThatAreNotAtTheirLinksOrigin) {
  const std::string mass = "<inertial><mass>1</mass></inertial>";
  const auto model = model_of("", R"(<sdf version='1.9'><model name='a &lt; b'>
  <link name='base'>)" + mass + R"(<collision name='c'><geometry><capsule><radius>0.1</radius>
    <length>1</length></capsule></geometry></collision></link>
  <link name='door'><pose>1 0 0.5 0 0 0.3</pose>)" +
                                      mass + R"(</link>
  <frame name='handle' attached_to='door'><pose relative_to='door'>0 1 0 0 0 0</pose></frame>
  <joint name='hinge' type='revolute'><parent>base</parent><child>door</child>
    <pose>-0.5 0 0 0.2 0 0</pose>
    <axis><xyz>0 0 1</xyz><limit><lower>-1</lower><upper>2</upper></limit></axis></joint>
</model></sdf>)");
  ASSERT_TRUE(model);
  expect_comes_back(*model);
  EXPECT_NE((*urdf_text(*model)).find("<link name=\"handle\"/>"), std::string::npos);
  EXPECT_NE((*urdf_text(*model)).find("a collision is left out"), std::string::npos);
}

TEST(UrdfText, ALoopOfJointsOrLoosePartsAreAnErrorWithASentence) {
  Model model;
  model.name = "m";
  for (const char* name : {"a", "b", "c"}) model.links.emplace_back().name = name;
  model.joints = {{.name = "ab", .parent = "a", .child = "b"}};
  EXPECT_EQ(urdf_text(model).error(),
            "model 'm' is no tree, as URDF needs: 2 of its links hang on no joint");
  model.joints.push_back({.name = "cb", .parent = "c", .child = "b"});
  EXPECT_EQ(urdf_text(model).error(),
            "model 'm' is no tree, as URDF needs: two joints hold the link 'b'");
}

}  // namespace
}  // namespace tandem
