// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#include "messages/registry.h"

#include <gtest/gtest.h>

#include <fstream>
#include <map>

#include "messages/type_name.h"
#include "test_places.h"

namespace tandem {
namespace {

// name -> hash, as ROS 2 Jazzy says
std::map<std::string, std::string> golden_hashes(const std::string& name) {
  std::map<std::string, std::string> hashes;
  std::ifstream file(source_folder() / "interfaces/golden/cdr" / name);
  for (std::string type, hash; file >> type >> hash;) hashes[type] = hash;
  return hashes;
}

TEST(Registry, HashesOfAllMessagesAreRos2s) {
  const auto hashes = golden_hashes("type_hashes.tsv");
  ASSERT_EQ(hashes.size(), 585);
  for (const auto& [dds_name, hash] : hashes) {
    const MessageType* type = find_message_type(ros_type_name(dds_name));
    ASSERT_NE(type, nullptr) << dds_name;
    EXPECT_EQ(type->hash(), hash) << dds_name;
    EXPECT_EQ(dds_type_name(type->name), dds_name);
  }
}

TEST(Registry, HashesOfAllServicesAndActionsAreRos2s) {
  const auto hashes = golden_hashes("type_hashes_containers.tsv");
  ASSERT_EQ(hashes.size(), 125);
  for (const auto& [name, hash] : hashes) {
    const ServiceType* service = find_service_type(name);
    const ActionType* action = find_action_type(name);
    ASSERT_TRUE(service != nullptr || action != nullptr) << name;
    EXPECT_EQ(service != nullptr ? service->hash() : action->hash(), hash) << name;
  }
}

TEST(Registry, HashesOfPartsOfPackagesAreRos2s) {
  // as rosidl writes them into the generated code of vision_msgs in Jazzy
  ASSERT_NE(find_message_type("vision_msgs/LabelInfo"), nullptr);
  EXPECT_EQ(find_message_type("vision_msgs/LabelInfo")->hash(),
            "RIHS01_3d37df4015cdf660cc851c51897f2acd957e1ca6205ba0a99aebffb9406b0783");
  EXPECT_EQ(find_message_type("vision_msgs/VisionClass")->hash(),
            "RIHS01_1e4a11f0fed50b5623cb8ff26ca0e37952a48a9c074d16f804b44e9164c2037a");
}

TEST(Registry, FindsTypesByTheirShortName) {
  ASSERT_NE(find_message_type("geometry_msgs/Twist"), nullptr);
  EXPECT_EQ(find_message_type("geometry_msgs/Twist")->name, "geometry_msgs/msg/Twist");
  ASSERT_NE(find_service_type("std_srvs/Trigger"), nullptr);
  EXPECT_EQ(find_service_type("std_srvs/Trigger")->request.name, "std_srvs/srv/Trigger_Request");
  ASSERT_NE(find_action_type("nav2_msgs/NavigateToPose"), nullptr);
  EXPECT_EQ(find_action_type("nav2_msgs/NavigateToPose")->send_goal.name,
            "nav2_msgs/action/NavigateToPose_SendGoal");
}

TEST(Registry, FindsNothingUnderOtherNames) {
  for (const char* name : {"", "/", "Twist", "geometry_msgs/", "geometry_msgs/msg/Twist/",
                           "//Twist", "geometry_msgs/srv/Twist", "geometry_msgs/msg/twist"})
    EXPECT_EQ(find_message_type(name), nullptr) << name;
  EXPECT_EQ(find_service_type("geometry_msgs/msg/Twist"), nullptr);
}

TEST(Registry, NoNameIsThereTwice) {
  const auto messages = all_message_types();
  for (std::size_t i = 1; i < messages.size(); ++i)
    EXPECT_LT(messages[i - 1].name, messages[i].name);
}

TEST(Registry, DescribesFieldsAndConstants) {
  const TypeDescription& status =
      find_message_type("diagnostic_msgs/DiagnosticStatus")->description();
  ASSERT_EQ(status.fields.size(), 5);
  EXPECT_EQ(type_of(status.fields[0]), "byte");
  EXPECT_EQ(type_of(status.fields[4]), "diagnostic_msgs/msg/KeyValue[]");
  ASSERT_EQ(status.constants.size(), 4);
  EXPECT_EQ(status.constants[3].name, "STALE");
  EXPECT_EQ(status.constants[3].value, "3");
}

}  // namespace
}  // namespace tandem
