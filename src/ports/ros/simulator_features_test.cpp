// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#include <gmock/gmock.h>

#include <functional>
#include <future>
#include <map>
#include <string>

#include "messages/simulation_interfaces.h"
#include "messages/type_description.h"
#include "ports/ros/live_run.h"
#include "ports/ros/service_result.h"

// Every feature of the standard is tried: what is announced works, and what is not is answered as
// unsupported.
namespace tandem {
namespace {

namespace msg = simulation_interfaces::msg;
namespace srv = simulation_interfaces::srv;
using simulation_interfaces::action::SimulateSteps;
using testing::Contains;
using testing::ElementsAre;
using testing::Not;

constexpr const char* yard = R"(<sdf version="1.9"><world name="yard">
  <frame name="dock"><pose>3 4 0 0 0 0</pose></frame>
  <model name="crate"><pose>0 0 1 0 0 0</pose><link name="body">
    <inertial><mass>1</mass></inertial>
    <collision name="c"><geometry><box><size>1 1 1</size></box></geometry></collision>
  </link></model></world></sdf>)";
constexpr const char* ball = R"(<sdf version="1.9"><model name="ball"><link name="body">
  <inertial><mass>0.2</mass></inertial>
  <collision name="c"><geometry><sphere><radius>0.1</radius></sphere></geometry></collision>
</link></model></sdf>)";

// A try of each feature in a paused yard with a crate; its result is what the service answered.
class Features : public testing::Test {
 protected:
  Features() {
    control_.pause();
    load_yard();
  }

  ServiceResult load_yard() {
    return run_.call<srv::LoadWorld>("/load_world", {.resource_string = yard}).result;
  }
  srv::SpawnEntity::Response spawn(const std::string& name, const srv::SpawnEntity::Request& what) {
    srv::SpawnEntity::Request request = what;
    request.name = name;
    request.initial_pose.pose.position = {5, 5, 1};
    return run_.call<srv::SpawnEntity>("/spawn_entity", request);
  }
  std::vector<std::string> entities(const msg::EntityFilters& filters = {}) {
    return run_.call<srv::GetEntities>("/get_entities", {filters}).entities;
  }
  ServiceResult filter_by(const msg::Bounds& bounds) {
    return run_.call<srv::GetEntities>("/get_entities", {{.bounds = bounds}}).result;
  }
  ServiceResult reset(std::uint8_t scope) {
    return run_.call<srv::ResetSimulation>("/reset_simulation", {scope}).result;
  }
  ServiceResult set_state(std::uint8_t state) {
    return run_.call<srv::SetSimulationState>("/set_simulation_state", {{state}}).result;
  }
  msg::EntityState state_of_crate() {
    return run_.call<srv::GetEntityState>("/get_entity_state", {"crate"}).state;
  }
  ServiceResult step(unsigned count) {
    const SimTime before = control_.status().time;
    const auto result = run_.call<srv::StepSimulation>("/step_simulation", {count}).result;
    EXPECT_EQ(control_.status().time - before, count * 8ms);
    return result;
  }

  ServiceResult try_spawning();
  ServiceResult try_deleting();
  ServiceResult try_named_poses();
  ServiceResult try_tags();
  ServiceResult try_bounds();
  ServiceResult try_box();
  ServiceResult try_categories();
  ServiceResult try_state_setting();
  ServiceResult try_info_setting();
  ServiceResult try_reset_of_state();
  ServiceResult try_reset_of_spawned();
  ServiceResult try_pause();
  ServiceResult try_step_action();
  ServiceResult try_unloading();
  ServiceResult try_spawning_entities();

  std::map<std::string, std::function<ServiceResult()>> tries();

  LiveRun run_{"empty"};
  RunControl& control_ = run_.control;
};

ServiceResult Features::try_spawning() {
  const auto spawned = spawn("robot", {.uri = "emaros"});
  EXPECT_THAT(entities(), Contains("robot"));
  return spawned.result;
}

ServiceResult Features::try_deleting() {
  const ServiceResult result = run_.call<srv::DeleteEntity>("/delete_entity", {"crate"}).result;
  EXPECT_THAT(entities(), Not(Contains("crate")));
  return result;
}

ServiceResult Features::try_named_poses() {
  const auto named = run_.call<srv::GetNamedPoses>("/get_named_poses");
  EXPECT_EQ(named.poses.size(), 1u);
  return named.result;
}

ServiceResult Features::try_tags() {
  const ServiceResult result = try_info_setting();
  EXPECT_THAT(entities({.tags = {{"tall"}, msg::TagsFilter::FILTER_MODE_ANY}}),
              ElementsAre("crate"));
  EXPECT_THAT(entities({.tags = {{"small"}, msg::TagsFilter::FILTER_MODE_ANY}}), ElementsAre());
  return result;
}

ServiceResult Features::try_bounds() {
  const auto bounds = run_.call<srv::GetEntityBounds>("/get_entity_bounds", {"crate"});
  EXPECT_EQ(bounds.bounds.type, msg::Bounds::TYPE_BOX);
  return bounds.result;
}

ServiceResult Features::try_box() {
  const msg::Bounds around{msg::Bounds::TYPE_BOX, {{1, 1, 2}, {-1, -1, 0}}};
  const msg::Bounds aside{msg::Bounds::TYPE_BOX, {{9, 9, 9}, {8, 8, 8}}};
  EXPECT_THAT(entities({.bounds = around}), Contains("crate"));
  EXPECT_THAT(entities({.bounds = aside}), Not(Contains("crate")));
  return filter_by(around);
}

ServiceResult Features::try_categories() {
  EXPECT_THAT(entities({.categories = {{msg::EntityCategory::CATEGORY_ROBOT}}}), ElementsAre());
  const auto result = spawn("robot", {.uri = "emaros"}).result;
  EXPECT_THAT(entities({.categories = {{msg::EntityCategory::CATEGORY_ROBOT}}}),
              ElementsAre("robot"));
  return result;
}

ServiceResult Features::try_state_setting() {
  msg::EntityState state;
  state.pose.position = {7, 0, 1};
  const auto result = run_.call<srv::SetEntityState>("/set_entity_state", {"crate", state}).result;
  EXPECT_EQ(state_of_crate().pose.position.x, 7);
  return result;
}

ServiceResult Features::try_info_setting() {
  const auto result =
      run_.call<srv::SetEntityInfo>("/set_entity_info", {"crate", {{}, "a crate", {"tall"}}})
          .result;
  EXPECT_EQ(run_.call<srv::GetEntityInfo>("/get_entity_info", {"crate"}).info.description,
            "a crate");
  return result;
}

ServiceResult Features::try_reset_of_state() {
  try_state_setting();
  const ServiceResult result = reset(srv::ResetSimulation::Request::SCOPE_STATE);
  EXPECT_EQ(state_of_crate().pose.position.x, 0);
  return result;
}

ServiceResult Features::try_reset_of_spawned() {
  try_spawning();
  const ServiceResult result = reset(srv::ResetSimulation::Request::SCOPE_SPAWNED);
  EXPECT_THAT(entities(), Not(Contains("robot")));
  return result;
}

ServiceResult Features::try_pause() {
  set_state(msg::SimulationState::STATE_PLAYING);
  const ServiceResult result = set_state(msg::SimulationState::STATE_PAUSED);
  EXPECT_TRUE(control_.status().is_paused);
  return result;
}

ServiceResult Features::try_step_action() {
  auto client = run_.node.action_client<SimulateSteps>("/simulate_steps");
  EXPECT_TRUE(client.wait_for_server(60s));
  std::promise<ServiceResult> promise;
  client.send_goal({3}, {.on_result = [&](const Result<Outcome<SimulateSteps>>& outcome) {
                     promise.set_value(outcome ? outcome->result.result : failed(outcome.error()));
                   }});
  return promise.get_future().get();
}

ServiceResult Features::try_unloading() {
  const ServiceResult result = run_.call<srv::UnloadWorld>("/unload_world").result;
  EXPECT_THAT(entities(), ElementsAre());
  return result;
}

ServiceResult Features::try_spawning_entities() {
  srv::SpawnEntities::Request request;
  for (const char* name : {"one", "two"})
    request.spawn_requests.push_back({.name = name, .entity_resource = {"", ball}});
  const auto spawned = run_.call<srv::SpawnEntities>("/spawn_entities", request);
  EXPECT_THAT(entities(), testing::IsSupersetOf({"one", "two"}));
  return spawned.result;
}

std::map<std::string, std::function<ServiceResult()>> Features::tries() {
  using Scope = srv::ResetSimulation::Request;
  return {
      {"SPAWNING", [&] { return try_spawning(); }},
      {"DELETING", [&] { return try_deleting(); }},
      {"NAMED_POSES", [&] { return try_named_poses(); }},
      {"POSE_BOUNDS",
       [&] {
         return run_.call<srv::GetNamedPoseBounds>("/get_named_pose_bounds", {"dock"}).result;
       }},
      {"ENTITY_TAGS", [&] { return try_tags(); }},
      {"ENTITY_BOUNDS", [&] { return try_bounds(); }},
      {"ENTITY_BOUNDS_BOX", [&] { return try_box(); }},
      {"ENTITY_BOUNDS_CONVEX",
       [&] {
         return filter_by(
             {msg::Bounds::TYPE_CONVEX_HULL, {{0, 0, 0}, {1, 0, 0}, {0, 1, 0}, {0, 0, 1}}});
       }},
      {"ENTITY_CATEGORIES", [&] { return try_categories(); }},
      {"SPAWNING_RESOURCE_STRING", [&] { return spawn("ball", {.resource_string = ball}).result; }},
      {"ENTITY_STATE_GETTING",
       [&] {
         const auto state = run_.call<srv::GetEntityState>("/get_entity_state", {"crate"});
         EXPECT_EQ(state.state.pose.position.z, 1);
         return state.result;
       }},
      {"ENTITY_STATE_SETTING", [&] { return try_state_setting(); }},
      {"ENTITY_INFO_GETTING",
       [&] { return run_.call<srv::GetEntityInfo>("/get_entity_info", {"crate"}).result; }},
      {"ENTITY_INFO_SETTING", [&] { return try_info_setting(); }},
      {"SPAWNABLES",
       [&] {
         const auto spawnables = run_.call<srv::GetSpawnables>("/get_spawnables");
         EXPECT_THAT(spawnables.spawnables,
                     Contains(testing::Field(&msg::Spawnable::uri, "emaros")));
         return spawnables.result;
       }},
      {"SIMULATION_RESET", [&] { return reset(Scope::SCOPE_DEFAULT); }},
      {"SIMULATION_RESET_TIME", [&] { return reset(Scope::SCOPE_TIME); }},
      {"SIMULATION_RESET_STATE", [&] { return try_reset_of_state(); }},
      {"SIMULATION_RESET_SPAWNED", [&] { return try_reset_of_spawned(); }},
      {"SIMULATION_STATE_GETTING",
       [&] {
         const auto state = run_.call<srv::GetSimulationState>("/get_simulation_state");
         EXPECT_EQ(state.state.state, msg::SimulationState::STATE_PAUSED);
         return state.result;
       }},
      {"SIMULATION_STATE_SETTING",
       [&] {
         const ServiceResult result = set_state(msg::SimulationState::STATE_PLAYING);
         EXPECT_FALSE(control_.status().is_paused);
         return result;
       }},
      {"SIMULATION_STATE_PAUSE", [&] { return try_pause(); }},
      {"STEP_SIMULATION_SINGLE", [&] { return step(1); }},
      {"STEP_SIMULATION_MULTIPLE", [&] { return step(5); }},
      {"STEP_SIMULATION_ACTION", [&] { return try_step_action(); }},
      {"WORLD_LOADING",
       [&] { return run_.call<srv::LoadWorld>("/load_world", {.uri = "empty"}).result; }},
      {"WORLD_RESOURCE_STRING", [&] { return load_yard(); }},
      {"WORLD_TAGS",
       [&] {
         return run_
             .call<srv::GetAvailableWorlds>("/get_available_worlds", {.filter = {{"indoor"}, 0}})
             .result;
       }},
      {"WORLD_UNLOADING", [&] { return try_unloading(); }},
      {"WORLD_INFO_GETTING",
       [&] {
         const auto world = run_.call<srv::GetCurrentWorld>("/get_current_world");
         EXPECT_EQ(world.world.name, "yard");
         return world.result;
       }},
      {"AVAILABLE_WORLDS",
       [&] {
         const auto worlds = run_.call<srv::GetAvailableWorlds>("/get_available_worlds");
         EXPECT_FALSE(worlds.worlds.empty());
         return worlds.result;
       }},
      {"SPAWNING_ENTITIES", [&] { return try_spawning_entities(); }},
  };
}

TEST_F(Features, AreAnnouncedIfTheyWorkAndOnlyThen) {
  const auto announced =
      run_.call<srv::GetSimulatorFeatures>("/get_simulator_features").features.features;
  const auto all = tries();
  const auto& constants = describe<msg::SimulatorFeatures>().constants;
  EXPECT_EQ(all.size(), constants.size());
  for (const ConstantDescription& feature : constants) {
    SCOPED_TRACE(feature.name);
    const auto found = all.find(feature.name);
    ASSERT_NE(found, all.end()) << "is not tried";
    // each on its own
    control_.pause();
    ASSERT_TRUE(is_ok(load_yard()));
    const bool is_announced =
        std::ranges::count(announced, std::stoi(std::string(feature.value))) > 0;
    const ServiceResult result = found->second();
    EXPECT_EQ(result.result,
              is_announced ? ServiceResult::RESULT_OK : ServiceResult::RESULT_FEATURE_UNSUPPORTED)
        << result.error_message;
  }
}

TEST_F(Features, SpawnFormatsAreThoseThatSpawn) {
  const auto formats =
      run_.call<srv::GetSimulatorFeatures>("/get_simulator_features").features.spawn_formats;
  EXPECT_THAT(formats, ElementsAre("sdf", "urdf", "yaml"));
  const char* const urdf = R"(<robot name="post"><link name="base_link"><inertial>
    <mass value="1"/><inertia ixx="1" ixy="0" ixz="0" iyy="1" iyz="0" izz="1"/></inertial>
    </link></robot>)";
  EXPECT_TRUE(is_ok(spawn("a", {.resource_string = ball}).result));
  const auto post = spawn("b", {.resource_string = urdf}).result;
  EXPECT_TRUE(is_ok(post)) << post.error_message;
  EXPECT_TRUE(is_ok(spawn("c", {.uri = "emaros"}).result));  // a robot file, which is YAML
  EXPECT_EQ(spawn("d", {.resource_string = "solid triangles"}).result.result,
            msg::SpawnResult::UNSUPPORTED_FORMAT);
}

}  // namespace
}  // namespace tandem
