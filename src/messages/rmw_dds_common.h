// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "messages/message.h"

namespace tandem::rmw_dds_common {

namespace msg {

struct Gid {
  std::array<std::uint8_t, 16> data{};
  TANDEM_MESSAGE("rmw_dds_common/msg/Gid", data)
};

struct NodeEntitiesInfo {
  BoundedString<256> node_namespace;
  BoundedString<256> node_name;
  std::vector<Gid> reader_gid_seq;
  std::vector<Gid> writer_gid_seq;
  TANDEM_MESSAGE("rmw_dds_common/msg/NodeEntitiesInfo", node_namespace, node_name, reader_gid_seq,
                 writer_gid_seq)
};

// What a participant says of its nodes and their endpoints on the topic ros_discovery_info.
struct ParticipantEntitiesInfo {
  Gid gid;
  std::vector<NodeEntitiesInfo> node_entities_info_seq;
  TANDEM_MESSAGE("rmw_dds_common/msg/ParticipantEntitiesInfo", gid, node_entities_info_seq)
};

}  // namespace msg

// The same in ROS 2 Humble, whose GIDs have 24 bytes.
namespace humble {

struct Gid {
  std::array<std::uint8_t, 24> data{};
  TANDEM_MESSAGE("rmw_dds_common/msg/Gid", data)
};

struct NodeEntitiesInfo {
  BoundedString<256> node_namespace;
  BoundedString<256> node_name;
  std::vector<Gid> reader_gid_seq;
  std::vector<Gid> writer_gid_seq;
  TANDEM_MESSAGE("rmw_dds_common/msg/NodeEntitiesInfo", node_namespace, node_name, reader_gid_seq,
                 writer_gid_seq)
};

struct ParticipantEntitiesInfo {
  Gid gid;
  std::vector<NodeEntitiesInfo> node_entities_info_seq;
  TANDEM_MESSAGE("rmw_dds_common/msg/ParticipantEntitiesInfo", gid, node_entities_info_seq)
};

}  // namespace humble

using Messages = TypeList<msg::Gid, msg::NodeEntitiesInfo, msg::ParticipantEntitiesInfo>;

}  // namespace tandem::rmw_dds_common
