// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#include "scenario/newcomer.h"

#include <gtest/gtest.h>

#include <cmath>

#include "scenario/testing.h"

namespace tandem {
namespace {

const std::string box_sdf = R"(<sdf version='1.9'>
  <model name='box'><link name='l'>
    <inertial><mass>2</mass></inertial>
    <collision name='c'><geometry><box><size>1 1 1</size></box></geometry></collision>
  </link></model>
</sdf>)";

const std::string arm_urdf = R"(<robot name='arm'>
  <link name='base'><inertial><mass value='1'/>
    <inertia ixx='1' iyy='1' izz='1' ixy='0' ixz='0' iyz='0'/></inertial></link>
</robot>)";

TEST(Newcomer, AModelGivenAsTextIsAThingUnderTheNameThatItGets) {
  const Pose pose{{1, 2, 3}, Quat::from_rpy(0, 0, 1)};
  const Newcomer named =
      read_newcomer({.name = "crate 1", .text = box_sdf, .world_from_model = pose});
  ASSERT_TRUE(named.what) << named.reason;
  const auto& thing = std::get<ModelInstance>(*named.what);
  EXPECT_EQ(thing.name, "crate 1");
  EXPECT_EQ(thing.world_from_model, pose);
  EXPECT_EQ(thing.model->links[0].mass.mass_kg, 2);
  EXPECT_EQ(std::get<ModelInstance>(*read_newcomer({.text = box_sdf}).what).name, "box");
}

TEST(Newcomer, ARobotFileAUrdfAndAModelWithWheelsAreRobots) {
  const Newcomer file = read_newcomer(
      {.name = "r2", .uri = "emaros", .world_from_model = {{1, 0, 0.1}, {}}, .ns = "/lab/r2"});
  ASSERT_TRUE(file.what) << file.reason;
  const auto& robot = std::get<RobotConfig>(*file.what);
  EXPECT_EQ(robot.name, "r2");
  EXPECT_EQ(namespace_of(robot), "lab/r2");
  EXPECT_EQ(robot.world_from_robot.translation, (Vec3{1, 0, 0.1}));
  EXPECT_EQ(robot.drive.max_speed_mps, 0.6);  // its file says so
  EXPECT_FALSE(robot.sensors.empty());

  const Newcomer arm = read_newcomer({.text = arm_urdf});
  ASSERT_TRUE(arm.what) << arm.reason;
  EXPECT_EQ(std::get<RobotConfig>(*arm.what).drive.type, DriveType::none);
  EXPECT_EQ(*std::get<RobotConfig>(*arm.what).model->urdf, arm_urdf);

  const Newcomer jackal = read_newcomer({.uri = "robots/jackal.urdf"});
  ASSERT_TRUE(jackal.what) << jackal.reason;
  EXPECT_EQ(std::get<RobotConfig>(*jackal.what).drive.type, DriveType::skid);
}

TEST(Newcomer, FilesAreFoundByNamePathAndUri) {
  const TestFolder folder;
  const auto file = folder.write("box/model.sdf", box_sdf);
  EXPECT_TRUE(read_newcomer({.uri = file.string()}).what);
  EXPECT_TRUE(read_newcomer({.uri = "file://" + file.string()}).what);
  EXPECT_TRUE(read_newcomer({.uri = (folder.path() / "box").string()}).what);
  EXPECT_TRUE(read_newcomer({.uri = "model://ground_plane"}).what);
  EXPECT_TRUE(read_newcomer({.uri = "ground_plane"}).what);
}

TEST(Newcomer, WhatIsWrongHasAKindAndASentence) {
  const TestFolder folder;
  const auto note = folder.write("note.txt", "Dear Sir or Madam").string();
  const Pose bad{{std::nan(""), 0, 0}, {}};
  const std::string weightless =
      "<sdf version='1.9'><model name='m'><link name='l'><inertial>"
      "<mass>0</mass></inertial></link></model></sdf>";
  for (const auto& [request, problem, words] :
       std::vector<std::tuple<NewcomerRequest, NewcomerProblem, std::string>>{
           {{.text = box_sdf, .world_from_model = bad}, NewcomerProblem::bad_pose, "quaternion"},
           {{.text = box_sdf, .world_from_model = {{}, {2, 0, 0, 0}}},
            NewcomerProblem::bad_pose,
            "quaternion"},
           {{.name = "a\nb", .text = box_sdf}, NewcomerProblem::bad_name, "can be shown"},
           {{.name = "no spaces", .uri = "emaros"}, NewcomerProblem::bad_name, "letters"},
           {{.name = "no spaces", .text = arm_urdf}, NewcomerProblem::bad_name, "letters"},
           {{.uri = "emaros", .ns = "a//b"}, NewcomerProblem::bad_namespace, "a//b"},
           {{}, NewcomerProblem::nothing_found, "neither a uri nor a text"},
           {{.uri = "emarros"}, NewcomerProblem::nothing_found, "; did you mean 'emaros'?"},
           {{.uri = "red_bx"}, NewcomerProblem::nothing_found, "; did you mean 'red_box'?"},
           {{.uri = "unicorn"}, NewcomerProblem::nothing_found, "; GetSpawnables lists"},
           {{.uri = "model://nothing"}, NewcomerProblem::nothing_found, "nothing"},
           {{.uri = note}, NewcomerProblem::unknown_format, "neither SDF nor URDF"},
           {{.text = "name: x"}, NewcomerProblem::unknown_format, "neither SDF nor URDF"},
           {{.text = "<sdf version='1.9'>\n<model"}, NewcomerProblem::bad_model, "given text:2:"},
           {{.text = weightless}, NewcomerProblem::bad_model, "given text"}}) {
    const Newcomer newcomer = read_newcomer(request);
    EXPECT_FALSE(newcomer.what);
    EXPECT_EQ(newcomer.problem, problem) << newcomer.reason;
    EXPECT_NE(newcomer.reason.find(words), std::string::npos) << newcomer.reason;
  }
}

}  // namespace
}  // namespace tandem
