// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#include "middleware/dds_names.h"

#include <gtest/gtest.h>

namespace tandem {
namespace {

TEST(DdsNames, AreThoseOfRos2) {
  EXPECT_EQ(dds_topic_name("/lab/scan"), "rt/lab/scan");
  EXPECT_EQ(dds_request_name("/lab/reset"), "rq/lab/resetRequest");
  EXPECT_EQ(dds_reply_name("/lab/reset"), "rr/lab/resetReply");
}

TEST(DdsNames, OnlyTopicsComeBack) {
  EXPECT_EQ(ros_topic_name("rt/lab/scan"), "/lab/scan");
  EXPECT_EQ(ros_topic_name("rq/lab/resetRequest"), "rq/lab/resetRequest");
  EXPECT_EQ(ros_topic_name("ros_discovery_info"), "ros_discovery_info");
  EXPECT_EQ(ros_topic_name("rt"), "rt");
}

TEST(DdsNames, PeopleReadNamesOfServices) {
  EXPECT_EQ(ros_name("rq/lab/resetRequest"), "/lab/reset");
  EXPECT_EQ(ros_name("rr/lab/resetReply"), "/lab/reset");
  EXPECT_EQ(ros_name("rt/lab/scan"), "/lab/scan");
  EXPECT_EQ(ros_name("/lab/scan"), "/lab/scan");
  EXPECT_EQ(ros_name("rq/odd"), "rq/odd");
}

TEST(DdsNames, HashIsOneEntryOfTheUserData) {
  EXPECT_EQ(hash_to_user_data("RIHS01_ab"), "typehash=RIHS01_ab;");
  EXPECT_EQ(hash_to_user_data(""), "");
  EXPECT_EQ(hash_from_user_data("clientid=1.2;typehash=RIHS01_ab;other=3;"), "RIHS01_ab");
  EXPECT_EQ(hash_from_user_data("typehash=RIHS01_ab"), "RIHS01_ab");
  EXPECT_EQ(hash_from_user_data("nothing here"), "");
  EXPECT_EQ(hash_from_user_data(""), "");
}

}  // namespace
}  // namespace tandem
