// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#include "middleware/dds_announcement.h"

#include <algorithm>
#include <optional>

#include "messages/cdr.h"
#include "messages/rmw_dds_common.h"

namespace tandem {

namespace {

template <class Wire>
Wire to_wire(const Gid& gid) {
  Wire wire;
  std::copy(gid.begin(), gid.end(), wire.data.begin());
  return wire;
}

template <class Wire>
Gid from_wire(const Wire& wire) {
  Gid gid;
  std::copy_n(wire.data.begin(), gid.size(), gid.begin());
  return gid;
}

template <class Wire>
std::vector<std::byte> write(const Announcement& announcement) {
  using WireGid = decltype(Wire::gid);
  Wire wire;
  wire.gid = to_wire<WireGid>(announcement.participant);
  for (const Announcement::Node& node : announcement.nodes) {
    auto& entry = wire.node_entities_info_seq.emplace_back();
    entry.node_namespace = node.name.ns;
    entry.node_name = node.name.name;
    for (const Gid& gid : node.readers) entry.reader_gid_seq.push_back(to_wire<WireGid>(gid));
    for (const Gid& gid : node.writers) entry.writer_gid_seq.push_back(to_wire<WireGid>(gid));
  }
  return to_cdr(wire);
}

// Nothing unless the message fills the bytes up to the padding at their end.
template <class Wire>
std::optional<Announcement> read(std::span<const std::byte> bytes) {
  const Result<Wire> wire = from_cdr<Wire>(bytes);
  if (!wire) return std::nullopt;
  const std::size_t size = to_cdr(*wire).size();
  if (bytes.size() < size || bytes.size() - size > 3) return std::nullopt;

  Announcement announcement{.participant = from_wire(wire->gid)};
  for (const auto& entry : wire->node_entities_info_seq) {
    auto& node = announcement.nodes.emplace_back();
    node.name = {.name = entry.node_name, .ns = entry.node_namespace};
    for (const auto& gid : entry.reader_gid_seq) node.readers.push_back(from_wire(gid));
    for (const auto& gid : entry.writer_gid_seq) node.writers.push_back(from_wire(gid));
  }
  return announcement;
}

}  // namespace

std::vector<std::byte> to_bytes(const Announcement& announcement, bool has_humble_gids) {
  return has_humble_gids ? write<rmw_dds_common::humble::ParticipantEntitiesInfo>(announcement)
                         : write<rmw_dds_common::msg::ParticipantEntitiesInfo>(announcement);
}

Result<Announcement> to_announcement(std::span<const std::byte> bytes) {
  if (auto found = read<rmw_dds_common::msg::ParticipantEntitiesInfo>(bytes)) return *found;
  if (auto found = read<rmw_dds_common::humble::ParticipantEntitiesInfo>(bytes)) return *found;
  return Error{"ros_discovery_info has the form of no known ROS 2 version"};
}

}  // namespace tandem
