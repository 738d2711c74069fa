// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "messages/builtin_interfaces.h"
#include "messages/geometry_msgs.h"
#include "messages/message.h"
#include "messages/std_msgs.h"

// The messages of ROS 2's nav2_msgs, as in Jazzy.
namespace tandem::nav2_msgs::msg {

struct BehaviorTreeStatusChange {
  builtin_interfaces::msg::Time timestamp;
  std::string node_name;
  std::uint16_t uid = 0;
  std::string previous_status;
  std::string current_status;
  TANDEM_MESSAGE("nav2_msgs/msg/BehaviorTreeStatusChange", timestamp, node_name, uid,
                 previous_status, current_status)
};

struct BehaviorTreeLog {
  builtin_interfaces::msg::Time timestamp;
  std::vector<BehaviorTreeStatusChange> event_log;
  TANDEM_MESSAGE("nav2_msgs/msg/BehaviorTreeLog", timestamp, event_log)
};

struct CollisionDetectorState {
  std::vector<std::string> polygons;
  std::vector<bool> detections;
  TANDEM_MESSAGE("nav2_msgs/msg/CollisionDetectorState", polygons, detections)
};

struct CollisionMonitorState {
  static constexpr std::uint8_t DO_NOTHING = 0;
  static constexpr std::uint8_t STOP = 1;
  static constexpr std::uint8_t SLOWDOWN = 2;
  static constexpr std::uint8_t APPROACH = 3;
  static constexpr std::uint8_t LIMIT = 4;

  std::uint8_t action_type = 0;
  std::string polygon_name;
  TANDEM_CONSTANTS(DO_NOTHING, STOP, SLOWDOWN, APPROACH, LIMIT)
  TANDEM_MESSAGE("nav2_msgs/msg/CollisionMonitorState", action_type, polygon_name)
};

struct CostmapMetaData {
  builtin_interfaces::msg::Time map_load_time;
  builtin_interfaces::msg::Time update_time;
  std::string layer;
  float resolution = 0.0F;
  std::uint32_t size_x = 0;
  std::uint32_t size_y = 0;
  geometry_msgs::msg::Pose origin;
  TANDEM_MESSAGE("nav2_msgs/msg/CostmapMetaData", map_load_time, update_time, layer, resolution,
                 size_x, size_y, origin)
};

struct Costmap {
  std_msgs::msg::Header header;
  CostmapMetaData metadata;
  std::vector<std::uint8_t> data;
  TANDEM_MESSAGE("nav2_msgs/msg/Costmap", header, metadata, data)
};

struct CostmapFilterInfo {
  std_msgs::msg::Header header;
  std::uint8_t type = 0;
  std::string filter_mask_topic;
  float base = 0.0F;
  float multiplier = 0.0F;
  TANDEM_MESSAGE("nav2_msgs/msg/CostmapFilterInfo", header, type, filter_mask_topic, base,
                 multiplier)
};

struct CostmapUpdate {
  std_msgs::msg::Header header;
  std::uint32_t x = 0;
  std::uint32_t y = 0;
  std::uint32_t size_x = 0;
  std::uint32_t size_y = 0;
  std::vector<std::uint8_t> data;
  TANDEM_MESSAGE("nav2_msgs/msg/CostmapUpdate", header, x, y, size_x, size_y, data)
};

struct EdgeCost {
  std::uint16_t edgeid = 0;
  float cost = 0.0F;
  TANDEM_MESSAGE("nav2_msgs/msg/EdgeCost", edgeid, cost)
};

struct MissedWaypoint {
  std::uint32_t index = 0;
  geometry_msgs::msg::PoseStamped goal;
  std::uint16_t error_code = 0;
  TANDEM_MESSAGE("nav2_msgs/msg/MissedWaypoint", index, goal, error_code)
};

struct Particle {
  geometry_msgs::msg::Pose pose;
  double weight = 0.0;
  TANDEM_MESSAGE("nav2_msgs/msg/Particle", pose, weight)
};

struct ParticleCloud {
  std_msgs::msg::Header header;
  std::vector<Particle> particles;
  TANDEM_MESSAGE("nav2_msgs/msg/ParticleCloud", header, particles)
};

struct RouteEdge {
  std::uint16_t edgeid = 0;
  geometry_msgs::msg::Point start;
  geometry_msgs::msg::Point end;
  TANDEM_MESSAGE("nav2_msgs/msg/RouteEdge", edgeid, start, end)
};

struct RouteNode {
  std::uint16_t nodeid = 0;
  geometry_msgs::msg::Point position;
  TANDEM_MESSAGE("nav2_msgs/msg/RouteNode", nodeid, position)
};

struct Route {
  std_msgs::msg::Header header;
  float route_cost = 0.0F;
  std::vector<RouteNode> nodes;
  std::vector<RouteEdge> edges;
  TANDEM_MESSAGE("nav2_msgs/msg/Route", header, route_cost, nodes, edges)
};

struct SpeedLimit {
  std_msgs::msg::Header header;
  bool percentage = false;
  double speed_limit = 0.0;
  TANDEM_MESSAGE("nav2_msgs/msg/SpeedLimit", header, percentage, speed_limit)
};

struct VoxelGrid {
  std_msgs::msg::Header header;
  std::vector<std::uint32_t> data;
  geometry_msgs::msg::Point32 origin;
  geometry_msgs::msg::Vector3 resolutions;
  std::uint32_t size_x = 0;
  std::uint32_t size_y = 0;
  std::uint32_t size_z = 0;
  TANDEM_MESSAGE("nav2_msgs/msg/VoxelGrid", header, data, origin, resolutions, size_x, size_y,
                 size_z)
};

}  // namespace tandem::nav2_msgs::msg

namespace tandem::nav2_msgs {

using Messages =
    TypeList<msg::BehaviorTreeLog, msg::BehaviorTreeStatusChange, msg::CollisionDetectorState,
             msg::CollisionMonitorState, msg::Costmap, msg::CostmapFilterInfo, msg::CostmapMetaData,
             msg::CostmapUpdate, msg::EdgeCost, msg::MissedWaypoint, msg::Particle,
             msg::ParticleCloud, msg::Route, msg::RouteEdge, msg::RouteNode, msg::SpeedLimit,
             msg::VoxelGrid>;

}  // namespace tandem::nav2_msgs
