// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
//
// libsdformat is too slow and too large to load worlds with, but it defines what SDF means. These
// tests hold our reading against it: the same files must give the same poses.
#include <gtest/gtest.h>

#include <sdf/sdf.hh>
#include <sstream>

#include "scenario/model_files.h"
#include "scenario/testing.h"

namespace tandem {
namespace {

Pose to_pose(const ignition::math::Pose3d& pose) {
  return {{pose.Pos().X(), pose.Pos().Y(), pose.Pos().Z()},
          {pose.Rot().W(), pose.Rot().X(), pose.Rot().Y(), pose.Rot().Z()}};
}

void expect_same(const Pose& ours, const Pose& theirs, const std::string& what,
                 double tolerance = 1e-9) {
  SCOPED_TRACE(what);
  expect_near(ours.translation, theirs.translation, tolerance);
  for (const Vec3& axis : {Vec3{1, 0, 0}, Vec3{0, 1, 0}})
    expect_near(ours.rotation * axis, theirs.rotation * axis, tolerance);
}

class Reference {
 public:
  explicit Reference(const TestFolder& folder, const std::filesystem::path& file) {
    sdf::Console::Instance()->GetMsgStream().SetStream(&quiet_);
    sdf::ParserConfig config;
    const std::string models = folder.path().string();
    config.SetFindCallback([models](const std::string& uri) {
      return models + "/" + (uri.starts_with("model://") ? uri.substr(8) : uri);
    });
    for (const sdf::Error& error : root_.Load(file.string(), config))
      ADD_FAILURE() << "libsdformat: " << error;
    sdf::Console::Instance()->GetMsgStream().SetStream(&std::cerr);
  }

  const sdf::Root& root() const { return root_; }

  static Pose resolve(const sdf::SemanticPose& pose, const std::string& to) {
    ignition::math::Pose3d resolved;
    for (const sdf::Error& error : pose.Resolve(resolved, to)) ADD_FAILURE() << error;
    return to_pose(resolved);
  }

 private:
  std::ostringstream quiet_;
  sdf::Root root_;
};

// Everything in a model of libsdformat against what we have under the same names.
void compare(const sdf::Model& theirs, const std::string& prefix, const Model& ours,
             double tolerance) {
  for (std::uint64_t i = 0; i < theirs.LinkCount(); ++i) {
    const sdf::Link& link = *theirs.LinkByIndex(i);
    const std::string name = prefix + link.Name();
    const auto found = std::find_if(ours.links.begin(), ours.links.end(),
                                    [&](const Link& one) { return one.name == name; });
    ASSERT_NE(found, ours.links.end()) << name;
    if (prefix.empty())
      expect_same(found->model_from_link, Reference::resolve(link.SemanticPose(), "__model__"),
                  name, tolerance);
    ASSERT_EQ(found->visuals.size(), link.VisualCount());
    for (std::uint64_t v = 0; v < link.VisualCount(); ++v)
      expect_same(found->visuals[v].link_from_visual,
                  Reference::resolve(link.VisualByIndex(v)->SemanticPose(), link.Name()),
                  name + " visual");
    const auto inertial = link.Inertial();
    EXPECT_NEAR(found->mass.mass_kg, inertial.MassMatrix().Mass(), 1e-12);
    const auto moment = inertial.Moi();
    EXPECT_NEAR(found->mass.inertia.xx, moment(0, 0), 1e-9);
    EXPECT_NEAR(found->mass.inertia.xy, moment(0, 1), 1e-9);
    EXPECT_NEAR(found->mass.inertia.yz, moment(1, 2), 1e-9);
  }
  for (std::uint64_t i = 0; i < theirs.JointCount(); ++i) {
    const sdf::Joint& joint = *theirs.JointByIndex(i);
    const std::string name = prefix + joint.Name();
    const auto found = std::find_if(ours.joints.begin(), ours.joints.end(),
                                    [&](const Joint& one) { return one.name == name; });
    ASSERT_NE(found, ours.joints.end()) << name;
    std::string child, parent;
    EXPECT_TRUE(joint.ResolveChildLink(child).empty());
    EXPECT_TRUE(joint.ResolveParentLink(parent).empty());
    EXPECT_EQ(found->child, prefix + child);
    EXPECT_EQ(found->parent, parent == "world" ? parent : prefix + parent);
    if (prefix.empty())
      expect_same(found->model_from_joint, Reference::resolve(joint.SemanticPose(), "__model__"),
                  name, tolerance);
    if (const sdf::JointAxis* axis = joint.Axis()) {
      ignition::math::Vector3d xyz;
      EXPECT_TRUE(axis->ResolveXyz(xyz, joint.Name()).empty());
      expect_near(found->axis, {xyz.X(), xyz.Y(), xyz.Z()}, 1e-9);
    }
  }
  for (std::uint64_t i = 0; i < theirs.ModelCount(); ++i) {
    const sdf::Model& nested = *theirs.ModelByIndex(i);
    compare(nested, prefix + nested.Name() + "::", ours, tolerance);
    // one link of it, seen from the top, shows that the nested frame is where it should be
    if (prefix.empty() && nested.LinkCount() > 0) {
      const sdf::Link& link = *nested.LinkByIndex(0);
      const Pose top_from_nested = Reference::resolve(nested.SemanticPose(), "__model__");
      const Pose nested_from_link = Reference::resolve(link.SemanticPose(), "__model__");
      const std::string name = nested.Name() + "::" + link.Name();
      const auto found = std::find_if(ours.links.begin(), ours.links.end(),
                                      [&](const Link& one) { return one.name == name; });
      ASSERT_NE(found, ours.links.end()) << name;
      expect_same(found->model_from_link, top_from_nested * nested_from_link, name);
    }
  }
}

void compare_model(const TestFolder& folder, const std::filesystem::path& file,
                   double tolerance = 1e-9) {
  Findings findings;
  const auto ours = load_sdf_model(file, {{folder.path()}}, findings);
  ASSERT_TRUE(ours) << all_text(findings);
  const Reference reference(folder, file);
  ASSERT_NE(reference.root().Model(), nullptr);
  compare(*reference.root().Model(), "", *ours, tolerance);
  EXPECT_EQ(ours->links[0].name, reference.root().Model()->CanonicalLinkAndRelativeName().second);
}

constexpr const char* visual_box = "<geometry><box><size>1 1 1</size></box></geometry></visual>";

TEST(SdfReference, PosesRelativeToFramesAgree) {
  const TestFolder folder;
  compare_model(folder, folder.write("m.sdf", std::string(R"(<sdf version="1.9"><model name="m">
    <frame name="f1"><pose degrees="true">1 2 3 10 20 30</pose></frame>
    <link name="a"><pose relative_to="f2">0.1 0.2 0.3 0.4 0.5 0.6</pose>
      <inertial><pose>0.1 0.2 0.3 0.3 0.2 0.1</pose><mass>3</mass><inertia><ixx>0.2</ixx>
        <iyy>0.3</iyy><izz>0.4</izz><ixy>0.01</ixy><ixz>0.02</ixz><iyz>0.03</iyz></inertia>
      </inertial>
      <visual name="v"><pose relative_to="f1">1 0 0 0 0.5 0</pose>)") +
                                                  visual_box + R"(</link>
    <frame name="f2" attached_to="b"><pose relative_to="f1">1 0 0 0 0 1</pose></frame>
    <link name="b"><pose rotation_format="quat_xyzw">1 1 1 0.5 0.5 0.5 0.5</pose></link>
    <joint name="j1" type="revolute"><pose>0 0 1 0.1 0 0</pose><parent>a</parent><child>b</child>
      <axis><xyz expressed_in="__model__">1 2 3</xyz></axis></joint>
    <joint name="j2" type="prismatic"><pose relative_to="f1"/><parent>f2</parent><child>c</child>
      <axis><xyz expressed_in="f2">0 1 0</xyz></axis></joint>
    <link name="c"><pose relative_to="j1">0 2 0 0 0 0</pose></link>
    <frame name="f3" attached_to="j2"><pose>0 0 1 0 0 0</pose></frame>
    <link name="d"><pose relative_to="f3"/></link>
  </model></sdf>)"));
}

TEST(SdfReference, NestedIncludedAndMergedModelsAgree) {
  const TestFolder folder;
  folder.write(
      "arm/model.config",
      "<model><name>arm</name><version>1</version><sdf version='1.9'>arm.sdf</sdf></model>");
  folder.write("arm/arm.sdf", R"(<sdf version="1.9"><model name="arm" placement_frame="mount">
    <link name="upper"><pose>0 0 1 0.3 0 0</pose></link>
    <link name="lower"><pose relative_to="upper">0 1 0 0 0 0.4</pose></link>
    <frame name="mount" attached_to="lower"><pose>0 0 -0.5 0 0 1</pose></frame>
    <joint name="elbow" type="revolute"><parent>upper</parent><child>lower</child>
      <axis><xyz>1 0 0</xyz></axis></joint></model></sdf>)");
  compare_model(folder, folder.write("m.sdf", R"(<sdf version="1.9"><model name="m">
    <include><uri>model://arm</uri><pose>1 2 3 0.1 0.2 0.3</pose></include>
    <include><uri>model://arm</uri><name>left</name><placement_frame>upper</placement_frame>
      <pose relative_to="arm::lower">0 0 1 0 0 0</pose></include>
    <model name="box" placement_frame="tip"><pose relative_to="left::mount">1 0 0 0 0 0.2</pose>
      <link name="l"><pose>1 0 0 0 0 0</pose></link>
      <frame name="tip"><pose>0 0 2 0 0.3 0</pose></frame></model>
    <link name="last"><pose relative_to="box::l">0 0 1 0 0 0</pose></link>
    <joint name="j" type="revolute"><parent>arm::lower</parent><child>left::mount</child>
      <axis><xyz expressed_in="arm">1 0 0</xyz></axis></joint>
    <joint name="k" type="fixed"><parent>last</parent><child>box</child></joint>
  </model></sdf>)"));
  compare_model(folder, folder.write("n.sdf", R"(<sdf version="1.9"><model name="n">
    <link name="base"><pose>0 0 0.5 0 0 0</pose></link>
    <include merge="true"><uri>model://arm</uri><pose relative_to="base">1 2 3 0.1 0.2 0.3</pose>
    </include>
    <joint name="shoulder" type="fixed"><parent>base</parent><child>upper</child></joint>
    <link name="hand"><pose relative_to="mount">0 1 0 0 0 0</pose></link>
  </model></sdf>)"),
                1e-5);  // libsdformat merges by way of text with six digits
}

TEST(SdfReference, OlderVersionsMeanWhatTheyMeant) {
  const TestFolder folder;
  // the frame of the axis changed from the model's to the joint's, with a choice in between
  for (const std::string version : {"1.4", "1.5", "1.6"})
    for (const std::string choice : {"", "<use_parent_model_frame>1</use_parent_model_frame>",
                                     "<use_parent_model_frame>0</use_parent_model_frame>"}) {
      if (version == "1.4" && !choice.empty()) continue;
      SCOPED_TRACE(version + choice);
      compare_model(folder, folder.write("m.sdf", "<sdf version='" + version + R"('><model name="m">
    <link name="a"><pose>0 0 1 0 0 0.7</pose></link>
    <link name="b"><pose>0 1 0 0.5 0 0</pose></link>
    <joint name="j" type="revolute"><pose>0 0 0.3 0 0.2 0</pose><parent>a</parent><child>b</child>
      <axis><xyz>0 0.6 0.8</xyz>)" + choice + "</axis></joint></model></sdf>"));
    }
}

TEST(SdfReference, ModelsStandWhereTheWorldPutsThem) {
  const TestFolder folder;
  const auto file = folder.write("w.sdf", R"(<sdf version="1.9"><world name="w">
    <frame name="corner"><pose>5 6 0 0 0 0.5</pose></frame>
    <model name="a"><pose relative_to="corner">1 0 0 0 0 0.1</pose><link name="l">
      <pose>0 0 1 0 0.3 0</pose></link></model>
    <frame name="on_a" attached_to="a::l"><pose>0 0 2 0 0 0</pose></frame>
    <model name="b" placement_frame="top"><pose relative_to="on_a">1 0 0 0 0 0</pose>
      <link name="l"/><frame name="top"><pose>0 0 1 0.2 0 0</pose></frame></model>
    <light name="sun" type="point"><pose relative_to="b">0 0 3 0 0 0</pose></light>
  </world></sdf>)");
  Findings findings;
  const auto world = load_sdf_world(file, {{folder.path()}}, findings);
  ASSERT_TRUE(world) << all_text(findings);
  const Reference reference(folder, file);
  const sdf::World& theirs = *reference.root().WorldByIndex(0);
  ASSERT_EQ(world->models.size(), theirs.ModelCount());
  for (std::uint64_t i = 0; i < theirs.ModelCount(); ++i)
    expect_same(world->models[i].world_from_model,
                Reference::resolve(theirs.ModelByIndex(i)->SemanticPose(), "world"),
                theirs.ModelByIndex(i)->Name());
  expect_same(world->lights.at(0).world_from_light,
              Reference::resolve(theirs.LightByIndex(0)->SemanticPose(), "world"), "sun");
}

}  // namespace
}  // namespace tandem
