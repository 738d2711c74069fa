// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#include "messages/type_name.h"

#include <gtest/gtest.h>

namespace tandem {
namespace {

TEST(TypeName, HasRos2sFormInDds) {
  EXPECT_EQ(dds_type_name("geometry_msgs/msg/Twist"), "geometry_msgs::msg::dds_::Twist_");
  EXPECT_EQ(dds_type_name("std_srvs/srv/Trigger_Request"), "std_srvs::srv::dds_::Trigger_Request_");
  EXPECT_EQ(ros_type_name("geometry_msgs::msg::dds_::Twist_"), "geometry_msgs/msg/Twist");
}

TEST(TypeName, OfOtherFormStaysAsItIs) {
  for (const char* name :
       {"", "HelloWorld", "a::b", "geometry_msgs::msg::dds_::Twist", "::dds_::", "dds_::A_"})
    EXPECT_EQ(ros_type_name(name), name);
}

}  // namespace
}  // namespace tandem
