// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#include "ports/ros/entity_services.h"

#include <gmock/gmock.h>

#include "ports/ros/live_run.h"
#include "ports/ros/service_result.h"

namespace tandem {
namespace {

namespace srv = simulation_interfaces::srv;
using testing::Contains;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::Not;

TEST(EntityServices, EntitiesAreListedAndDescribed) {
  LiveRun run("push");
  ASSERT_TRUE(eventually([&] { return run.control.status().time > SimTime{}; }));
  const auto entities =
      run.call<srv::GetEntities>("/get_entities", {.filters = {.filter = "^box_.*kg$"}});
  EXPECT_TRUE(is_ok(entities.result));
  EXPECT_EQ(entities.entities.size(), 6u);

  const auto states = run.call<srv::GetEntitiesStates>("/get_entities_states",
                                                       {.filters = {.filter = "^box_50kg$"}});
  ASSERT_THAT(states.entities, ElementsAre("box_50kg"));
  EXPECT_NEAR(states.states.at(0).pose.position.y, -0.9, 1e-2);

  const auto bounds = run.call<srv::GetEntityBounds>("/get_entity_bounds", {"box_50kg"});
  EXPECT_TRUE(is_ok(bounds.result));
  EXPECT_EQ(bounds.bounds.points.size(), 2u);

  const auto nobody = run.call<srv::GetEntityState>("/get_entity_state", {"nobody"});
  EXPECT_EQ(nobody.result.result, ServiceResult::RESULT_NOT_FOUND);
  EXPECT_THAT(nobody.result.error_message, HasSubstr("'nobody'"));
}

TEST(EntityServices, EntitiesArePutElsewhereAlsoWhilePaused) {
  LiveRun run("push");
  ASSERT_TRUE(eventually([&] { return run.control.status().time > SimTime{}; }));
  run.control.pause();
  simulation_interfaces::msg::EntityState state;
  state.pose.position = {1, 2, 0.1};
  EXPECT_TRUE(is_ok(run.call<srv::SetEntityState>("/set_entity_state", {"box_1kg", state}).result));
  EXPECT_EQ(run.call<srv::GetEntityState>("/get_entity_state", {"box_1kg"}).state.pose.position.y,
            2);

  // half a metre ahead of the robot, which looks along x
  state.header.frame_id = "emaros";
  state.pose.position = {0.5, 0, 0.1};
  EXPECT_TRUE(is_ok(run.call<srv::SetEntityState>("/set_entity_state", {"box_1kg", state}).result));
  const double robot_x =
      run.call<srv::GetEntityState>("/get_entity_state", {"emaros"}).state.pose.position.x;
  EXPECT_NEAR(run.call<srv::GetEntityState>("/get_entity_state", {"box_1kg"}).state.pose.position.x,
              robot_x + 0.5, 1e-3);

  state.header.frame_id = "nowhere";
  EXPECT_EQ(run.call<srv::SetEntityState>("/set_entity_state", {"box_1kg", state}).result.result,
            ServiceResult::RESULT_NOT_FOUND);
  state.header.frame_id = "";
  state.pose.orientation = {0, 0, 0, 0};
  EXPECT_EQ(run.call<srv::SetEntityState>("/set_entity_state", {"box_1kg", state}).result.result,
            srv::SetEntityState::Response::INVALID_POSE);
  EXPECT_EQ(run.call<srv::SetEntityState>("/set_entity_state", {"nobody", {}}).result.result,
            ServiceResult::RESULT_NOT_FOUND);
}

TEST(EntityServices, EntitiesAreTaggedAndDeleted) {
  LiveRun run("push");
  ASSERT_TRUE(eventually([&] { return run.control.status().time > SimTime{}; }));
  EXPECT_TRUE(is_ok(
      run.call<srv::SetEntityInfo>(
             "/set_entity_info",
             {"box_1kg",
              {{simulation_interfaces::msg::EntityCategory::CATEGORY_HUMAN}, "a guest", {"tall"}}})
          .result));
  EXPECT_EQ(run.call<srv::GetEntityInfo>("/get_entity_info", {"box_1kg"}).info.description,
            "a guest");
  EXPECT_THAT(
      run.call<srv::GetEntities>("/get_entities", {.filters = {.tags = {{"tall"}, 0}}}).entities,
      ElementsAre("box_1kg"));
  EXPECT_EQ(
      run.call<srv::SetEntityInfo>("/set_entity_info", {"box_1kg", {{3}, "", {}}}).result.result,
      ServiceResult::RESULT_OPERATION_FAILED);

  EXPECT_TRUE(is_ok(run.call<srv::DeleteEntity>("/delete_entity", {"box_1kg"}).result));
  EXPECT_THAT(run.call<srv::GetEntities>("/get_entities").entities, Not(Contains("box_1kg")));
  EXPECT_EQ(run.call<srv::DeleteEntity>("/delete_entity", {"box_1kg"}).result.result,
            ServiceResult::RESULT_NOT_FOUND);
}

TEST(EntityServices, PlacesWithNamesAreListedAndCanBeReferredTo) {
  LiveRun run("empty");
  ASSERT_TRUE(is_ok(run.call<srv::LoadWorld>("/load_world", {.resource_string = R"(
    <sdf version="1.9"><world name="yard">
      <frame name="dock"><pose>3 4 0 0 0 0</pose></frame>
      <model name="crate"><pose>0 0 1 0 0 0</pose><link name="body">
        <inertial><mass>1</mass></inertial>
        <collision name="c"><geometry><box><size>1 1 1</size></box></geometry></collision>
      </link></model>
    </world></sdf>)"})
                        .result));
  const auto poses = run.call<srv::GetNamedPoses>("/get_named_poses");
  EXPECT_TRUE(is_ok(poses.result));
  ASSERT_EQ(poses.poses.size(), 1u);
  EXPECT_EQ(poses.poses[0].name, "dock");
  EXPECT_EQ(poses.poses[0].pose.position.y, 4);
  EXPECT_EQ(run.call<srv::GetNamedPoseBounds>("/get_named_pose_bounds", {"dock"}).result.result,
            ServiceResult::RESULT_FEATURE_UNSUPPORTED);

  run.control.pause();
  simulation_interfaces::msg::EntityState state;
  state.header.frame_id = "dock";
  state.pose.position = {1, 0, 2};
  EXPECT_TRUE(is_ok(run.call<srv::SetEntityState>("/set_entity_state", {"crate", state}).result));
  EXPECT_NEAR(run.call<srv::GetEntityState>("/get_entity_state", {"crate"}).state.pose.position.x,
              4, 1e-6);
}

}  // namespace
}  // namespace tandem
