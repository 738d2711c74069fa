// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "messages/geometry_msgs.h"
#include "messages/message.h"
#include "messages/nav2_msgs_msg.h"
#include "messages/nav_msgs.h"
#include "messages/std_msgs.h"

// The services of ROS 2's nav2_msgs, as in Jazzy.
namespace tandem::nav2_msgs::srv {

struct ClearCostmapAroundPose {
  struct Request {
    geometry_msgs::msg::PoseStamped pose;
    double reset_distance = 0.0;
    TANDEM_MESSAGE("nav2_msgs/srv/ClearCostmapAroundPose_Request", pose, reset_distance)
  };
  struct Response {
    std_msgs::msg::Empty response;
    TANDEM_MESSAGE("nav2_msgs/srv/ClearCostmapAroundPose_Response", response)
  };
  TANDEM_SERVICE("nav2_msgs/srv/ClearCostmapAroundPose")
};

struct ClearCostmapAroundRobot {
  struct Request {
    float reset_distance = 0.0F;
    TANDEM_MESSAGE("nav2_msgs/srv/ClearCostmapAroundRobot_Request", reset_distance)
  };
  struct Response {
    std_msgs::msg::Empty response;
    TANDEM_MESSAGE("nav2_msgs/srv/ClearCostmapAroundRobot_Response", response)
  };
  TANDEM_SERVICE("nav2_msgs/srv/ClearCostmapAroundRobot")
};

struct ClearCostmapExceptRegion {
  struct Request {
    float reset_distance = 0.0F;
    TANDEM_MESSAGE("nav2_msgs/srv/ClearCostmapExceptRegion_Request", reset_distance)
  };
  struct Response {
    std_msgs::msg::Empty response;
    TANDEM_MESSAGE("nav2_msgs/srv/ClearCostmapExceptRegion_Response", response)
  };
  TANDEM_SERVICE("nav2_msgs/srv/ClearCostmapExceptRegion")
};

struct ClearEntireCostmap {
  struct Request {
    std_msgs::msg::Empty request;
    TANDEM_MESSAGE("nav2_msgs/srv/ClearEntireCostmap_Request", request)
  };
  struct Response {
    std_msgs::msg::Empty response;
    TANDEM_MESSAGE("nav2_msgs/srv/ClearEntireCostmap_Response", response)
  };
  TANDEM_SERVICE("nav2_msgs/srv/ClearEntireCostmap")
};

struct DynamicEdges {
  struct Request {
    std::vector<std::uint16_t> closed_edges;
    std::vector<std::uint16_t> opened_edges;
    std::vector<msg::EdgeCost> adjust_edges;
    TANDEM_MESSAGE("nav2_msgs/srv/DynamicEdges_Request", closed_edges, opened_edges, adjust_edges)
  };
  struct Response {
    bool success = false;
    TANDEM_MESSAGE("nav2_msgs/srv/DynamicEdges_Response", success)
  };
  TANDEM_SERVICE("nav2_msgs/srv/DynamicEdges")
};

struct GetCost {
  struct Request {
    bool use_footprint = false;
    float x = 0.0F;
    float y = 0.0F;
    float theta = 0.0F;
    TANDEM_MESSAGE("nav2_msgs/srv/GetCost_Request", use_footprint, x, y, theta)
  };
  struct Response {
    float cost = 0.0F;
    TANDEM_MESSAGE("nav2_msgs/srv/GetCost_Response", cost)
  };
  TANDEM_SERVICE("nav2_msgs/srv/GetCost")
};

struct GetCostmap {
  struct Request {
    msg::CostmapMetaData specs;
    TANDEM_MESSAGE("nav2_msgs/srv/GetCostmap_Request", specs)
  };
  struct Response {
    msg::Costmap map;
    TANDEM_MESSAGE("nav2_msgs/srv/GetCostmap_Response", map)
  };
  TANDEM_SERVICE("nav2_msgs/srv/GetCostmap")
};

struct IsPathValid {
  struct Request {
    nav_msgs::msg::Path path;
    TANDEM_MESSAGE("nav2_msgs/srv/IsPathValid_Request", path)
  };
  struct Response {
    bool is_valid = false;
    std::vector<std::int32_t> invalid_pose_indices;
    TANDEM_MESSAGE("nav2_msgs/srv/IsPathValid_Response", is_valid, invalid_pose_indices)
  };
  TANDEM_SERVICE("nav2_msgs/srv/IsPathValid")
};

struct LoadMap {
  struct Request {
    std::string map_url;
    TANDEM_MESSAGE("nav2_msgs/srv/LoadMap_Request", map_url)
  };
  struct Response {
    static constexpr std::uint8_t RESULT_SUCCESS = 0;
    static constexpr std::uint8_t RESULT_MAP_DOES_NOT_EXIST = 1;
    static constexpr std::uint8_t RESULT_INVALID_MAP_DATA = 2;
    static constexpr std::uint8_t RESULT_INVALID_MAP_METADATA = 3;
    static constexpr std::uint8_t RESULT_UNDEFINED_FAILURE = 255;

    nav_msgs::msg::OccupancyGrid map;
    std::uint8_t result = 0;
    TANDEM_CONSTANTS(RESULT_SUCCESS, RESULT_MAP_DOES_NOT_EXIST, RESULT_INVALID_MAP_DATA,
                     RESULT_INVALID_MAP_METADATA, RESULT_UNDEFINED_FAILURE)
    TANDEM_MESSAGE("nav2_msgs/srv/LoadMap_Response", map, result)
  };
  TANDEM_SERVICE("nav2_msgs/srv/LoadMap")
};

struct ManageLifecycleNodes {
  struct Request {
    static constexpr std::uint8_t STARTUP = 0;
    static constexpr std::uint8_t PAUSE = 1;
    static constexpr std::uint8_t RESUME = 2;
    static constexpr std::uint8_t RESET = 3;
    static constexpr std::uint8_t SHUTDOWN = 4;
    static constexpr std::uint8_t CONFIGURE = 5;
    static constexpr std::uint8_t CLEANUP = 6;

    std::uint8_t command = 0;
    TANDEM_CONSTANTS(STARTUP, PAUSE, RESUME, RESET, SHUTDOWN, CONFIGURE, CLEANUP)
    TANDEM_MESSAGE("nav2_msgs/srv/ManageLifecycleNodes_Request", command)
  };
  struct Response {
    bool success = false;
    TANDEM_MESSAGE("nav2_msgs/srv/ManageLifecycleNodes_Response", success)
  };
  TANDEM_SERVICE("nav2_msgs/srv/ManageLifecycleNodes")
};

struct ReloadDockDatabase {
  struct Request {
    std::string filepath;
    TANDEM_MESSAGE("nav2_msgs/srv/ReloadDockDatabase_Request", filepath)
  };
  struct Response {
    bool success = false;
    TANDEM_MESSAGE("nav2_msgs/srv/ReloadDockDatabase_Response", success)
  };
  TANDEM_SERVICE("nav2_msgs/srv/ReloadDockDatabase")
};

struct SaveMap {
  struct Request {
    std::string map_topic;
    std::string map_url;
    std::string image_format;
    std::string map_mode;
    float free_thresh = 0.0F;
    float occupied_thresh = 0.0F;
    TANDEM_MESSAGE("nav2_msgs/srv/SaveMap_Request", map_topic, map_url, image_format, map_mode,
                   free_thresh, occupied_thresh)
  };
  struct Response {
    bool result = false;
    TANDEM_MESSAGE("nav2_msgs/srv/SaveMap_Response", result)
  };
  TANDEM_SERVICE("nav2_msgs/srv/SaveMap")
};

struct SetInitialPose {
  struct Request {
    geometry_msgs::msg::PoseWithCovarianceStamped pose;
    TANDEM_MESSAGE("nav2_msgs/srv/SetInitialPose_Request", pose)
  };
  struct Response {
    TANDEM_MESSAGE("nav2_msgs/srv/SetInitialPose_Response")
  };
  TANDEM_SERVICE("nav2_msgs/srv/SetInitialPose")
};

struct SetRouteGraph {
  struct Request {
    std::string graph_filepath;
    TANDEM_MESSAGE("nav2_msgs/srv/SetRouteGraph_Request", graph_filepath)
  };
  struct Response {
    bool success = false;
    TANDEM_MESSAGE("nav2_msgs/srv/SetRouteGraph_Response", success)
  };
  TANDEM_SERVICE("nav2_msgs/srv/SetRouteGraph")
};

struct Toggle {
  struct Request {
    bool enable = false;
    TANDEM_MESSAGE("nav2_msgs/srv/Toggle_Request", enable)
  };
  struct Response {
    bool success = false;
    std::string message;
    TANDEM_MESSAGE("nav2_msgs/srv/Toggle_Response", success, message)
  };
  TANDEM_SERVICE("nav2_msgs/srv/Toggle")
};

}  // namespace tandem::nav2_msgs::srv

namespace tandem::nav2_msgs {

using Services = TypeList<srv::ClearCostmapAroundPose, srv::ClearCostmapAroundRobot,
                          srv::ClearCostmapExceptRegion, srv::ClearEntireCostmap, srv::DynamicEdges,
                          srv::GetCost, srv::GetCostmap, srv::IsPathValid, srv::LoadMap,
                          srv::ManageLifecycleNodes, srv::ReloadDockDatabase, srv::SaveMap,
                          srv::SetInitialPose, srv::SetRouteGraph, srv::Toggle>;

}  // namespace tandem::nav2_msgs
