// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>
#include <urdf_parser/urdf_parser.h>

#include <cmath>
#include <map>

#include "ports/ros/link_frames.h"
#include "ports/ros/test_run.h"

namespace tandem {
namespace {

using Transforms = std::map<std::string, geometry_msgs::msg::TransformStamped>;  // by child

Transforms all_of(const Model& model, const JointStates& joints) {
  const LinkFrames frames(model, "");
  auto list = frames.fixed({});
  frames.append_moving(joints, {}, list);
  Transforms by_child;
  for (const auto& transform : list) by_child.emplace(transform.child_frame_id, transform);
  return by_child;
}

Pose pose_of(const geometry_msgs::msg::TransformStamped& stamped) {
  const auto& t = stamped.transform;
  return {{t.translation.x, t.translation.y, t.translation.z},
          {t.rotation.w, t.rotation.x, t.rotation.y, t.rotation.z}};
}

void expect_same(const Pose& actual, const Pose& expected, double tolerance,
                 const std::string& what) {
  EXPECT_NEAR(length(actual.translation - expected.translation), 0, tolerance) << what;
  EXPECT_NEAR(std::abs((inverse(actual.rotation) * expected.rotation).w), 1, tolerance) << what;
}

TEST(LinkFrames, AreThoseOfTheUrdfAsUrdfdomReadsIt) {
  for (const char* name : {"push", "slope"}) {
    const auto model = load_good(name)->robots[0].model;
    const Transforms transforms = all_of(*model, {});
    const auto judge = urdf::parseURDF(*model->urdf);
    ASSERT_TRUE(judge);
    EXPECT_EQ(transforms.size(), judge->joints_.size()) << name;
    for (const auto& [joint_name, joint] : judge->joints_) {
      const auto found = transforms.find(joint->child_link_name);
      ASSERT_NE(found, transforms.end()) << joint_name;
      EXPECT_EQ(found->second.header.frame_id, joint->parent_link_name);
      const urdf::Pose& pose = joint->parent_to_joint_origin_transform;
      expect_same(pose_of(found->second),
                  {{pose.position.x, pose.position.y, pose.position.z},
                   {pose.rotation.w, pose.rotation.x, pose.rotation.y, pose.rotation.z}},
                  1e-9, joint_name);
    }
  }
}

TEST(LinkFrames, AreWhereTheLinksOfADrivingRobotAre) {
  Simulation simulation(load_good("slope"), {.threads = 1});
  Frame frame = simulation.step({});
  while (frame.time < 3s) frame = simulation.step({});  // it drives since one second
  const RobotState& robot = frame.robots[0];
  ASSERT_GT(std::abs(robot.joints.positions[0]), 1);
  const Transforms transforms = all_of(*robot.config->model, robot.joints);

  const Entity& entity = *frame.entities->find(robot.entity);
  const std::string root = entity.model->links[0].name;
  for (std::size_t i = 0; i < entity.links.size(); ++i) {
    Pose base_from_link;
    for (std::string link = entity.model->links[i].name; link != root;) {
      const auto& transform = transforms.at(link);
      base_from_link = pose_of(transform) * base_from_link;
      link = transform.header.frame_id;
    }
    const Pose world_from_link =
        frame.world_from_body[static_cast<std::size_t>(entity.links[i].body)] *
        entity.links[i].body_from_link;
    // joints give by a fraction of a millimetre under load
    expect_same(robot.world_from_base * base_from_link, world_from_link, 1e-3,
                entity.model->links[i].name);
  }
}

}  // namespace
}  // namespace tandem
