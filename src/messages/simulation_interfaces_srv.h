// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "messages/geometry_msgs.h"
#include "messages/message.h"
#include "messages/simulation_interfaces_msg.h"

// The services of ROS 2's simulation_interfaces 1.5.1, as in Jazzy.
namespace tandem::simulation_interfaces::srv {

struct DeleteEntity {
  struct Request {
    std::string entity;
    TANDEM_MESSAGE("simulation_interfaces/srv/DeleteEntity_Request", entity)
  };
  struct Response {
    msg::Result result;
    TANDEM_MESSAGE("simulation_interfaces/srv/DeleteEntity_Response", result)
  };
  TANDEM_SERVICE("simulation_interfaces/srv/DeleteEntity")
};

struct GetAvailableWorlds {
  struct Request {
    std::vector<std::string> additional_sources;
    msg::TagsFilter filter;
    bool offline_only = false;
    bool continue_on_error = false;
    TANDEM_MESSAGE("simulation_interfaces/srv/GetAvailableWorlds_Request", additional_sources,
                   filter, offline_only, continue_on_error)
  };
  struct Response {
    static constexpr std::uint8_t DEFAULT_SOURCES_FAILED = 101;

    msg::Result result;
    std::vector<msg::WorldResource> worlds;
    TANDEM_CONSTANTS(DEFAULT_SOURCES_FAILED)
    TANDEM_MESSAGE("simulation_interfaces/srv/GetAvailableWorlds_Response", result, worlds)
  };
  TANDEM_SERVICE("simulation_interfaces/srv/GetAvailableWorlds")
};

struct GetCurrentWorld {
  struct Request {
    TANDEM_MESSAGE("simulation_interfaces/srv/GetCurrentWorld_Request")
  };
  struct Response {
    static constexpr std::uint8_t NO_WORLD_LOADED = 101;

    msg::Result result;
    msg::WorldResource world;
    TANDEM_CONSTANTS(NO_WORLD_LOADED)
    TANDEM_MESSAGE("simulation_interfaces/srv/GetCurrentWorld_Response", result, world)
  };
  TANDEM_SERVICE("simulation_interfaces/srv/GetCurrentWorld")
};

struct GetEntities {
  struct Request {
    msg::EntityFilters filters;
    TANDEM_MESSAGE("simulation_interfaces/srv/GetEntities_Request", filters)
  };
  struct Response {
    msg::Result result;
    std::vector<std::string> entities;
    TANDEM_MESSAGE("simulation_interfaces/srv/GetEntities_Response", result, entities)
  };
  TANDEM_SERVICE("simulation_interfaces/srv/GetEntities")
};

struct GetEntitiesStates {
  struct Request {
    msg::EntityFilters filters;
    TANDEM_MESSAGE("simulation_interfaces/srv/GetEntitiesStates_Request", filters)
  };
  struct Response {
    msg::Result result;
    std::vector<std::string> entities;
    std::vector<msg::EntityState> states;
    TANDEM_MESSAGE("simulation_interfaces/srv/GetEntitiesStates_Response", result, entities, states)
  };
  TANDEM_SERVICE("simulation_interfaces/srv/GetEntitiesStates")
};

struct GetEntityBounds {
  struct Request {
    std::string entity;
    TANDEM_MESSAGE("simulation_interfaces/srv/GetEntityBounds_Request", entity)
  };
  struct Response {
    msg::Result result;
    msg::Bounds bounds;
    TANDEM_MESSAGE("simulation_interfaces/srv/GetEntityBounds_Response", result, bounds)
  };
  TANDEM_SERVICE("simulation_interfaces/srv/GetEntityBounds")
};

struct GetEntityInfo {
  struct Request {
    std::string entity;
    TANDEM_MESSAGE("simulation_interfaces/srv/GetEntityInfo_Request", entity)
  };
  struct Response {
    msg::Result result;
    msg::EntityInfo info;
    TANDEM_MESSAGE("simulation_interfaces/srv/GetEntityInfo_Response", result, info)
  };
  TANDEM_SERVICE("simulation_interfaces/srv/GetEntityInfo")
};

struct GetEntityState {
  struct Request {
    std::string entity;
    TANDEM_MESSAGE("simulation_interfaces/srv/GetEntityState_Request", entity)
  };
  struct Response {
    msg::Result result;
    msg::EntityState state;
    TANDEM_MESSAGE("simulation_interfaces/srv/GetEntityState_Response", result, state)
  };
  TANDEM_SERVICE("simulation_interfaces/srv/GetEntityState")
};

struct GetNamedPoseBounds {
  struct Request {
    std::string name;
    TANDEM_MESSAGE("simulation_interfaces/srv/GetNamedPoseBounds_Request", name)
  };
  struct Response {
    msg::Result result;
    msg::Bounds bounds;
    TANDEM_MESSAGE("simulation_interfaces/srv/GetNamedPoseBounds_Response", result, bounds)
  };
  TANDEM_SERVICE("simulation_interfaces/srv/GetNamedPoseBounds")
};

struct GetNamedPoses {
  struct Request {
    msg::TagsFilter tags;
    TANDEM_MESSAGE("simulation_interfaces/srv/GetNamedPoses_Request", tags)
  };
  struct Response {
    msg::Result result;
    std::vector<msg::NamedPose> poses;
    TANDEM_MESSAGE("simulation_interfaces/srv/GetNamedPoses_Response", result, poses)
  };
  TANDEM_SERVICE("simulation_interfaces/srv/GetNamedPoses")
};

struct GetSimulationState {
  struct Request {
    TANDEM_MESSAGE("simulation_interfaces/srv/GetSimulationState_Request")
  };
  struct Response {
    msg::SimulationState state;
    msg::Result result;
    TANDEM_MESSAGE("simulation_interfaces/srv/GetSimulationState_Response", state, result)
  };
  TANDEM_SERVICE("simulation_interfaces/srv/GetSimulationState")
};

struct GetSimulatorFeatures {
  struct Request {
    TANDEM_MESSAGE("simulation_interfaces/srv/GetSimulatorFeatures_Request")
  };
  struct Response {
    msg::SimulatorFeatures features;
    TANDEM_MESSAGE("simulation_interfaces/srv/GetSimulatorFeatures_Response", features)
  };
  TANDEM_SERVICE("simulation_interfaces/srv/GetSimulatorFeatures")
};

struct GetSpawnables {
  struct Request {
    std::vector<std::string> sources;
    TANDEM_MESSAGE("simulation_interfaces/srv/GetSpawnables_Request", sources)
  };
  struct Response {
    msg::Result result;
    std::vector<msg::Spawnable> spawnables;
    TANDEM_MESSAGE("simulation_interfaces/srv/GetSpawnables_Response", result, spawnables)
  };
  TANDEM_SERVICE("simulation_interfaces/srv/GetSpawnables")
};

struct LoadWorld {
  struct Request {
    std::string uri;
    std::string resource_string;
    bool fail_on_unsupported_element = false;
    bool ignore_missing_or_unsupported_assets = false;
    TANDEM_MESSAGE("simulation_interfaces/srv/LoadWorld_Request", uri, resource_string,
                   fail_on_unsupported_element, ignore_missing_or_unsupported_assets)
  };
  struct Response {
    static constexpr std::uint8_t UNSUPPORTED_FORMAT = 101;
    static constexpr std::uint8_t NO_RESOURCE = 102;
    static constexpr std::uint8_t RESOURCE_PARSE_ERROR = 103;
    static constexpr std::uint8_t MISSING_ASSETS = 104;
    static constexpr std::uint8_t UNSUPPORTED_ASSETS = 105;
    static constexpr std::uint8_t UNSUPPORTED_ELEMENTS = 106;

    msg::Result result;
    msg::WorldResource world;
    TANDEM_CONSTANTS(UNSUPPORTED_FORMAT, NO_RESOURCE, RESOURCE_PARSE_ERROR, MISSING_ASSETS,
                     UNSUPPORTED_ASSETS, UNSUPPORTED_ELEMENTS)
    TANDEM_MESSAGE("simulation_interfaces/srv/LoadWorld_Response", result, world)
  };
  TANDEM_SERVICE("simulation_interfaces/srv/LoadWorld")
};

struct ResetSimulation {
  struct Request {
    static constexpr std::uint8_t SCOPE_DEFAULT = 0;
    static constexpr std::uint8_t SCOPE_TIME = 1;
    static constexpr std::uint8_t SCOPE_STATE = 2;
    static constexpr std::uint8_t SCOPE_SPAWNED = 4;
    static constexpr std::uint8_t SCOPE_ALL = 255;

    std::uint8_t scope = 0;
    TANDEM_CONSTANTS(SCOPE_DEFAULT, SCOPE_TIME, SCOPE_STATE, SCOPE_SPAWNED, SCOPE_ALL)
    TANDEM_MESSAGE("simulation_interfaces/srv/ResetSimulation_Request", scope)
  };
  struct Response {
    msg::Result result;
    TANDEM_MESSAGE("simulation_interfaces/srv/ResetSimulation_Response", result)
  };
  TANDEM_SERVICE("simulation_interfaces/srv/ResetSimulation")
};

struct SetEntityInfo {
  struct Request {
    std::string entity;
    msg::EntityInfo info;
    TANDEM_MESSAGE("simulation_interfaces/srv/SetEntityInfo_Request", entity, info)
  };
  struct Response {
    msg::Result result;
    TANDEM_MESSAGE("simulation_interfaces/srv/SetEntityInfo_Response", result)
  };
  TANDEM_SERVICE("simulation_interfaces/srv/SetEntityInfo")
};

struct SetEntityState {
  struct Request {
    std::string entity;
    msg::EntityState state;
    TANDEM_MESSAGE("simulation_interfaces/srv/SetEntityState_Request", entity, state)
  };
  struct Response {
    static constexpr std::uint8_t INVALID_POSE = 101;

    msg::Result result;
    TANDEM_CONSTANTS(INVALID_POSE)
    TANDEM_MESSAGE("simulation_interfaces/srv/SetEntityState_Response", result)
  };
  TANDEM_SERVICE("simulation_interfaces/srv/SetEntityState")
};

struct SetSimulationState {
  struct Request {
    msg::SimulationState state;
    TANDEM_MESSAGE("simulation_interfaces/srv/SetSimulationState_Request", state)
  };
  struct Response {
    static constexpr std::uint8_t ALREADY_IN_TARGET_STATE = 101;
    static constexpr std::uint8_t STATE_TRANSITION_ERROR = 102;
    static constexpr std::uint8_t INCORRECT_TRANSITION = 103;

    msg::Result result;
    TANDEM_CONSTANTS(ALREADY_IN_TARGET_STATE, STATE_TRANSITION_ERROR, INCORRECT_TRANSITION)
    TANDEM_MESSAGE("simulation_interfaces/srv/SetSimulationState_Response", result)
  };
  TANDEM_SERVICE("simulation_interfaces/srv/SetSimulationState")
};

struct SpawnEntities {
  struct Request {
    std::vector<msg::SpawnEntity> spawn_requests;
    TANDEM_MESSAGE("simulation_interfaces/srv/SpawnEntities_Request", spawn_requests)
  };
  struct Response {
    static constexpr std::uint8_t ENTITIES_SPAWN_FAILED = 150;

    msg::Result result;
    std::vector<msg::SpawnResult> results;
    TANDEM_CONSTANTS(ENTITIES_SPAWN_FAILED)
    TANDEM_MESSAGE("simulation_interfaces/srv/SpawnEntities_Response", result, results)
  };
  TANDEM_SERVICE("simulation_interfaces/srv/SpawnEntities")
};

struct SpawnEntity {
  struct Request {
    std::string name;
    bool allow_renaming = false;
    std::string uri;
    std::string resource_string;
    std::string entity_namespace;
    geometry_msgs::msg::PoseStamped initial_pose;
    TANDEM_MESSAGE("simulation_interfaces/srv/SpawnEntity_Request", name, allow_renaming, uri,
                   resource_string, entity_namespace, initial_pose)
  };
  struct Response {
    static constexpr std::uint8_t NAME_NOT_UNIQUE = 101;
    static constexpr std::uint8_t NAME_INVALID = 102;
    static constexpr std::uint8_t UNSUPPORTED_FORMAT = 103;
    static constexpr std::uint8_t NO_RESOURCE = 104;
    static constexpr std::uint8_t NAMESPACE_INVALID = 105;
    static constexpr std::uint8_t RESOURCE_PARSE_ERROR = 106;
    static constexpr std::uint8_t MISSING_ASSETS = 107;
    static constexpr std::uint8_t UNSUPPORTED_ASSETS = 108;
    static constexpr std::uint8_t INVALID_POSE = 109;

    msg::Result result;
    std::string entity_name;
    TANDEM_CONSTANTS(NAME_NOT_UNIQUE, NAME_INVALID, UNSUPPORTED_FORMAT, NO_RESOURCE,
                     NAMESPACE_INVALID, RESOURCE_PARSE_ERROR, MISSING_ASSETS, UNSUPPORTED_ASSETS,
                     INVALID_POSE)
    TANDEM_MESSAGE("simulation_interfaces/srv/SpawnEntity_Response", result, entity_name)
  };
  TANDEM_SERVICE("simulation_interfaces/srv/SpawnEntity")
};

struct StepSimulation {
  struct Request {
    std::uint64_t steps = 1;
    TANDEM_MESSAGE("simulation_interfaces/srv/StepSimulation_Request", steps)
  };
  struct Response {
    msg::Result result;
    TANDEM_MESSAGE("simulation_interfaces/srv/StepSimulation_Response", result)
  };
  TANDEM_SERVICE("simulation_interfaces/srv/StepSimulation")
};

struct UnloadWorld {
  struct Request {
    TANDEM_MESSAGE("simulation_interfaces/srv/UnloadWorld_Request")
  };
  struct Response {
    static constexpr std::uint8_t NO_WORLD_LOADED = 101;

    msg::Result result;
    TANDEM_CONSTANTS(NO_WORLD_LOADED)
    TANDEM_MESSAGE("simulation_interfaces/srv/UnloadWorld_Response", result)
  };
  TANDEM_SERVICE("simulation_interfaces/srv/UnloadWorld")
};

}  // namespace tandem::simulation_interfaces::srv

namespace tandem::simulation_interfaces {

using Services =
    TypeList<srv::DeleteEntity, srv::GetAvailableWorlds, srv::GetCurrentWorld, srv::GetEntities,
             srv::GetEntitiesStates, srv::GetEntityBounds, srv::GetEntityInfo, srv::GetEntityState,
             srv::GetNamedPoseBounds, srv::GetNamedPoses, srv::GetSimulationState,
             srv::GetSimulatorFeatures, srv::GetSpawnables, srv::LoadWorld, srv::ResetSimulation,
             srv::SetEntityInfo, srv::SetEntityState, srv::SetSimulationState, srv::SpawnEntities,
             srv::SpawnEntity, srv::StepSimulation, srv::UnloadWorld>;

}  // namespace tandem::simulation_interfaces
