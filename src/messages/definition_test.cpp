// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#include "messages/definition.h"

#include <gtest/gtest.h>

#include "messages/geometry_msgs.h"
#include "messages/sensor_msgs.h"
#include "messages/shape_msgs.h"
#include "messages/std_srvs.h"

namespace tandem {
namespace {

TEST(Definition, HasConstantsFieldsAndDefaults) {
  EXPECT_EQ(definition(describe<sensor_msgs::msg::NavSatStatus>()),
            "int8 STATUS_UNKNOWN=-2\n"
            "int8 STATUS_NO_FIX=-1\n"
            "int8 STATUS_FIX=0\n"
            "int8 STATUS_SBAS_FIX=1\n"
            "int8 STATUS_GBAS_FIX=2\n"
            "uint16 SERVICE_UNKNOWN=0\n"
            "uint16 SERVICE_GPS=1\n"
            "uint16 SERVICE_GLONASS=2\n"
            "uint16 SERVICE_COMPASS=4\n"
            "uint16 SERVICE_GALILEO=8\n"
            "int8 status -2\n"
            "uint16 service\n");
  EXPECT_EQ(definition(describe<std_srvs::srv::Trigger::Request>()), "");
}

TEST(Definition, ExpandsNestedMessages) {
  EXPECT_EQ(expanded_definition(describe<geometry_msgs::msg::Pose>()),
            "geometry_msgs/Point position\n"
            "\tfloat64 x\n"
            "\tfloat64 y\n"
            "\tfloat64 z\n"
            "geometry_msgs/Quaternion orientation\n"
            "\tfloat64 x\n"
            "\tfloat64 y\n"
            "\tfloat64 z\n"
            "\tfloat64 w 1.0\n");
}

TEST(Definition, IsFollowedByThoseItRefersTo) {
  const std::string line(80, '=');
  EXPECT_EQ(full_definition(describe<shape_msgs::msg::Mesh>()),
            "shape_msgs/MeshTriangle[] triangles\n"
            "geometry_msgs/Point[] vertices\n" +
                line +
                "\nMSG: geometry_msgs/Point\n"
                "float64 x\n"
                "float64 y\n"
                "float64 z\n" +
                line +
                "\nMSG: shape_msgs/MeshTriangle\n"
                "uint32[3] vertex_indices\n");
}

}  // namespace
}  // namespace tandem
