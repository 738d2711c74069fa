// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#include "tools/endpoint_text.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace tandem {
namespace {

using testing::AllOf;
using testing::HasSubstr;

TEST(EndpointText, HasTheLinesOfRos) {
  const EndpointInfo endpoint{.topic = "/scan",
                              .type = {"sensor_msgs/msg/LaserScan", "RIHS01_ab"},
                              .qos = {.offers_reliable = false, .is_latched = true, .depth = 5},
                              .is_publisher = true,
                              .node = "/lab/robot",
                              .gid = {0x01, 0x0f, 0xa0},
                              .deadline = 100ms,
                              .liveliness = Liveliness::by_topic,
                              .liveliness_lease = 2s};
  EXPECT_EQ(to_text(endpoint),
            "Node name: robot\n"
            "Node namespace: /lab\n"
            "Topic type: sensor_msgs/msg/LaserScan\n"
            "Topic type hash: RIHS01_ab\n"
            "Endpoint type: PUBLISHER\n"
            "GID: 01.0f.a0.00.00.00.00.00.00.00.00.00.00.00.00.00\n"
            "QoS profile:\n"
            "  Reliability: BEST_EFFORT\n"
            "  History (Depth): KEEP_LAST (5)\n"
            "  Durability: TRANSIENT_LOCAL\n"
            "  Lifespan: Infinite\n"
            "  Deadline: 100000000 nanoseconds\n"
            "  Liveliness: MANUAL_BY_TOPIC\n"
            "  Liveliness lease duration: 2000000000 nanoseconds\n");
}

TEST(EndpointText, ASubscriptionShowsWhatItAsksFor) {
  const EndpointInfo endpoint{.qos = {.offers_reliable = false, .requests_reliable = true},
                              .node = "/robot"};
  EXPECT_THAT(to_text(endpoint), AllOf(HasSubstr("Node name: robot\nNode namespace: /\n"),
                                       HasSubstr("Endpoint type: SUBSCRIPTION\n"),
                                       HasSubstr("Reliability: RELIABLE\n")));
}

TEST(EndpointText, WhatNobodyToldIsUnknown) {
  EXPECT_THAT(to_text(EndpointInfo{.qos = {.depth = 0}}),
              AllOf(HasSubstr("Node name: _NODE_NAME_UNKNOWN_\n"),
                    HasSubstr("Topic type hash: INVALID\n"), HasSubstr("(Depth): UNKNOWN\n")));
}

}  // namespace
}  // namespace tandem
