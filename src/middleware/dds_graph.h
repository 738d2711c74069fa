// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstdint>
#include <map>
#include <mutex>
#include <optional>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "middleware/dds_announcement.h"
#include "middleware/transport.h"

namespace tandem {

// The part of a GID that all endpoints of one participant share.
using GidPrefix = std::array<std::uint8_t, 12>;
GidPrefix prefix_of(const Gid& gid);

// The policies that DDS compares before it lets a writer and a reader talk.
struct Promise {
  bool is_reliable = true;
  int durability = 0;                   // 0 volatile, 1 transient local, 2 transient, 3 persistent
  Duration deadline = Duration::max();  // a writer promises at least this rate
  int liveliness = 0;                   // 0 automatic, 1 by participant, 2 by topic
  Duration lease = Duration::max();
  bool is_exclusive = false;  // ownership

  friend bool operator==(const Promise&, const Promise&) = default;
};

// Why a reader is not served by a writer, "it asks for reliable delivery, ..."; empty when it is.
std::string refusal(const Promise& offered, const Promise& requested);

// Everything known of a network: our nodes and endpoints, and what discovery told of the others'.
// Any thread; never calls out.
class DdsGraph {
 public:
  struct Endpoint {
    EndpointInfo info;
    Promise promise;
  };
  enum class NodeId : std::uint32_t {};

  // Two endpoints on one topic that DDS keeps apart. Each pair is reported once.
  struct Mismatch {
    Gid ours{};
    Gid theirs{};
    std::string topic;
    std::string reason;  // "incompatible QoS DURABILITY: ..."
    bool is_by_type = false;
  };

  // Ours.
  NodeId add_node(const NodeName& name);
  void remove_node(NodeId node);
  std::vector<Mismatch> add_own(NodeId node, Endpoint endpoint);
  void remove_own(const Gid& gid);
  void add_own_participant(const GidPrefix& prefix);
  Announcement announcement(const Gid& participant) const;

  // The others'. Each tells whether something changed.
  bool add_participant(const GidPrefix& prefix);
  bool remove_participant(const GidPrefix& prefix);
  bool set_nodes(const Announcement& announcement);
  bool add(Endpoint endpoint, std::vector<Mismatch>& mismatches);
  bool remove(const Gid& gid);

  // Who takes whatever type is sent has another endpoint for it by now, or one of them is gone.
  bool is_settled(const Mismatch& mismatch) const;

  // Names that a node of ours shares with another node, each once for every process that has it.
  std::vector<std::string> new_clashes();

  GraphView view() const;
  // The full name of an endpoint's node; empty while nobody announced it.
  std::string node_of(const Gid& gid) const;

 private:
  struct OwnEndpoint {
    Endpoint endpoint;
    NodeId node{};
  };

  std::string node_of_locked(const Gid& gid) const;
  void compare_locked(const Endpoint& ours, const Endpoint& theirs, std::vector<Mismatch>& out);

  mutable std::mutex mutex_;
  std::uint32_t last_node_ = 0;
  std::map<NodeId, NodeName> own_nodes_;
  std::map<Gid, OwnEndpoint> own_;
  std::set<GidPrefix> own_participants_;
  std::map<GidPrefix, std::vector<Announcement::Node>> participants_;
  std::map<Gid, Endpoint> others_;
  std::map<Gid, std::string> node_names_;  // by endpoint, from announcements
  std::set<std::pair<Gid, Gid>> reported_;
  std::set<std::pair<std::string, GidPrefix>> clashes_;  // zeros for a process of ours
};

}  // namespace tandem
