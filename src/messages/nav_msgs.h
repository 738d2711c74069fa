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

// ROS 2's nav_msgs, as in Jazzy.
namespace tandem::nav_msgs::msg {

struct GridCells {
  std_msgs::msg::Header header;
  float cell_width = 0.0F;
  float cell_height = 0.0F;
  std::vector<geometry_msgs::msg::Point> cells;
  TANDEM_MESSAGE("nav_msgs/msg/GridCells", header, cell_width, cell_height, cells)
};

struct MapMetaData {
  builtin_interfaces::msg::Time map_load_time;
  float resolution = 0.0F;
  std::uint32_t width = 0;
  std::uint32_t height = 0;
  geometry_msgs::msg::Pose origin;
  TANDEM_MESSAGE("nav_msgs/msg/MapMetaData", map_load_time, resolution, width, height, origin)
};

struct OccupancyGrid {
  std_msgs::msg::Header header;
  MapMetaData info;
  std::vector<std::int8_t> data;
  TANDEM_MESSAGE("nav_msgs/msg/OccupancyGrid", header, info, data)
};

struct Odometry {
  std_msgs::msg::Header header;
  std::string child_frame_id;
  geometry_msgs::msg::PoseWithCovariance pose;
  geometry_msgs::msg::TwistWithCovariance twist;
  TANDEM_MESSAGE("nav_msgs/msg/Odometry", header, child_frame_id, pose, twist)
};

struct Path {
  std_msgs::msg::Header header;
  std::vector<geometry_msgs::msg::PoseStamped> poses;
  TANDEM_MESSAGE("nav_msgs/msg/Path", header, poses)
};

}  // namespace tandem::nav_msgs::msg

namespace tandem::nav_msgs::srv {

struct GetMap {
  struct Request {
    TANDEM_MESSAGE("nav_msgs/srv/GetMap_Request")
  };
  struct Response {
    msg::OccupancyGrid map;
    TANDEM_MESSAGE("nav_msgs/srv/GetMap_Response", map)
  };
  TANDEM_SERVICE("nav_msgs/srv/GetMap")
};

struct GetPlan {
  struct Request {
    geometry_msgs::msg::PoseStamped start;
    geometry_msgs::msg::PoseStamped goal;
    float tolerance = 0.0F;
    TANDEM_MESSAGE("nav_msgs/srv/GetPlan_Request", start, goal, tolerance)
  };
  struct Response {
    msg::Path plan;
    TANDEM_MESSAGE("nav_msgs/srv/GetPlan_Response", plan)
  };
  TANDEM_SERVICE("nav_msgs/srv/GetPlan")
};

struct LoadMap {
  struct Request {
    std::string map_url;
    TANDEM_MESSAGE("nav_msgs/srv/LoadMap_Request", map_url)
  };
  struct Response {
    static constexpr std::uint8_t RESULT_SUCCESS = 0;
    static constexpr std::uint8_t RESULT_MAP_DOES_NOT_EXIST = 1;
    static constexpr std::uint8_t RESULT_INVALID_MAP_DATA = 2;
    static constexpr std::uint8_t RESULT_INVALID_MAP_METADATA = 3;
    static constexpr std::uint8_t RESULT_UNDEFINED_FAILURE = 255;

    msg::OccupancyGrid map;
    std::uint8_t result = 0;
    TANDEM_CONSTANTS(RESULT_SUCCESS, RESULT_MAP_DOES_NOT_EXIST, RESULT_INVALID_MAP_DATA,
                     RESULT_INVALID_MAP_METADATA, RESULT_UNDEFINED_FAILURE)
    TANDEM_MESSAGE("nav_msgs/srv/LoadMap_Response", map, result)
  };
  TANDEM_SERVICE("nav_msgs/srv/LoadMap")
};

struct SetMap {
  struct Request {
    msg::OccupancyGrid map;
    geometry_msgs::msg::PoseWithCovarianceStamped initial_pose;
    TANDEM_MESSAGE("nav_msgs/srv/SetMap_Request", map, initial_pose)
  };
  struct Response {
    bool success = false;
    TANDEM_MESSAGE("nav_msgs/srv/SetMap_Response", success)
  };
  TANDEM_SERVICE("nav_msgs/srv/SetMap")
};

}  // namespace tandem::nav_msgs::srv

namespace tandem::nav_msgs {

using Messages =
    TypeList<msg::GridCells, msg::MapMetaData, msg::OccupancyGrid, msg::Odometry, msg::Path>;
using Services = TypeList<srv::GetMap, srv::GetPlan, srv::LoadMap, srv::SetMap>;

}  // namespace tandem::nav_msgs
