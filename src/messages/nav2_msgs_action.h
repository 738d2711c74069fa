// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "messages/builtin_interfaces.h"
#include "messages/geographic_msgs.h"
#include "messages/geometry_msgs.h"
#include "messages/message.h"
#include "messages/nav2_msgs_msg.h"
#include "messages/nav_msgs.h"
#include "messages/std_msgs.h"

// The actions of ROS 2's nav2_msgs, as in Jazzy.
namespace tandem::nav2_msgs::action {

struct AssistedTeleop {
  struct Goal {
    builtin_interfaces::msg::Duration time_allowance;
    TANDEM_MESSAGE("nav2_msgs/action/AssistedTeleop_Goal", time_allowance)
  };
  struct Result {
    static constexpr std::uint16_t NONE = 0;
    static constexpr std::uint16_t UNKNOWN = 730;
    static constexpr std::uint16_t TIMEOUT = 731;
    static constexpr std::uint16_t TF_ERROR = 732;

    builtin_interfaces::msg::Duration total_elapsed_time;
    std::uint16_t error_code = 0;
    std::string error_msg;
    TANDEM_CONSTANTS(NONE, UNKNOWN, TIMEOUT, TF_ERROR)
    TANDEM_MESSAGE("nav2_msgs/action/AssistedTeleop_Result", total_elapsed_time, error_code,
                   error_msg)
  };
  struct Feedback {
    builtin_interfaces::msg::Duration current_teleop_duration;
    TANDEM_MESSAGE("nav2_msgs/action/AssistedTeleop_Feedback", current_teleop_duration)
  };
  TANDEM_ACTION("nav2_msgs/action/AssistedTeleop")
};

struct BackUp {
  struct Goal {
    geometry_msgs::msg::Point target;
    float speed = 0.0F;
    builtin_interfaces::msg::Duration time_allowance;
    TANDEM_MESSAGE("nav2_msgs/action/BackUp_Goal", target, speed, time_allowance)
  };
  struct Result {
    static constexpr std::uint16_t NONE = 0;
    static constexpr std::uint16_t UNKNOWN = 710;
    static constexpr std::uint16_t TIMEOUT = 711;
    static constexpr std::uint16_t TF_ERROR = 712;
    static constexpr std::uint16_t INVALID_INPUT = 713;
    static constexpr std::uint16_t COLLISION_AHEAD = 714;

    builtin_interfaces::msg::Duration total_elapsed_time;
    std::uint16_t error_code = 0;
    std::string error_msg;
    TANDEM_CONSTANTS(NONE, UNKNOWN, TIMEOUT, TF_ERROR, INVALID_INPUT, COLLISION_AHEAD)
    TANDEM_MESSAGE("nav2_msgs/action/BackUp_Result", total_elapsed_time, error_code, error_msg)
  };
  struct Feedback {
    float distance_traveled = 0.0F;
    TANDEM_MESSAGE("nav2_msgs/action/BackUp_Feedback", distance_traveled)
  };
  TANDEM_ACTION("nav2_msgs/action/BackUp")
};

struct ComputeAndTrackRoute {
  struct Goal {
    std::uint16_t start_id = 0;
    geometry_msgs::msg::PoseStamped start;
    std::uint16_t goal_id = 0;
    geometry_msgs::msg::PoseStamped goal;
    bool use_start = false;
    bool use_poses = false;
    TANDEM_MESSAGE("nav2_msgs/action/ComputeAndTrackRoute_Goal", start_id, start, goal_id, goal,
                   use_start, use_poses)
  };
  struct Result {
    static constexpr std::uint16_t NONE = 0;
    static constexpr std::uint16_t UNKNOWN = 400;
    static constexpr std::uint16_t TF_ERROR = 401;
    static constexpr std::uint16_t NO_VALID_GRAPH = 402;
    static constexpr std::uint16_t INDETERMINANT_NODES_ON_GRAPH = 403;
    static constexpr std::uint16_t TIMEOUT = 404;
    static constexpr std::uint16_t NO_VALID_ROUTE = 405;
    static constexpr std::uint16_t OPERATION_FAILED = 406;
    static constexpr std::uint16_t INVALID_EDGE_SCORER_USE = 407;

    builtin_interfaces::msg::Duration execution_duration;
    std::uint16_t error_code = 0;
    TANDEM_CONSTANTS(NONE, UNKNOWN, TF_ERROR, NO_VALID_GRAPH, INDETERMINANT_NODES_ON_GRAPH, TIMEOUT,
                     NO_VALID_ROUTE, OPERATION_FAILED, INVALID_EDGE_SCORER_USE)
    TANDEM_MESSAGE("nav2_msgs/action/ComputeAndTrackRoute_Result", execution_duration, error_code)
  };
  struct Feedback {
    std::uint16_t last_node_id = 0;
    std::uint16_t next_node_id = 0;
    std::uint16_t current_edge_id = 0;
    msg::Route route;
    nav_msgs::msg::Path path;
    std::vector<std::string> operations_triggered;
    bool rerouted = false;
    TANDEM_MESSAGE("nav2_msgs/action/ComputeAndTrackRoute_Feedback", last_node_id, next_node_id,
                   current_edge_id, route, path, operations_triggered, rerouted)
  };
  TANDEM_ACTION("nav2_msgs/action/ComputeAndTrackRoute")
};

struct ComputePathThroughPoses {
  struct Goal {
    std::vector<geometry_msgs::msg::PoseStamped> goals;
    geometry_msgs::msg::PoseStamped start;
    std::string planner_id;
    bool use_start = false;
    TANDEM_MESSAGE("nav2_msgs/action/ComputePathThroughPoses_Goal", goals, start, planner_id,
                   use_start)
  };
  struct Result {
    static constexpr std::uint16_t NONE = 0;
    static constexpr std::uint16_t UNKNOWN = 300;
    static constexpr std::uint16_t INVALID_PLANNER = 301;
    static constexpr std::uint16_t TF_ERROR = 302;
    static constexpr std::uint16_t START_OUTSIDE_MAP = 303;
    static constexpr std::uint16_t GOAL_OUTSIDE_MAP = 304;
    static constexpr std::uint16_t START_OCCUPIED = 305;
    static constexpr std::uint16_t GOAL_OCCUPIED = 306;
    static constexpr std::uint16_t TIMEOUT = 307;
    static constexpr std::uint16_t NO_VALID_PATH = 308;
    static constexpr std::uint16_t NO_VIAPOINTS_GIVEN = 309;

    nav_msgs::msg::Path path;
    builtin_interfaces::msg::Duration planning_time;
    std::uint16_t error_code = 0;
    std::string error_msg;
    TANDEM_CONSTANTS(NONE, UNKNOWN, INVALID_PLANNER, TF_ERROR, START_OUTSIDE_MAP, GOAL_OUTSIDE_MAP,
                     START_OCCUPIED, GOAL_OCCUPIED, TIMEOUT, NO_VALID_PATH, NO_VIAPOINTS_GIVEN)
    TANDEM_MESSAGE("nav2_msgs/action/ComputePathThroughPoses_Result", path, planning_time,
                   error_code, error_msg)
  };
  struct Feedback {
    TANDEM_MESSAGE("nav2_msgs/action/ComputePathThroughPoses_Feedback")
  };
  TANDEM_ACTION("nav2_msgs/action/ComputePathThroughPoses")
};

struct ComputePathToPose {
  struct Goal {
    geometry_msgs::msg::PoseStamped goal;
    geometry_msgs::msg::PoseStamped start;
    std::string planner_id;
    bool use_start = false;
    TANDEM_MESSAGE("nav2_msgs/action/ComputePathToPose_Goal", goal, start, planner_id, use_start)
  };
  struct Result {
    static constexpr std::uint16_t NONE = 0;
    static constexpr std::uint16_t UNKNOWN = 200;
    static constexpr std::uint16_t INVALID_PLANNER = 201;
    static constexpr std::uint16_t TF_ERROR = 202;
    static constexpr std::uint16_t START_OUTSIDE_MAP = 203;
    static constexpr std::uint16_t GOAL_OUTSIDE_MAP = 204;
    static constexpr std::uint16_t START_OCCUPIED = 205;
    static constexpr std::uint16_t GOAL_OCCUPIED = 206;
    static constexpr std::uint16_t TIMEOUT = 207;
    static constexpr std::uint16_t NO_VALID_PATH = 208;

    nav_msgs::msg::Path path;
    builtin_interfaces::msg::Duration planning_time;
    std::uint16_t error_code = 0;
    std::string error_msg;
    TANDEM_CONSTANTS(NONE, UNKNOWN, INVALID_PLANNER, TF_ERROR, START_OUTSIDE_MAP, GOAL_OUTSIDE_MAP,
                     START_OCCUPIED, GOAL_OCCUPIED, TIMEOUT, NO_VALID_PATH)
    TANDEM_MESSAGE("nav2_msgs/action/ComputePathToPose_Result", path, planning_time, error_code,
                   error_msg)
  };
  struct Feedback {
    TANDEM_MESSAGE("nav2_msgs/action/ComputePathToPose_Feedback")
  };
  TANDEM_ACTION("nav2_msgs/action/ComputePathToPose")
};

struct ComputeRoute {
  struct Goal {
    std::uint16_t start_id = 0;
    geometry_msgs::msg::PoseStamped start;
    std::uint16_t goal_id = 0;
    geometry_msgs::msg::PoseStamped goal;
    bool use_start = false;
    bool use_poses = false;
    TANDEM_MESSAGE("nav2_msgs/action/ComputeRoute_Goal", start_id, start, goal_id, goal, use_start,
                   use_poses)
  };
  struct Result {
    static constexpr std::uint16_t NONE = 0;
    static constexpr std::uint16_t UNKNOWN = 400;
    static constexpr std::uint16_t TF_ERROR = 401;
    static constexpr std::uint16_t NO_VALID_GRAPH = 402;
    static constexpr std::uint16_t INDETERMINANT_NODES_ON_GRAPH = 403;
    static constexpr std::uint16_t TIMEOUT = 404;
    static constexpr std::uint16_t NO_VALID_ROUTE = 405;
    static constexpr std::uint16_t INVALID_EDGE_SCORER_USE = 407;

    builtin_interfaces::msg::Duration planning_time;
    nav_msgs::msg::Path path;
    msg::Route route;
    std::uint16_t error_code = 0;
    TANDEM_CONSTANTS(NONE, UNKNOWN, TF_ERROR, NO_VALID_GRAPH, INDETERMINANT_NODES_ON_GRAPH, TIMEOUT,
                     NO_VALID_ROUTE, INVALID_EDGE_SCORER_USE)
    TANDEM_MESSAGE("nav2_msgs/action/ComputeRoute_Result", planning_time, path, route, error_code)
  };
  struct Feedback {
    TANDEM_MESSAGE("nav2_msgs/action/ComputeRoute_Feedback")
  };
  TANDEM_ACTION("nav2_msgs/action/ComputeRoute")
};

struct DockRobot {
  struct Goal {
    bool use_dock_id = true;
    std::string dock_id;
    geometry_msgs::msg::PoseStamped dock_pose;
    std::string dock_type;
    float max_staging_time = 1000.0F;
    bool navigate_to_staging_pose = true;
    TANDEM_MESSAGE("nav2_msgs/action/DockRobot_Goal", use_dock_id, dock_id, dock_pose, dock_type,
                   max_staging_time, navigate_to_staging_pose)
  };
  struct Result {
    static constexpr std::uint16_t NONE = 0;
    static constexpr std::uint16_t DOCK_NOT_IN_DB = 901;
    static constexpr std::uint16_t DOCK_NOT_VALID = 902;
    static constexpr std::uint16_t FAILED_TO_STAGE = 903;
    static constexpr std::uint16_t FAILED_TO_DETECT_DOCK = 904;
    static constexpr std::uint16_t FAILED_TO_CONTROL = 905;
    static constexpr std::uint16_t FAILED_TO_CHARGE = 906;
    static constexpr std::uint16_t UNKNOWN = 999;

    bool success = true;
    std::uint16_t error_code = 0;
    std::uint16_t num_retries = 0;
    std::string error_msg;
    TANDEM_CONSTANTS(NONE, DOCK_NOT_IN_DB, DOCK_NOT_VALID, FAILED_TO_STAGE, FAILED_TO_DETECT_DOCK,
                     FAILED_TO_CONTROL, FAILED_TO_CHARGE, UNKNOWN)
    TANDEM_MESSAGE("nav2_msgs/action/DockRobot_Result", success, error_code, num_retries, error_msg)
  };
  struct Feedback {
    static constexpr std::uint16_t NONE = 0;
    static constexpr std::uint16_t NAV_TO_STAGING_POSE = 1;
    static constexpr std::uint16_t INITIAL_PERCEPTION = 2;
    static constexpr std::uint16_t CONTROLLING = 3;
    static constexpr std::uint16_t WAIT_FOR_CHARGE = 4;
    static constexpr std::uint16_t RETRY = 5;

    std::uint16_t state = 0;
    builtin_interfaces::msg::Duration docking_time;
    std::uint16_t num_retries = 0;
    TANDEM_CONSTANTS(NONE, NAV_TO_STAGING_POSE, INITIAL_PERCEPTION, CONTROLLING, WAIT_FOR_CHARGE,
                     RETRY)
    TANDEM_MESSAGE("nav2_msgs/action/DockRobot_Feedback", state, docking_time, num_retries)
  };
  TANDEM_ACTION("nav2_msgs/action/DockRobot")
};

struct DriveOnHeading {
  struct Goal {
    geometry_msgs::msg::Point target;
    float speed = 0.0F;
    builtin_interfaces::msg::Duration time_allowance;
    TANDEM_MESSAGE("nav2_msgs/action/DriveOnHeading_Goal", target, speed, time_allowance)
  };
  struct Result {
    static constexpr std::uint16_t NONE = 0;
    static constexpr std::uint16_t UNKNOWN = 720;
    static constexpr std::uint16_t TIMEOUT = 721;
    static constexpr std::uint16_t TF_ERROR = 722;
    static constexpr std::uint16_t COLLISION_AHEAD = 723;
    static constexpr std::uint16_t INVALID_INPUT = 724;

    builtin_interfaces::msg::Duration total_elapsed_time;
    std::uint16_t error_code = 0;
    std::string error_msg;
    TANDEM_CONSTANTS(NONE, UNKNOWN, TIMEOUT, TF_ERROR, COLLISION_AHEAD, INVALID_INPUT)
    TANDEM_MESSAGE("nav2_msgs/action/DriveOnHeading_Result", total_elapsed_time, error_code,
                   error_msg)
  };
  struct Feedback {
    float distance_traveled = 0.0F;
    TANDEM_MESSAGE("nav2_msgs/action/DriveOnHeading_Feedback", distance_traveled)
  };
  TANDEM_ACTION("nav2_msgs/action/DriveOnHeading")
};

struct DummyBehavior {
  struct Goal {
    std_msgs::msg::String command;
    TANDEM_MESSAGE("nav2_msgs/action/DummyBehavior_Goal", command)
  };
  struct Result {
    builtin_interfaces::msg::Duration total_elapsed_time;
    std::uint16_t error_code = 0;
    std::string error_msg;
    TANDEM_MESSAGE("nav2_msgs/action/DummyBehavior_Result", total_elapsed_time, error_code,
                   error_msg)
  };
  struct Feedback {
    TANDEM_MESSAGE("nav2_msgs/action/DummyBehavior_Feedback")
  };
  TANDEM_ACTION("nav2_msgs/action/DummyBehavior")
};

struct FollowGPSWaypoints {
  struct Goal {
    std::uint32_t number_of_loops = 0;
    std::uint32_t goal_index = 0;
    std::vector<geographic_msgs::msg::GeoPose> gps_poses;
    TANDEM_MESSAGE("nav2_msgs/action/FollowGPSWaypoints_Goal", number_of_loops, goal_index,
                   gps_poses)
  };
  struct Result {
    static constexpr std::uint16_t NONE = 0;
    static constexpr std::uint16_t UNKNOWN = 600;
    static constexpr std::uint16_t TASK_EXECUTOR_FAILED = 601;

    std::vector<msg::MissedWaypoint> missed_waypoints;
    std::int16_t error_code = 0;
    std::string error_msg;
    TANDEM_CONSTANTS(NONE, UNKNOWN, TASK_EXECUTOR_FAILED)
    TANDEM_MESSAGE("nav2_msgs/action/FollowGPSWaypoints_Result", missed_waypoints, error_code,
                   error_msg)
  };
  struct Feedback {
    std::uint32_t current_waypoint = 0;
    TANDEM_MESSAGE("nav2_msgs/action/FollowGPSWaypoints_Feedback", current_waypoint)
  };
  TANDEM_ACTION("nav2_msgs/action/FollowGPSWaypoints")
};

struct FollowObject {
  struct Goal {
    std::string pose_topic;
    std::string tracked_frame;
    builtin_interfaces::msg::Duration max_duration;
    TANDEM_MESSAGE("nav2_msgs/action/FollowObject_Goal", pose_topic, tracked_frame, max_duration)
  };
  struct Result {
    static constexpr std::uint16_t NONE = 0;
    static constexpr std::uint16_t TF_ERROR = 901;
    static constexpr std::uint16_t FAILED_TO_DETECT_OBJECT = 902;
    static constexpr std::uint16_t FAILED_TO_CONTROL = 903;
    static constexpr std::uint16_t TIMEOUT = 904;
    static constexpr std::uint16_t UNKNOWN = 999;

    builtin_interfaces::msg::Duration total_elapsed_time;
    std::uint16_t error_code = 0;
    std::uint16_t num_retries = 0;
    std::string error_msg;
    TANDEM_CONSTANTS(NONE, TF_ERROR, FAILED_TO_DETECT_OBJECT, FAILED_TO_CONTROL, TIMEOUT, UNKNOWN)
    TANDEM_MESSAGE("nav2_msgs/action/FollowObject_Result", total_elapsed_time, error_code,
                   num_retries, error_msg)
  };
  struct Feedback {
    static constexpr std::uint16_t NONE = 0;
    static constexpr std::uint16_t INITIAL_PERCEPTION = 1;
    static constexpr std::uint16_t CONTROLLING = 2;
    static constexpr std::uint16_t STOPPING = 3;
    static constexpr std::uint16_t RETRY = 4;

    std::uint16_t state = 0;
    builtin_interfaces::msg::Duration following_time;
    std::uint16_t num_retries = 0;
    TANDEM_CONSTANTS(NONE, INITIAL_PERCEPTION, CONTROLLING, STOPPING, RETRY)
    TANDEM_MESSAGE("nav2_msgs/action/FollowObject_Feedback", state, following_time, num_retries)
  };
  TANDEM_ACTION("nav2_msgs/action/FollowObject")
};

struct FollowPath {
  struct Goal {
    nav_msgs::msg::Path path;
    std::string controller_id;
    std::string goal_checker_id;
    std::string progress_checker_id;
    TANDEM_MESSAGE("nav2_msgs/action/FollowPath_Goal", path, controller_id, goal_checker_id,
                   progress_checker_id)
  };
  struct Result {
    static constexpr std::uint16_t NONE = 0;
    static constexpr std::uint16_t UNKNOWN = 100;
    static constexpr std::uint16_t INVALID_CONTROLLER = 101;
    static constexpr std::uint16_t TF_ERROR = 102;
    static constexpr std::uint16_t INVALID_PATH = 103;
    static constexpr std::uint16_t PATIENCE_EXCEEDED = 104;
    static constexpr std::uint16_t FAILED_TO_MAKE_PROGRESS = 105;
    static constexpr std::uint16_t NO_VALID_CONTROL = 106;
    static constexpr std::uint16_t CONTROLLER_TIMED_OUT = 107;

    std_msgs::msg::Empty result;
    std::uint16_t error_code = 0;
    std::string error_msg;
    TANDEM_CONSTANTS(NONE, UNKNOWN, INVALID_CONTROLLER, TF_ERROR, INVALID_PATH, PATIENCE_EXCEEDED,
                     FAILED_TO_MAKE_PROGRESS, NO_VALID_CONTROL, CONTROLLER_TIMED_OUT)
    TANDEM_MESSAGE("nav2_msgs/action/FollowPath_Result", result, error_code, error_msg)
  };
  struct Feedback {
    float distance_to_goal = 0.0F;
    float speed = 0.0F;
    TANDEM_MESSAGE("nav2_msgs/action/FollowPath_Feedback", distance_to_goal, speed)
  };
  TANDEM_ACTION("nav2_msgs/action/FollowPath")
};

struct FollowWaypoints {
  struct Goal {
    std::uint32_t number_of_loops = 0;
    std::uint32_t goal_index = 0;
    std::vector<geometry_msgs::msg::PoseStamped> poses;
    TANDEM_MESSAGE("nav2_msgs/action/FollowWaypoints_Goal", number_of_loops, goal_index, poses)
  };
  struct Result {
    static constexpr std::uint16_t NONE = 0;
    static constexpr std::uint16_t UNKNOWN = 600;
    static constexpr std::uint16_t TASK_EXECUTOR_FAILED = 601;

    std::vector<msg::MissedWaypoint> missed_waypoints;
    std::uint16_t error_code = 0;
    std::string error_msg;
    TANDEM_CONSTANTS(NONE, UNKNOWN, TASK_EXECUTOR_FAILED)
    TANDEM_MESSAGE("nav2_msgs/action/FollowWaypoints_Result", missed_waypoints, error_code,
                   error_msg)
  };
  struct Feedback {
    std::uint32_t current_waypoint = 0;
    TANDEM_MESSAGE("nav2_msgs/action/FollowWaypoints_Feedback", current_waypoint)
  };
  TANDEM_ACTION("nav2_msgs/action/FollowWaypoints")
};

struct NavigateThroughPoses {
  struct Goal {
    std::vector<geometry_msgs::msg::PoseStamped> poses;
    std::string behavior_tree;
    TANDEM_MESSAGE("nav2_msgs/action/NavigateThroughPoses_Goal", poses, behavior_tree)
  };
  struct Result {
    static constexpr std::uint16_t NONE = 0;

    std::uint16_t error_code = 0;
    std::string error_msg;
    TANDEM_CONSTANTS(NONE)
    TANDEM_MESSAGE("nav2_msgs/action/NavigateThroughPoses_Result", error_code, error_msg)
  };
  struct Feedback {
    geometry_msgs::msg::PoseStamped current_pose;
    builtin_interfaces::msg::Duration navigation_time;
    builtin_interfaces::msg::Duration estimated_time_remaining;
    std::int16_t number_of_recoveries = 0;
    float distance_remaining = 0.0F;
    std::int16_t number_of_poses_remaining = 0;
    TANDEM_MESSAGE("nav2_msgs/action/NavigateThroughPoses_Feedback", current_pose, navigation_time,
                   estimated_time_remaining, number_of_recoveries, distance_remaining,
                   number_of_poses_remaining)
  };
  TANDEM_ACTION("nav2_msgs/action/NavigateThroughPoses")
};

struct NavigateToPose {
  struct Goal {
    geometry_msgs::msg::PoseStamped pose;
    std::string behavior_tree;
    TANDEM_MESSAGE("nav2_msgs/action/NavigateToPose_Goal", pose, behavior_tree)
  };
  struct Result {
    static constexpr std::uint16_t NONE = 0;

    std::uint16_t error_code = 0;
    std::string error_msg;
    TANDEM_CONSTANTS(NONE)
    TANDEM_MESSAGE("nav2_msgs/action/NavigateToPose_Result", error_code, error_msg)
  };
  struct Feedback {
    geometry_msgs::msg::PoseStamped current_pose;
    builtin_interfaces::msg::Duration navigation_time;
    builtin_interfaces::msg::Duration estimated_time_remaining;
    std::int16_t number_of_recoveries = 0;
    float distance_remaining = 0.0F;
    TANDEM_MESSAGE("nav2_msgs/action/NavigateToPose_Feedback", current_pose, navigation_time,
                   estimated_time_remaining, number_of_recoveries, distance_remaining)
  };
  TANDEM_ACTION("nav2_msgs/action/NavigateToPose")
};

struct SmoothPath {
  struct Goal {
    nav_msgs::msg::Path path;
    std::string smoother_id;
    builtin_interfaces::msg::Duration max_smoothing_duration;
    bool check_for_collisions = false;
    TANDEM_MESSAGE("nav2_msgs/action/SmoothPath_Goal", path, smoother_id, max_smoothing_duration,
                   check_for_collisions)
  };
  struct Result {
    static constexpr std::uint16_t NONE = 0;
    static constexpr std::uint16_t UNKNOWN = 500;
    static constexpr std::uint16_t INVALID_SMOOTHER = 501;
    static constexpr std::uint16_t TIMEOUT = 502;
    static constexpr std::uint16_t SMOOTHED_PATH_IN_COLLISION = 503;
    static constexpr std::uint16_t FAILED_TO_SMOOTH_PATH = 504;
    static constexpr std::uint16_t INVALID_PATH = 505;

    nav_msgs::msg::Path path;
    builtin_interfaces::msg::Duration smoothing_duration;
    bool was_completed = false;
    std::uint16_t error_code = 0;
    std::string error_msg;
    TANDEM_CONSTANTS(NONE, UNKNOWN, INVALID_SMOOTHER, TIMEOUT, SMOOTHED_PATH_IN_COLLISION,
                     FAILED_TO_SMOOTH_PATH, INVALID_PATH)
    TANDEM_MESSAGE("nav2_msgs/action/SmoothPath_Result", path, smoothing_duration, was_completed,
                   error_code, error_msg)
  };
  struct Feedback {
    TANDEM_MESSAGE("nav2_msgs/action/SmoothPath_Feedback")
  };
  TANDEM_ACTION("nav2_msgs/action/SmoothPath")
};

struct Spin {
  struct Goal {
    float target_yaw = 0.0F;
    builtin_interfaces::msg::Duration time_allowance;
    TANDEM_MESSAGE("nav2_msgs/action/Spin_Goal", target_yaw, time_allowance)
  };
  struct Result {
    static constexpr std::uint16_t NONE = 0;
    static constexpr std::uint16_t UNKNOWN = 700;
    static constexpr std::uint16_t TIMEOUT = 701;
    static constexpr std::uint16_t TF_ERROR = 702;
    static constexpr std::uint16_t COLLISION_AHEAD = 703;

    builtin_interfaces::msg::Duration total_elapsed_time;
    std::uint16_t error_code = 0;
    std::string error_msg;
    TANDEM_CONSTANTS(NONE, UNKNOWN, TIMEOUT, TF_ERROR, COLLISION_AHEAD)
    TANDEM_MESSAGE("nav2_msgs/action/Spin_Result", total_elapsed_time, error_code, error_msg)
  };
  struct Feedback {
    float angular_distance_traveled = 0.0F;
    TANDEM_MESSAGE("nav2_msgs/action/Spin_Feedback", angular_distance_traveled)
  };
  TANDEM_ACTION("nav2_msgs/action/Spin")
};

struct UndockRobot {
  struct Goal {
    std::string dock_type;
    float max_undocking_time = 30.0F;
    TANDEM_MESSAGE("nav2_msgs/action/UndockRobot_Goal", dock_type, max_undocking_time)
  };
  struct Result {
    static constexpr std::uint16_t NONE = 0;
    static constexpr std::uint16_t DOCK_NOT_VALID = 902;
    static constexpr std::uint16_t FAILED_TO_CONTROL = 905;
    static constexpr std::uint16_t UNKNOWN = 999;

    bool success = true;
    std::uint16_t error_code = 0;
    std::string error_msg;
    TANDEM_CONSTANTS(NONE, DOCK_NOT_VALID, FAILED_TO_CONTROL, UNKNOWN)
    TANDEM_MESSAGE("nav2_msgs/action/UndockRobot_Result", success, error_code, error_msg)
  };
  struct Feedback {
    TANDEM_MESSAGE("nav2_msgs/action/UndockRobot_Feedback")
  };
  TANDEM_ACTION("nav2_msgs/action/UndockRobot")
};

struct Wait {
  struct Goal {
    builtin_interfaces::msg::Duration time;
    TANDEM_MESSAGE("nav2_msgs/action/Wait_Goal", time)
  };
  struct Result {
    builtin_interfaces::msg::Duration total_elapsed_time;
    std::uint16_t error_code = 0;
    std::string error_msg;
    TANDEM_MESSAGE("nav2_msgs/action/Wait_Result", total_elapsed_time, error_code, error_msg)
  };
  struct Feedback {
    builtin_interfaces::msg::Duration time_left;
    TANDEM_MESSAGE("nav2_msgs/action/Wait_Feedback", time_left)
  };
  TANDEM_ACTION("nav2_msgs/action/Wait")
};

}  // namespace tandem::nav2_msgs::action

namespace tandem::nav2_msgs {

using Actions =
    TypeList<action::AssistedTeleop, action::BackUp, action::ComputeAndTrackRoute,
             action::ComputePathThroughPoses, action::ComputePathToPose, action::ComputeRoute,
             action::DockRobot, action::DriveOnHeading, action::DummyBehavior,
             action::FollowGPSWaypoints, action::FollowObject, action::FollowPath,
             action::FollowWaypoints, action::NavigateThroughPoses, action::NavigateToPose,
             action::SmoothPath, action::Spin, action::UndockRobot, action::Wait>;

}  // namespace tandem::nav2_msgs
