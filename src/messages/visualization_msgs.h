// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "messages/builtin_interfaces.h"
#include "messages/geometry_msgs.h"
#include "messages/message.h"
#include "messages/sensor_msgs.h"
#include "messages/std_msgs.h"

// ROS 2's visualization_msgs, as in Jazzy.
namespace tandem::visualization_msgs::msg {

struct ImageMarker {
  static constexpr std::int32_t CIRCLE = 0;
  static constexpr std::int32_t LINE_STRIP = 1;
  static constexpr std::int32_t LINE_LIST = 2;
  static constexpr std::int32_t POLYGON = 3;
  static constexpr std::int32_t POINTS = 4;
  static constexpr std::int32_t ADD = 0;
  static constexpr std::int32_t REMOVE = 1;

  std_msgs::msg::Header header;
  std::string ns;
  std::int32_t id = 0;
  std::int32_t type = 0;
  std::int32_t action = 0;
  geometry_msgs::msg::Point position;
  float scale = 0.0F;
  std_msgs::msg::ColorRGBA outline_color;
  std::uint8_t filled = 0;
  std_msgs::msg::ColorRGBA fill_color;
  builtin_interfaces::msg::Duration lifetime;
  std::vector<geometry_msgs::msg::Point> points;
  std::vector<std_msgs::msg::ColorRGBA> outline_colors;
  TANDEM_CONSTANTS(CIRCLE, LINE_STRIP, LINE_LIST, POLYGON, POINTS, ADD, REMOVE)
  TANDEM_MESSAGE("visualization_msgs/msg/ImageMarker", header, ns, id, type, action, position,
                 scale, outline_color, filled, fill_color, lifetime, points, outline_colors)
};

struct MeshFile {
  std::string filename;
  std::vector<std::uint8_t> data;
  TANDEM_MESSAGE("visualization_msgs/msg/MeshFile", filename, data)
};

struct UVCoordinate {
  float u = 0.0F;
  float v = 0.0F;
  TANDEM_MESSAGE("visualization_msgs/msg/UVCoordinate", u, v)
};

struct Marker {
  static constexpr std::int32_t ARROW = 0;
  static constexpr std::int32_t CUBE = 1;
  static constexpr std::int32_t SPHERE = 2;
  static constexpr std::int32_t CYLINDER = 3;
  static constexpr std::int32_t LINE_STRIP = 4;
  static constexpr std::int32_t LINE_LIST = 5;
  static constexpr std::int32_t CUBE_LIST = 6;
  static constexpr std::int32_t SPHERE_LIST = 7;
  static constexpr std::int32_t POINTS = 8;
  static constexpr std::int32_t TEXT_VIEW_FACING = 9;
  static constexpr std::int32_t MESH_RESOURCE = 10;
  static constexpr std::int32_t TRIANGLE_LIST = 11;
  static constexpr std::int32_t ARROW_STRIP = 12;
  static constexpr std::int32_t ADD = 0;
  static constexpr std::int32_t MODIFY = 0;
  static constexpr std::int32_t DELETE = 2;
  static constexpr std::int32_t DELETEALL = 3;

  std_msgs::msg::Header header;
  std::string ns;
  std::int32_t id = 0;
  std::int32_t type = 0;
  std::int32_t action = 0;
  geometry_msgs::msg::Pose pose;
  geometry_msgs::msg::Vector3 scale;
  std_msgs::msg::ColorRGBA color;
  builtin_interfaces::msg::Duration lifetime;
  bool frame_locked = false;
  std::vector<geometry_msgs::msg::Point> points;
  std::vector<std_msgs::msg::ColorRGBA> colors;
  std::string texture_resource;
  sensor_msgs::msg::CompressedImage texture;
  std::vector<UVCoordinate> uv_coordinates;
  std::string text;
  std::string mesh_resource;
  MeshFile mesh_file;
  bool mesh_use_embedded_materials = false;
  TANDEM_CONSTANTS(ARROW, CUBE, SPHERE, CYLINDER, LINE_STRIP, LINE_LIST, CUBE_LIST, SPHERE_LIST,
                   POINTS, TEXT_VIEW_FACING, MESH_RESOURCE, TRIANGLE_LIST, ARROW_STRIP, ADD, MODIFY,
                   DELETE, DELETEALL)
  TANDEM_MESSAGE("visualization_msgs/msg/Marker", header, ns, id, type, action, pose, scale, color,
                 lifetime, frame_locked, points, colors, texture_resource, texture, uv_coordinates,
                 text, mesh_resource, mesh_file, mesh_use_embedded_materials)
};

struct InteractiveMarkerControl {
  static constexpr std::uint8_t INHERIT = 0;
  static constexpr std::uint8_t FIXED = 1;
  static constexpr std::uint8_t VIEW_FACING = 2;
  static constexpr std::uint8_t NONE = 0;
  static constexpr std::uint8_t MENU = 1;
  static constexpr std::uint8_t BUTTON = 2;
  static constexpr std::uint8_t MOVE_AXIS = 3;
  static constexpr std::uint8_t MOVE_PLANE = 4;
  static constexpr std::uint8_t ROTATE_AXIS = 5;
  static constexpr std::uint8_t MOVE_ROTATE = 6;
  static constexpr std::uint8_t MOVE_3D = 7;
  static constexpr std::uint8_t ROTATE_3D = 8;
  static constexpr std::uint8_t MOVE_ROTATE_3D = 9;

  std::string name;
  geometry_msgs::msg::Quaternion orientation;
  std::uint8_t orientation_mode = 0;
  std::uint8_t interaction_mode = 0;
  bool always_visible = false;
  std::vector<Marker> markers;
  bool independent_marker_orientation = false;
  std::string description;
  TANDEM_CONSTANTS(INHERIT, FIXED, VIEW_FACING, NONE, MENU, BUTTON, MOVE_AXIS, MOVE_PLANE,
                   ROTATE_AXIS, MOVE_ROTATE, MOVE_3D, ROTATE_3D, MOVE_ROTATE_3D)
  TANDEM_MESSAGE("visualization_msgs/msg/InteractiveMarkerControl", name, orientation,
                 orientation_mode, interaction_mode, always_visible, markers,
                 independent_marker_orientation, description)
};

struct MenuEntry {
  static constexpr std::uint8_t FEEDBACK = 0;
  static constexpr std::uint8_t ROSRUN = 1;
  static constexpr std::uint8_t ROSLAUNCH = 2;

  std::uint32_t id = 0;
  std::uint32_t parent_id = 0;
  std::string title;
  std::string command;
  std::uint8_t command_type = 0;
  TANDEM_CONSTANTS(FEEDBACK, ROSRUN, ROSLAUNCH)
  TANDEM_MESSAGE("visualization_msgs/msg/MenuEntry", id, parent_id, title, command, command_type)
};

struct InteractiveMarker {
  std_msgs::msg::Header header;
  geometry_msgs::msg::Pose pose;
  std::string name;
  std::string description;
  float scale = 0.0F;
  std::vector<MenuEntry> menu_entries;
  std::vector<InteractiveMarkerControl> controls;
  TANDEM_MESSAGE("visualization_msgs/msg/InteractiveMarker", header, pose, name, description, scale,
                 menu_entries, controls)
};

struct InteractiveMarkerFeedback {
  static constexpr std::uint8_t KEEP_ALIVE = 0;
  static constexpr std::uint8_t POSE_UPDATE = 1;
  static constexpr std::uint8_t MENU_SELECT = 2;
  static constexpr std::uint8_t BUTTON_CLICK = 3;
  static constexpr std::uint8_t MOUSE_DOWN = 4;
  static constexpr std::uint8_t MOUSE_UP = 5;

  std_msgs::msg::Header header;
  std::string client_id;
  std::string marker_name;
  std::string control_name;
  std::uint8_t event_type = 0;
  geometry_msgs::msg::Pose pose;
  std::uint32_t menu_entry_id = 0;
  geometry_msgs::msg::Point mouse_point;
  bool mouse_point_valid = false;
  TANDEM_CONSTANTS(KEEP_ALIVE, POSE_UPDATE, MENU_SELECT, BUTTON_CLICK, MOUSE_DOWN, MOUSE_UP)
  TANDEM_MESSAGE("visualization_msgs/msg/InteractiveMarkerFeedback", header, client_id, marker_name,
                 control_name, event_type, pose, menu_entry_id, mouse_point, mouse_point_valid)
};

struct InteractiveMarkerInit {
  std::string server_id;
  std::uint64_t seq_num = 0;
  std::vector<InteractiveMarker> markers;
  TANDEM_MESSAGE("visualization_msgs/msg/InteractiveMarkerInit", server_id, seq_num, markers)
};

struct InteractiveMarkerPose {
  std_msgs::msg::Header header;
  geometry_msgs::msg::Pose pose;
  std::string name;
  TANDEM_MESSAGE("visualization_msgs/msg/InteractiveMarkerPose", header, pose, name)
};

struct InteractiveMarkerUpdate {
  static constexpr std::uint8_t KEEP_ALIVE = 0;
  static constexpr std::uint8_t UPDATE = 1;

  std::string server_id;
  std::uint64_t seq_num = 0;
  std::uint8_t type = 0;
  std::vector<InteractiveMarker> markers;
  std::vector<InteractiveMarkerPose> poses;
  std::vector<std::string> erases;
  TANDEM_CONSTANTS(KEEP_ALIVE, UPDATE)
  TANDEM_MESSAGE("visualization_msgs/msg/InteractiveMarkerUpdate", server_id, seq_num, type,
                 markers, poses, erases)
};

struct MarkerArray {
  std::vector<Marker> markers;
  TANDEM_MESSAGE("visualization_msgs/msg/MarkerArray", markers)
};

}  // namespace tandem::visualization_msgs::msg

namespace tandem::visualization_msgs::srv {

struct GetInteractiveMarkers {
  struct Request {
    TANDEM_MESSAGE("visualization_msgs/srv/GetInteractiveMarkers_Request")
  };
  struct Response {
    std::uint64_t sequence_number = 0;
    std::vector<msg::InteractiveMarker> markers;
    TANDEM_MESSAGE("visualization_msgs/srv/GetInteractiveMarkers_Response", sequence_number,
                   markers)
  };
  TANDEM_SERVICE("visualization_msgs/srv/GetInteractiveMarkers")
};

}  // namespace tandem::visualization_msgs::srv

namespace tandem::visualization_msgs {

using Messages = TypeList<msg::ImageMarker, msg::InteractiveMarker, msg::InteractiveMarkerControl,
                          msg::InteractiveMarkerFeedback, msg::InteractiveMarkerInit,
                          msg::InteractiveMarkerPose, msg::InteractiveMarkerUpdate, msg::Marker,
                          msg::MarkerArray, msg::MenuEntry, msg::MeshFile, msg::UVCoordinate>;
using Services = TypeList<srv::GetInteractiveMarkers>;

}  // namespace tandem::visualization_msgs
