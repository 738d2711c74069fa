// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#include <gmock/gmock.h>
#include <urdf_parser/urdf_parser.h>

#include <functional>

#include "scenario/model_files.h"
#include "scenario/testing.h"

namespace tandem {
namespace {

constexpr const char* cart = R"(<?xml version="1.0"?>
<robot name="cart">
  <material name="green"><color rgba="0 0.5 0.25 0.75"/></material>
  <link name="base_link">
    <inertial><origin xyz="0.1 0.2 0.3" rpy="0.1 0.2 0.3"/><mass value="5"/>
      <inertia ixx="0.4" ixy="0.01" ixz="0.02" iyy="0.5" iyz="0.03" izz="0.6"/></inertial>
    <visual name="hull"><origin xyz="0 0 0.1"/><geometry><box size="0.4 0.3 0.2"/></geometry>
      <material name="green"/></visual>
    <visual><geometry><sphere radius="0.1"/></geometry>
      <material name="own"><color rgba="1 0 0 1"/></material></visual>
    <collision><geometry><box size="0.4 0.3 0.2"/></geometry></collision>
    <collision><origin xyz="0 0 0.2"/><geometry><cylinder radius="0.1" length="0.2"/></geometry></collision>
  </link>
  <link name="mast"/>
  <link name="camera"/>
  <link name="wheel">
    <inertial><mass value="0.5"/><inertia ixx="0.001" ixy="0" ixz="0" iyy="0.001" iyz="0" izz="0.001"/></inertial>
    <collision><geometry><cylinder radius="0.05" length="0.02"/></geometry></collision>
  </link>
  <link name="slide"/>
  <joint name="camera_joint" type="fixed"><origin xyz="0 0 0.1" rpy="0 0.5 0"/>
    <parent link="mast"/><child link="camera"/></joint>
  <joint name="mast_joint" type="fixed"><origin xyz="0.1 0 0.2" rpy="0 0 0.7"/>
    <parent link="base_link"/><child link="mast"/></joint>
  <joint name="wheel_joint" type="continuous"><origin xyz="0 0.2 0" rpy="-1.57 0 0"/>
    <parent link="base_link"/><child link="wheel"/><axis xyz="0 0 2"/>
    <limit effort="3" velocity="20"/><dynamics damping="0.1" friction="0.2"/></joint>
  <joint name="slide_joint" type="prismatic"><parent link="camera"/><child link="slide"/>
    <axis xyz="0 1 0"/><limit lower="-0.1" upper="0.2" effort="1" velocity="1"/></joint>
  <gazebo reference="wheel"><mu1>0.6</mu1><mu2>0.6</mu2></gazebo>
</robot>)";

const Link& link(const Model& model, const std::string& name) {
  for (const Link& one : model.links)
    if (one.name == name) return one;
  throw std::runtime_error("no link " + name);
}

TEST(UrdfModel, AgreesWithUrdfdomAndKeepsEveryLink) {
  const TestFolder folder;
  Findings findings;
  const auto ours = load_urdf_model(folder.write("cart.urdf", cart), {}, findings);
  ASSERT_TRUE(ours) << all_text(findings);
  EXPECT_EQ(findings.all().size(), 0u) << all_text(findings);
  const auto theirs = urdf::parseURDF(cart);
  ASSERT_TRUE(theirs);

  ASSERT_EQ(ours->links.size(), theirs->links_.size());
  EXPECT_EQ(ours->links[0].name, theirs->getRoot()->name);
  const std::function<void(const urdf::Link&, const Pose&)> compare = [&](const urdf::Link& one,
                                                                          const Pose& model_from) {
    SCOPED_TRACE(one.name);
    const Link& mine = link(*ours, one.name);
    expect_near(mine.model_from_link.translation, model_from.translation);
    expect_near(mine.model_from_link.rotation * Vec3{1, 0, 0}, model_from.rotation * Vec3{1, 0, 0});
    expect_near(mine.model_from_link.rotation * Vec3{0, 1, 0}, model_from.rotation * Vec3{0, 1, 0});
    EXPECT_EQ(mine.visuals.size(), one.visual_array.size());
    EXPECT_EQ(mine.collisions.size(), one.collision_array.size());
    EXPECT_EQ(mine.mass.mass_kg, one.inertial ? one.inertial->mass : 0);
    for (const auto& joint : one.child_joints) {
      const auto& at = joint->parent_to_joint_origin_transform;
      compare(*theirs->getLink(joint->child_link_name),
              model_from * Pose{{at.position.x, at.position.y, at.position.z},
                                {at.rotation.w, at.rotation.x, at.rotation.y, at.rotation.z}});
    }
  };
  compare(*theirs->getRoot(), {});
}

TEST(UrdfModel, SaysWhatTheFileSays) {
  const TestFolder folder;
  Findings findings;
  const auto model = load_model(folder.write("cart.urdf", cart), {}, findings);
  ASSERT_TRUE(model) << all_text(findings);
  const Link& base = model->links[0];
  EXPECT_EQ(base.visuals[0].material->base_color, (Color{0, 0.5f, 0.25f, 0.75f}));
  EXPECT_EQ(base.visuals[1].material->base_color, (Color{1, 0, 0, 1}));
  expect_near(std::get<Box>(base.visuals[0].shape).size, {0.4, 0.3, 0.2});
  EXPECT_EQ(std::get<Cylinder>(base.collisions[1].shape).length_m, 0.2);
  expect_near(base.collisions[1].link_from_collision.translation, {0, 0, 0.2});
  expect_near(base.mass.center, {0.1, 0.2, 0.3});
  // turning a tensor changes neither its trace nor what it is about the center
  EXPECT_NEAR(base.mass.inertia.xx + base.mass.inertia.yy + base.mass.inertia.zz, 1.5, 1e-12);
  EXPECT_EQ(link(*model, "wheel").collisions[0].surface.friction, 0.6);

  ASSERT_EQ(model->joints.size(), 4u);
  const Joint& wheel = model->joints[2];
  EXPECT_EQ(wheel.type, ModelJointType::continuous);
  expect_near(wheel.axis, {0, 0, 1});
  EXPECT_EQ(wheel.lower, std::nullopt);
  EXPECT_EQ(wheel.max_effort, 3);
  EXPECT_EQ(wheel.damping, 0.1);
  const Joint& slide = model->joints[3];
  EXPECT_EQ(slide.lower, -0.1);
  EXPECT_EQ(slide.upper, 0.2);
  EXPECT_EQ(slide.max_velocity, 1);
}

TEST(UrdfModel, WhatIsNotDoneIsNamedWithItsLine) {
  const TestFolder folder;
  Findings findings;
  EXPECT_TRUE(load_urdf_model(folder.write("r.urdf", R"(<robot name="r">
  <link name="a"/><link name="b"/><link name="c"/>
  <joint name="f" type="floating"><parent link="a"/><child link="b"/></joint>
  <joint name="m" type="continuous"><parent link="a"/><child link="c"/>
    <mimic joint="f" multiplier="2"/></joint>
  <transmission name="t"/>
  <gazebo><plugin name="drive" filename="libdrive.so"/></gazebo>
  <gazebo reference="b">
    <material>Gazebo/Granite</material></gazebo>
  <surprise/>
</robot>)"),
                              {}, findings))
      << all_text(findings);
  EXPECT_WARNING(findings, 3, "type 'floating' is not simulated by this version");
  EXPECT_WARNING(findings, 5, "mimics 'f'");
  EXPECT_WARNING(findings, 6, "<transmission> in <robot>");
  EXPECT_WARNING(findings, 7, "plugin 'drive'");
  EXPECT_WARNING(findings, 9, "'Gazebo/Granite' is not known");
  EXPECT_WARNING(findings, 10, "<surprise>");
  EXPECT_EQ(findings.all().size(), 6u) << all_text(findings);
}

TEST(UrdfModel, EveryMistakeIsFoundAtOnceWithItsLine) {
  const TestFolder folder;
  Findings findings;
  EXPECT_FALSE(load_urdf_model(folder.write("r.urdf", R"(<robot name="r">
  <link name="a"><inertial>
    <mass value="-1"/>
    <inertia ixx="1" ixy="0" ixz="0" iyy="one" iyz="0" izz="1"/></inertial>
    <visual><geometry><box size="1 2"/></geometry>
      <material name="nowhere"/></visual>
    <collision><geometry><sphere radius="0"/></geometry></collision>
    <collision><geometry><cone/></geometry></collision>
    <visual><geometry>
      <mesh filename="package://cart/none.stl"/></geometry></visual></link>
  <link name="a"/>
  <link name="b"/>
  <joint name="j" type="revolute"><parent link="a"/><child link="b"/>
    <axis xyz="0 0 0"/></joint>
  <joint name="k" type="fixed"><parent link="a"/>
    <child link="zz"/></joint>
  <joint name="l" type="hinge"><parent link="b"/><child link="b"/></joint>
</robot>)"),
                               {{folder.path()}}, findings));
  EXPECT_ERROR(findings, 3, "must not be negative, is -1");
  EXPECT_ERROR(findings, 4, "'iyy' of <inertia>: expected a number, is 'one'");
  EXPECT_ERROR(findings, 5, "'size' of <box>: expected 3 numbers, is '1 2'");
  EXPECT_ERROR(findings, 6, "there is no material 'nowhere'");
  EXPECT_ERROR(findings, 7, "'radius' of <sphere>: must be positive, is 0");
  EXPECT_ERROR(findings, 8, "is <cone>");
  EXPECT_ERROR(findings, 10, "'package://cart/none.stl' was not found; looked in ");
  EXPECT_ERROR(findings, 11, "the name 'a' is already used on line 2");
  EXPECT_ERROR(findings, 13, "joint 'j' is revolute and needs a <limit>");
  EXPECT_ERROR(findings, 14, "the axis must have a direction");
  EXPECT_ERROR(findings, 16, "there is no link 'zz'");
  EXPECT_ERROR(findings, 17, "connects link 'b' with itself");
}

TEST(UrdfModel, JointsMustFormATree) {
  const TestFolder folder;
  const auto errors = [&](const std::string& joints) {
    Findings findings;
    EXPECT_FALSE(load_urdf_model(
        folder.write("r.urdf", "<robot name='r'><link name='a'/><link name='b'/><link name='c'/>" +
                                   joints + "</robot>"),
        {}, findings));
    return all_text(findings);
  };
  const auto joint = [](const std::string& name, const std::string& parent,
                        const std::string& child) {
    return "\n<joint name='" + name + "' type='fixed'><parent link='" + parent +
           "'/><child link='" + child + "'/></joint>";
  };
  using testing::HasSubstr;
  EXPECT_THAT(errors(joint("1", "a", "b")), HasSubstr("'a' and 'c' both have no parent"));
  EXPECT_THAT(errors(joint("1", "a", "b") + joint("2", "b", "a")),
              HasSubstr("'a' is part of a ring"));
  EXPECT_THAT(errors(joint("1", "a", "b") + joint("2", "b", "c") + joint("3", "c", "a")),
              HasSubstr("no link is without a parent"));
  EXPECT_THAT(errors(joint("1", "a", "c") + joint("2", "b", "c")),
              HasSubstr("r.urdf:3: error: link 'c' is already the child of joint '1'"));
}

TEST(UrdfModel, XacroIsNotUrdf) {
  const TestFolder folder;
  Findings findings;
  EXPECT_FALSE(
      load_urdf_model(folder.write("r.urdf",
                                   "<robot name='r' xmlns:xacro='http://ros.org/wiki/xacro'>\n"
                                   "<xacro:property name='x' value='1'/></robot>"),
                      {}, findings));
  EXPECT_ERROR(findings, 2, "xacro file: expand it first");
}

TEST(UrdfModel, AWorldLinkNailsTheRobotToTheWorld) {
  const TestFolder folder;
  Findings findings;
  const auto model = load_urdf_model(
      folder.write("r.urdf",
                   "<robot name='r'><link name='world'/><link name='a'/><joint name='j' "
                   "type='fixed'><origin xyz='0 0 1'/><parent link='world'/><child link='a'/>"
                   "</joint></robot>"),
      {}, findings);
  ASSERT_TRUE(model) << all_text(findings);
  ASSERT_EQ(model->links.size(), 1u);
  expect_near(model->links[0].model_from_link.translation, {0, 0, 1});
  EXPECT_EQ(model->joints[0].parent, "world");
}

}  // namespace
}  // namespace tandem
