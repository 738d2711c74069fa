// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#include "ports/ros/spawn_services.h"

#include <gmock/gmock.h>

#include "ports/ros/live_run.h"
#include "ports/ros/service_result.h"

namespace tandem {
namespace {

namespace srv = simulation_interfaces::srv;
using simulation_interfaces::msg::Spawnable;
using testing::Contains;
using testing::Field;
using testing::HasSubstr;

constexpr const char* ball = R"(<sdf version="1.9"><model name="ball"><link name="body">
  <inertial><mass>0.2</mass></inertial>
  <collision name="c"><geometry><sphere><radius>0.1</radius></sphere></geometry></collision>
</link></model></sdf>)";

class SpawnServicesTest : public testing::Test {
 protected:
  srv::SpawnEntity::Response spawn(const srv::SpawnEntity::Request& request) {
    return run_.call<srv::SpawnEntity>("/spawn_entity", request);
  }
  double x_of(const std::string& entity) {
    return run_.call<srv::GetEntityState>("/get_entity_state", {entity}).state.pose.position.x;
  }

  LiveRun run_{"empty"};
};

TEST_F(SpawnServicesTest, AThingComesWhereItIsWanted) {
  run_.control.pause();
  srv::SpawnEntity::Request request{.name = "ball", .resource_string = ball};
  request.initial_pose.pose.position = {1, 2, 0.5};
  const auto spawned = spawn(request);
  ASSERT_TRUE(is_ok(spawned.result)) << spawned.result.error_message;
  EXPECT_EQ(spawned.entity_name, "ball");
  EXPECT_EQ(x_of("ball"), 1);

  // the name is taken
  EXPECT_EQ(spawn(request).result.result, srv::SpawnEntity::Response::NAME_NOT_UNIQUE);
  request.allow_renaming = true;
  request.initial_pose.header.frame_id = "ball";
  const auto second = spawn(request);
  ASSERT_TRUE(is_ok(second.result)) << second.result.error_message;
  EXPECT_NE(second.entity_name, "ball");
  EXPECT_EQ(x_of(second.entity_name), 2);
}

TEST_F(SpawnServicesTest, ARobotComesWithItsTopics) {
  srv::SpawnEntity::Request request{
      .name = "second", .uri = "emaros", .entity_namespace = "lab/two"};
  request.initial_pose.pose.position = {2, 2, 0.035};
  const auto spawned = spawn(request);
  ASSERT_TRUE(is_ok(spawned.result)) << spawned.result.error_message;
  const auto has_topic = [&] {
    return std::ranges::any_of(run_.node.graph().endpoints, [](const EndpointInfo& endpoint) {
      return endpoint.topic == "/lab/two/odom";
    });
  };
  EXPECT_TRUE(has_topic());
  request.name = "third";
  EXPECT_EQ(spawn(request).result.result, srv::SpawnEntity::Response::NAMESPACE_INVALID);
  EXPECT_TRUE(is_ok(run_.call<srv::DeleteEntity>("/delete_entity", {"second"}).result));
  EXPECT_FALSE(has_topic());
}

TEST_F(SpawnServicesTest, WhatCannotComeIsRefusedWithItsReason) {
  using Response = srv::SpawnEntity::Response;
  EXPECT_EQ(spawn({.name = "x"}).result.result, Response::NO_RESOURCE);
  const auto unknown = spawn({.name = "x", .uri = "emarso"}).result;
  EXPECT_EQ(unknown.result, ServiceResult::RESULT_NOT_FOUND);
  EXPECT_THAT(unknown.error_message, HasSubstr("emarso"));
  EXPECT_EQ(
      spawn({.name = "x", .resource_string = "<sdf version='1.9'><model/></sdf>"}).result.result,
      Response::RESOURCE_PARSE_ERROR);
  srv::SpawnEntity::Request lost{.name = "x", .resource_string = ball};
  lost.initial_pose.header.frame_id = "nowhere";
  EXPECT_EQ(spawn(lost).result.result, ServiceResult::RESULT_NOT_FOUND);
  lost.initial_pose.header.frame_id = "";
  lost.initial_pose.pose.orientation = {2, 0, 0, 0};
  EXPECT_EQ(spawn(lost).result.result, Response::INVALID_POSE);
}

TEST_F(SpawnServicesTest, SeveralComeAtOnceAndEachHasItsResult) {
  srv::SpawnEntities::Request request;
  request.spawn_requests = {{.name = "a", .entity_resource = {.resource_string = ball}},
                            {.name = "b", .entity_resource = {.uri = "no_such_model"}},
                            {.name = "c", .entity_resource = {.resource_string = ball}}};
  request.spawn_requests[2].initial_pose.pose.position.x = 3;
  const auto response = run_.call<srv::SpawnEntities>("/spawn_entities", request);
  EXPECT_EQ(response.result.result, srv::SpawnEntities::Response::ENTITIES_SPAWN_FAILED);
  ASSERT_EQ(response.results.size(), 3u);
  EXPECT_TRUE(is_ok(response.results[0].result));
  EXPECT_FALSE(is_ok(response.results[1].result));
  EXPECT_EQ(response.results[2].entity_name, "c");
  EXPECT_TRUE(is_ok(run_.call<srv::SpawnEntities>("/spawn_entities").result));
}

TEST_F(SpawnServicesTest, SpawnablesAreThoseThatCanBeNamed) {
  const auto spawnables = run_.call<srv::GetSpawnables>("/get_spawnables");
  EXPECT_TRUE(is_ok(spawnables.result));
  EXPECT_THAT(spawnables.spawnables, Contains(Field(&Spawnable::uri, "emaros")));
  EXPECT_FALSE(is_ok(run_.call<srv::GetSpawnables>("/get_spawnables", {{"/no/folder"}}).result));
  const std::string too_long(5000, 'a');
  EXPECT_FALSE(is_ok(run_.call<srv::GetSpawnables>("/get_spawnables", {{too_long}}).result));
}

}  // namespace
}  // namespace tandem
