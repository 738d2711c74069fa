// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "messages/geometry_msgs.h"
#include "messages/message.h"
#include "messages/std_msgs.h"

// The messages of ROS 2's simulation_interfaces 1.5.1, as in Jazzy.
namespace tandem::simulation_interfaces::msg {

struct Bounds {
  static constexpr std::uint8_t TYPE_EMPTY = 0;
  static constexpr std::uint8_t TYPE_BOX = 1;
  static constexpr std::uint8_t TYPE_CONVEX_HULL = 2;
  static constexpr std::uint8_t TYPE_SPHERE = 3;

  std::uint8_t type = 0;
  std::vector<geometry_msgs::msg::Vector3> points;
  TANDEM_CONSTANTS(TYPE_EMPTY, TYPE_BOX, TYPE_CONVEX_HULL, TYPE_SPHERE)
  TANDEM_MESSAGE("simulation_interfaces/msg/Bounds", type, points)
};

struct EntityCategory {
  static constexpr std::uint8_t CATEGORY_OBJECT = 0;
  static constexpr std::uint8_t CATEGORY_ROBOT = 1;
  static constexpr std::uint8_t CATEGORY_HUMAN = 2;
  static constexpr std::uint8_t CATEGORY_DYNAMIC_OBJECT = 4;
  static constexpr std::uint8_t CATEGORY_STATIC_OBJECT = 5;

  std::uint8_t category = 0;
  TANDEM_CONSTANTS(CATEGORY_OBJECT, CATEGORY_ROBOT, CATEGORY_HUMAN, CATEGORY_DYNAMIC_OBJECT,
                   CATEGORY_STATIC_OBJECT)
  TANDEM_MESSAGE("simulation_interfaces/msg/EntityCategory", category)
};

struct TagsFilter {
  static constexpr std::uint8_t FILTER_MODE_ANY = 0;
  static constexpr std::uint8_t FILTER_MODE_ALL = 1;

  std::vector<std::string> tags;
  std::uint8_t filter_mode = 0;
  TANDEM_CONSTANTS(FILTER_MODE_ANY, FILTER_MODE_ALL)
  TANDEM_MESSAGE("simulation_interfaces/msg/TagsFilter", tags, filter_mode)
};

struct EntityFilters {
  std::string filter;
  std::vector<EntityCategory> categories;
  TagsFilter tags;
  Bounds bounds;
  TANDEM_MESSAGE("simulation_interfaces/msg/EntityFilters", filter, categories, tags, bounds)
};

struct EntityInfo {
  EntityCategory category;
  std::string description;
  std::vector<std::string> tags;
  TANDEM_MESSAGE("simulation_interfaces/msg/EntityInfo", category, description, tags)
};

struct EntityState {
  std_msgs::msg::Header header;
  geometry_msgs::msg::Pose pose;
  geometry_msgs::msg::Twist twist;
  geometry_msgs::msg::Accel acceleration;
  TANDEM_MESSAGE("simulation_interfaces/msg/EntityState", header, pose, twist, acceleration)
};

struct NamedPose {
  std::string name;
  std::string description;
  std::vector<std::string> tags;
  geometry_msgs::msg::Pose pose;
  TANDEM_MESSAGE("simulation_interfaces/msg/NamedPose", name, description, tags, pose)
};

struct Resource {
  std::string uri;
  std::string resource_string;
  TANDEM_MESSAGE("simulation_interfaces/msg/Resource", uri, resource_string)
};

struct Result {
  static constexpr std::uint8_t RESULT_FEATURE_UNSUPPORTED = 0;
  static constexpr std::uint8_t RESULT_OK = 1;
  static constexpr std::uint8_t RESULT_NOT_FOUND = 2;
  static constexpr std::uint8_t RESULT_INCORRECT_STATE = 3;
  static constexpr std::uint8_t RESULT_OPERATION_FAILED = 4;

  std::uint8_t result = 0;
  std::string error_message;
  TANDEM_CONSTANTS(RESULT_FEATURE_UNSUPPORTED, RESULT_OK, RESULT_NOT_FOUND, RESULT_INCORRECT_STATE,
                   RESULT_OPERATION_FAILED)
  TANDEM_MESSAGE("simulation_interfaces/msg/Result", result, error_message)
};

struct SimulationState {
  static constexpr std::uint8_t STATE_STOPPED = 0;
  static constexpr std::uint8_t STATE_PLAYING = 1;
  static constexpr std::uint8_t STATE_PAUSED = 2;
  static constexpr std::uint8_t STATE_QUITTING = 3;
  static constexpr std::uint8_t STATE_NO_WORLD = 4;
  static constexpr std::uint8_t STATE_LOADING_WORLD = 5;

  std::uint8_t state = 0;
  TANDEM_CONSTANTS(STATE_STOPPED, STATE_PLAYING, STATE_PAUSED, STATE_QUITTING, STATE_NO_WORLD,
                   STATE_LOADING_WORLD)
  TANDEM_MESSAGE("simulation_interfaces/msg/SimulationState", state)
};

struct SimulatorFeatures {
  static constexpr std::uint8_t SPAWNING = 0;
  static constexpr std::uint8_t DELETING = 1;
  static constexpr std::uint8_t NAMED_POSES = 2;
  static constexpr std::uint8_t POSE_BOUNDS = 3;
  static constexpr std::uint8_t ENTITY_TAGS = 4;
  static constexpr std::uint8_t ENTITY_BOUNDS = 5;
  static constexpr std::uint8_t ENTITY_BOUNDS_BOX = 6;
  static constexpr std::uint8_t ENTITY_BOUNDS_CONVEX = 7;
  static constexpr std::uint8_t ENTITY_CATEGORIES = 8;
  static constexpr std::uint8_t SPAWNING_RESOURCE_STRING = 9;
  static constexpr std::uint8_t ENTITY_STATE_GETTING = 10;
  static constexpr std::uint8_t ENTITY_STATE_SETTING = 11;
  static constexpr std::uint8_t ENTITY_INFO_GETTING = 12;
  static constexpr std::uint8_t ENTITY_INFO_SETTING = 13;
  static constexpr std::uint8_t SPAWNABLES = 14;
  static constexpr std::uint8_t SIMULATION_RESET = 20;
  static constexpr std::uint8_t SIMULATION_RESET_TIME = 21;
  static constexpr std::uint8_t SIMULATION_RESET_STATE = 22;
  static constexpr std::uint8_t SIMULATION_RESET_SPAWNED = 23;
  static constexpr std::uint8_t SIMULATION_STATE_GETTING = 24;
  static constexpr std::uint8_t SIMULATION_STATE_SETTING = 25;
  static constexpr std::uint8_t SIMULATION_STATE_PAUSE = 26;
  static constexpr std::uint8_t STEP_SIMULATION_SINGLE = 31;
  static constexpr std::uint8_t STEP_SIMULATION_MULTIPLE = 32;
  static constexpr std::uint8_t STEP_SIMULATION_ACTION = 33;
  static constexpr std::uint8_t WORLD_LOADING = 40;
  static constexpr std::uint8_t WORLD_RESOURCE_STRING = 41;
  static constexpr std::uint8_t WORLD_TAGS = 42;
  static constexpr std::uint8_t WORLD_UNLOADING = 43;
  static constexpr std::uint8_t WORLD_INFO_GETTING = 44;
  static constexpr std::uint8_t AVAILABLE_WORLDS = 45;
  static constexpr std::uint8_t SPAWNING_ENTITIES = 50;

  std::vector<std::uint16_t> features;
  std::vector<std::string> spawn_formats;
  std::string custom_info;
  TANDEM_CONSTANTS(SPAWNING, DELETING, NAMED_POSES, POSE_BOUNDS, ENTITY_TAGS, ENTITY_BOUNDS,
                   ENTITY_BOUNDS_BOX, ENTITY_BOUNDS_CONVEX, ENTITY_CATEGORIES,
                   SPAWNING_RESOURCE_STRING, ENTITY_STATE_GETTING, ENTITY_STATE_SETTING,
                   ENTITY_INFO_GETTING, ENTITY_INFO_SETTING, SPAWNABLES, SIMULATION_RESET,
                   SIMULATION_RESET_TIME, SIMULATION_RESET_STATE, SIMULATION_RESET_SPAWNED,
                   SIMULATION_STATE_GETTING, SIMULATION_STATE_SETTING, SIMULATION_STATE_PAUSE,
                   STEP_SIMULATION_SINGLE, STEP_SIMULATION_MULTIPLE, STEP_SIMULATION_ACTION,
                   WORLD_LOADING, WORLD_RESOURCE_STRING, WORLD_TAGS, WORLD_UNLOADING,
                   WORLD_INFO_GETTING, AVAILABLE_WORLDS, SPAWNING_ENTITIES)
  TANDEM_MESSAGE("simulation_interfaces/msg/SimulatorFeatures", features, spawn_formats,
                 custom_info)
};

struct SpawnEntity {
  std::string name;
  bool allow_renaming = false;
  Resource entity_resource;
  std::string entity_namespace;
  geometry_msgs::msg::PoseStamped initial_pose;
  TANDEM_MESSAGE("simulation_interfaces/msg/SpawnEntity", name, allow_renaming, entity_resource,
                 entity_namespace, initial_pose)
};

struct SpawnResult {
  static constexpr std::uint8_t NAME_NOT_UNIQUE = 101;
  static constexpr std::uint8_t NAME_INVALID = 102;
  static constexpr std::uint8_t UNSUPPORTED_FORMAT = 103;
  static constexpr std::uint8_t NO_RESOURCE = 104;
  static constexpr std::uint8_t NAMESPACE_INVALID = 105;
  static constexpr std::uint8_t RESOURCE_PARSE_ERROR = 106;
  static constexpr std::uint8_t MISSING_ASSETS = 107;
  static constexpr std::uint8_t UNSUPPORTED_ASSETS = 108;
  static constexpr std::uint8_t INVALID_POSE = 109;

  Result result;
  std::string entity_name;
  TANDEM_CONSTANTS(NAME_NOT_UNIQUE, NAME_INVALID, UNSUPPORTED_FORMAT, NO_RESOURCE,
                   NAMESPACE_INVALID, RESOURCE_PARSE_ERROR, MISSING_ASSETS, UNSUPPORTED_ASSETS,
                   INVALID_POSE)
  TANDEM_MESSAGE("simulation_interfaces/msg/SpawnResult", result, entity_name)
};

struct Spawnable {
  std::string uri;
  std::string description;
  Bounds spawn_bounds;
  TANDEM_MESSAGE("simulation_interfaces/msg/Spawnable", uri, description, spawn_bounds)
};

struct WorldResource {
  std::string name;
  Resource world_resource;
  std::string description;
  std::vector<std::string> tags;
  TANDEM_MESSAGE("simulation_interfaces/msg/WorldResource", name, world_resource, description, tags)
};

}  // namespace tandem::simulation_interfaces::msg

namespace tandem::simulation_interfaces {

using Messages = TypeList<msg::Bounds, msg::EntityCategory, msg::EntityFilters, msg::EntityInfo,
                          msg::EntityState, msg::NamedPose, msg::Resource, msg::Result,
                          msg::SimulationState, msg::SimulatorFeatures, msg::SpawnEntity,
                          msg::SpawnResult, msg::Spawnable, msg::TagsFilter, msg::WorldResource>;

}  // namespace tandem::simulation_interfaces
