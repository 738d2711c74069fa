// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <map>

#include "middleware/dds_transport.h"

namespace tandem {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;

DdsOptions read(const std::map<std::string, std::string>& variables) {
  return DdsOptions::from([&](const char* name) -> std::optional<std::string> {
    const auto found = variables.find(name);
    if (found == variables.end()) return std::nullopt;
    return found->second;
  });
}

std::string complaint(const std::map<std::string, std::string>& variables) {
  try {
    read(variables);
  } catch (const DdsError& error) {
    return error.what();
  }
  return "";
}

TEST(DdsOptions, AreRos2sDefaultsWithoutVariables) {
  const DdsOptions options = read({});
  EXPECT_EQ(options.domain_id, 0);
  EXPECT_EQ(options.range, DiscoveryRange::subnet);
  EXPECT_FALSE(options.is_loopback_only);
  EXPECT_THAT(options.static_peers, IsEmpty());
  EXPECT_FALSE(options.has_humble_gids);
}

TEST(DdsOptions, FollowTheVariables) {
  const DdsOptions options = read({{"ROS_DOMAIN_ID", "42"},
                                   {"ROS_AUTOMATIC_DISCOVERY_RANGE", "LOCALHOST"},
                                   {"ROS_STATIC_PEERS", "192.168.0.1; robot.local;;"},
                                   {"ROS_DISCOVERY_SERVER", "10.0.0.1:11811"},
                                   {"ROS_DISTRO", "humble"}});
  EXPECT_EQ(options.domain_id, 42);
  EXPECT_EQ(options.range, DiscoveryRange::localhost);
  EXPECT_FALSE(options.is_loopback_only);
  EXPECT_THAT(options.static_peers, ElementsAre("192.168.0.1", "robot.local"));
  EXPECT_EQ(options.discovery_servers, "10.0.0.1:11811");
  EXPECT_TRUE(options.has_humble_gids);
}

TEST(DdsOptions, LocalhostOnlyOverrulesRangeAndPeers) {
  const DdsOptions options = read({{"ROS_LOCALHOST_ONLY", "1"},
                                   {"ROS_AUTOMATIC_DISCOVERY_RANGE", "SUBNET"},
                                   {"ROS_STATIC_PEERS", "192.168.0.1"}});
  EXPECT_TRUE(options.is_loopback_only);
  EXPECT_EQ(options.range, DiscoveryRange::localhost);
  EXPECT_THAT(options.static_peers, IsEmpty());
  EXPECT_FALSE(read({{"ROS_LOCALHOST_ONLY", "0"}}).is_loopback_only);
}

TEST(DdsOptions, AnEmptyVariableCountsAsNone) {
  EXPECT_EQ(read({{"ROS_DOMAIN_ID", ""}, {"ROS_LOCALHOST_ONLY", ""}}).domain_id, 0);
}

TEST(DdsOptions, SayWhatIsWrongWithAValue) {
  EXPECT_THAT(complaint({{"ROS_DOMAIN_ID", "233"}}),
              HasSubstr("is '233', expected a whole number"));
  EXPECT_THAT(complaint({{"ROS_DOMAIN_ID", "-1"}}), HasSubstr("from 0 to 232"));
  EXPECT_THAT(complaint({{"ROS_DOMAIN_ID", "7 "}}), HasSubstr("ROS_DOMAIN_ID"));
  EXPECT_THAT(complaint({{"ROS_DOMAIN_ID", "99999999999999999999"}}), HasSubstr("ROS_DOMAIN_ID"));
  EXPECT_THAT(complaint({{"ROS_AUTOMATIC_DISCOVERY_RANGE", "everywhere"}}),
              HasSubstr("is 'everywhere', expected OFF, LOCALHOST, SUBNET or SYSTEM_DEFAULT"));
  EXPECT_THAT(complaint({{"ROS_LOCALHOST_ONLY", "yes"}}), HasSubstr("expected 0 or 1"));
  EXPECT_THAT(complaint({{"ROS_STATIC_PEERS", std::string(300, 'x')}}), HasSubstr("300 letters"));
  std::string many;
  for (int i = 0; i < 33; ++i) many += "10.0.0." + std::to_string(i) + ";";
  EXPECT_THAT(complaint({{"ROS_STATIC_PEERS", many}}), HasSubstr("33 hosts"));
}

}  // namespace
}  // namespace tandem
