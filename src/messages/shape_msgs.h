// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "messages/geometry_msgs.h"
#include "messages/message.h"

// ROS 2's shape_msgs, as in Jazzy.
namespace tandem::shape_msgs::msg {

struct MeshTriangle {
  std::array<std::uint32_t, 3> vertex_indices{};
  TANDEM_MESSAGE("shape_msgs/msg/MeshTriangle", vertex_indices)
};

struct Mesh {
  std::vector<MeshTriangle> triangles;
  std::vector<geometry_msgs::msg::Point> vertices;
  TANDEM_MESSAGE("shape_msgs/msg/Mesh", triangles, vertices)
};

struct Plane {
  std::array<double, 4> coef{};
  TANDEM_MESSAGE("shape_msgs/msg/Plane", coef)
};

struct SolidPrimitive {
  static constexpr std::uint8_t BOX = 1;
  static constexpr std::uint8_t SPHERE = 2;
  static constexpr std::uint8_t CYLINDER = 3;
  static constexpr std::uint8_t CONE = 4;
  static constexpr std::uint8_t PRISM = 5;
  static constexpr std::uint8_t BOX_X = 0;
  static constexpr std::uint8_t BOX_Y = 1;
  static constexpr std::uint8_t BOX_Z = 2;
  static constexpr std::uint8_t SPHERE_RADIUS = 0;
  static constexpr std::uint8_t CYLINDER_HEIGHT = 0;
  static constexpr std::uint8_t CYLINDER_RADIUS = 1;
  static constexpr std::uint8_t CONE_HEIGHT = 0;
  static constexpr std::uint8_t CONE_RADIUS = 1;
  static constexpr std::uint8_t PRISM_HEIGHT = 0;

  std::uint8_t type = 0;
  BoundedVector<double, 3> dimensions;
  geometry_msgs::msg::Polygon polygon;
  TANDEM_CONSTANTS(BOX, SPHERE, CYLINDER, CONE, PRISM, BOX_X, BOX_Y, BOX_Z, SPHERE_RADIUS,
                   CYLINDER_HEIGHT, CYLINDER_RADIUS, CONE_HEIGHT, CONE_RADIUS, PRISM_HEIGHT)
  TANDEM_MESSAGE("shape_msgs/msg/SolidPrimitive", type, dimensions, polygon)
};

}  // namespace tandem::shape_msgs::msg

namespace tandem::shape_msgs {

using Messages = TypeList<msg::Mesh, msg::MeshTriangle, msg::Plane, msg::SolidPrimitive>;

}  // namespace tandem::shape_msgs
