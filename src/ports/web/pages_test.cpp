// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#include "ports/web/pages.h"

#include <gtest/gtest.h>

namespace tandem::web {
namespace {

TEST(ConnectionCounts, NoMachineTakesAllConnections) {
  ConnectionCounts counts({.connections = 8, .connections_of_machine = 3});
  for (int i = 0; i < 3; ++i) EXPECT_TRUE(counts.begin("greedy"));
  EXPECT_FALSE(counts.begin("greedy"));
  EXPECT_TRUE(counts.begin("other"));
  EXPECT_TRUE(counts.begin("other"));
  EXPECT_FALSE(counts.begin("third"));  // of eight, three are kept
  counts.end("greedy");
  EXPECT_TRUE(counts.begin("third"));
  counts.end("other");
  EXPECT_TRUE(counts.begin("greedy"));
  EXPECT_FALSE(counts.begin("greedy"));
}

TEST(ConnectionCounts, ThisMachineHasRoomHoweverManyOthersCome) {
  ConnectionCounts counts({.connections = 7, .connections_of_machine = 3});
  for (int i = 0; i < 3; ++i) EXPECT_TRUE(counts.begin("greedy"));
  EXPECT_TRUE(counts.begin("other"));
  EXPECT_FALSE(counts.begin("other"));
  const std::string ipv6_loopback("\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\x01", 16);
  EXPECT_TRUE(counts.begin(machine_of("\x7f\x01\x01\x01")));
  EXPECT_TRUE(counts.begin(machine_of("\x7f\x01\x01\x02")));
  EXPECT_TRUE(counts.begin(machine_of(ipv6_loopback)));
  EXPECT_FALSE(counts.begin(machine_of(ipv6_loopback)));  // seven are all
}

TEST(MachineOf, AnIpv4AddressIsAMachine) {
  EXPECT_EQ(machine_of("\x0a\x01\x02\x03"), "\x0a\x01\x02\x03");
  const std::string mapped("\0\0\0\0\0\0\0\0\0\0\xff\xff\x0a\x01\x02\x03", 16);
  EXPECT_EQ(machine_of(mapped), "\x0a\x01\x02\x03");
}

TEST(MachineOf, AnIpv6MachineHasManyAddresses) {
  const std::string one = "networkXhost one", other = "networkXhost two";
  EXPECT_EQ(machine_of(one), machine_of(other));
  EXPECT_NE(machine_of(one), machine_of("networkYhost one"));
}

}  // namespace
}  // namespace tandem::web
