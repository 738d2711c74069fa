// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <span>
#include <vector>

#include "base/result.h"
#include "middleware/transport.h"

namespace tandem {

// What a participant says of its nodes on the topic ros_discovery_info: DDS itself knows
// participants and endpoints, but no nodes.
struct Announcement {
  struct Node {
    NodeName name;
    std::vector<Gid> readers;
    std::vector<Gid> writers;
    friend bool operator==(const Node&, const Node&) = default;
  };
  Gid participant{};
  std::vector<Node> nodes;
  friend bool operator==(const Announcement&, const Announcement&) = default;
};

// ROS 2 Humble's GIDs have 24 bytes, later ones 16. Reading tells them apart by the length.
std::vector<std::byte> to_bytes(const Announcement& announcement, bool has_humble_gids);
Result<Announcement> to_announcement(std::span<const std::byte> bytes);

}  // namespace tandem
