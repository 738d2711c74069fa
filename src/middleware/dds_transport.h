// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>
#include <memory>
#include <optional>
#include <stdexcept>
#include <string>
#include <vector>

#include "middleware/transport.h"

namespace tandem {

// Who may find us without being named: ROS_AUTOMATIC_DISCOVERY_RANGE.
enum class DiscoveryRange { off, localhost, subnet, system_default };

// How a process joins a ROS 2 network. docs/ros-networks.md tells what each of them does.
struct DdsOptions {
  int domain_id = 0;
  DiscoveryRange range = DiscoveryRange::subnet;
  bool is_loopback_only = false;          // ROS_LOCALHOST_ONLY: no packet leaves the machine
  std::vector<std::string> static_peers;  // addresses or names of hosts
  std::string discovery_servers;          // as in ROS_DISCOVERY_SERVER: "10.0.0.1:11811;..."
  bool has_humble_gids = false;           // ROS 2 Humble writes GIDs of 24 bytes, later ones of 16

  using Variable = std::function<std::optional<std::string>(const char* name)>;
  // As any ROS 2 node would read them; throws DdsError on a value that means nothing.
  static DdsOptions from_environment();
  static DdsOptions from(const Variable& variable);
};

// Why there is no network, in a sentence for a person.
struct DdsError : std::runtime_error {
  using std::runtime_error::runtime_error;
};

// A peer in a ROS 2 network over DDS: one participant for all nodes that join through it. Throws
// DdsError when the network cannot be joined.
//
// Callbacks come on Fast DDS's own threads. From inside of one, endpoints may be destroyed but not
// made. Sockets are the transport's own; a process makes one transport and keeps it.
std::unique_ptr<Transport> make_dds_transport(const DdsOptions& options);

}  // namespace tandem
