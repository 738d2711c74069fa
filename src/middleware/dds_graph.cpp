// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#include "middleware/dds_graph.h"

#include <fmt/format.h>

#include <algorithm>

namespace tandem {

namespace {

std::string full_name(const NodeName& name) {
  return name.ns.ends_with('/') ? name.ns + name.name : name.ns + "/" + name.name;
}

std::string_view durability_name(int durability) {
  constexpr std::string_view names[] = {"volatile", "transient local", "transient", "persistent"};
  return names[std::clamp(durability, 0, 3)];
}

std::string period_text(Duration period) {
  return period == Duration::max() ? "none" : fmt::format("{} ms", period / 1ms);
}

}  // namespace

GidPrefix prefix_of(const Gid& gid) {
  GidPrefix prefix;
  std::copy_n(gid.begin(), prefix.size(), prefix.begin());
  return prefix;
}

std::string refusal(const Promise& offered, const Promise& requested) {
  if (requested.is_reliable && !offered.is_reliable)
    return "RELIABILITY: the reader asks for reliable, the writer offers best effort";
  if (requested.durability > offered.durability)
    return fmt::format("DURABILITY: the reader asks for {}, the writer offers {}",
                       durability_name(requested.durability), durability_name(offered.durability));
  if (requested.deadline < offered.deadline)
    return fmt::format("DEADLINE: the reader asks for {}, the writer offers {}",
                       period_text(requested.deadline), period_text(offered.deadline));
  if (requested.liveliness > offered.liveliness || requested.lease < offered.lease)
    return fmt::format("LIVELINESS: the reader asks for a lease of {}, the writer offers {}",
                       period_text(requested.lease), period_text(offered.lease));
  if (requested.is_exclusive != offered.is_exclusive)
    return "OWNERSHIP: one is exclusive, the other shared";
  return {};
}

DdsGraph::NodeId DdsGraph::add_node(const NodeName& name) {
  const std::lock_guard lock(mutex_);
  const NodeId id{++last_node_};
  own_nodes_.emplace(id, name);
  return id;
}

void DdsGraph::remove_node(NodeId node) {
  const std::lock_guard lock(mutex_);
  own_nodes_.erase(node);
}

std::vector<DdsGraph::Mismatch> DdsGraph::add_own(NodeId node, Endpoint endpoint) {
  const std::lock_guard lock(mutex_);
  std::vector<Mismatch> mismatches;
  for (const auto& [gid, other] : others_) compare_locked(endpoint, other, mismatches);
  const Gid gid = endpoint.info.gid;
  own_.insert_or_assign(gid, OwnEndpoint{std::move(endpoint), node});
  return mismatches;
}

void DdsGraph::remove_own(const Gid& gid) {
  const std::lock_guard lock(mutex_);
  own_.erase(gid);
  std::erase_if(reported_, [&](const auto& pair) { return pair.first == gid; });
}

void DdsGraph::add_own_participant(const GidPrefix& prefix) {
  const std::lock_guard lock(mutex_);
  own_participants_.insert(prefix);
}

Announcement DdsGraph::announcement(const Gid& participant) const {
  const std::lock_guard lock(mutex_);
  Announcement announcement{.participant = participant};
  std::map<NodeId, std::size_t> places;
  for (const auto& [id, name] : own_nodes_) {
    places.emplace(id, announcement.nodes.size());
    announcement.nodes.push_back({.name = name});
  }
  for (const auto& [gid, own] : own_) {
    const auto place = places.find(own.node);
    if (place == places.end()) continue;
    Announcement::Node& node = announcement.nodes[place->second];
    (own.endpoint.info.is_publisher ? node.writers : node.readers).push_back(gid);
  }
  return announcement;
}

bool DdsGraph::add_participant(const GidPrefix& prefix) {
  const std::lock_guard lock(mutex_);
  if (own_participants_.contains(prefix)) return false;
  return participants_.try_emplace(prefix).second;
}

bool DdsGraph::remove_participant(const GidPrefix& prefix) {
  const std::lock_guard lock(mutex_);
  const auto is_theirs = [&](const Gid& gid) { return prefix_of(gid) == prefix; };
  std::erase_if(others_, [&](const auto& entry) { return is_theirs(entry.first); });
  std::erase_if(reported_, [&](const auto& pair) { return is_theirs(pair.second); });
  const auto found = participants_.find(prefix);
  if (found == participants_.end()) return false;
  for (const Announcement::Node& node : found->second)
    for (const auto* gids : {&node.readers, &node.writers})
      for (const Gid& gid : *gids) node_names_.erase(gid);
  participants_.erase(found);
  return true;
}

bool DdsGraph::set_nodes(const Announcement& announcement) {
  const std::lock_guard lock(mutex_);
  // a message can arrive after its sender's end was noticed
  const auto found = participants_.find(prefix_of(announcement.participant));
  if (found == participants_.end() || found->second == announcement.nodes) return false;

  for (const Announcement::Node& node : found->second)
    for (const auto* gids : {&node.readers, &node.writers})
      for (const Gid& gid : *gids) node_names_.erase(gid);
  found->second = announcement.nodes;
  for (const Announcement::Node& node : found->second)
    for (const auto* gids : {&node.readers, &node.writers})
      for (const Gid& gid : *gids) node_names_.insert_or_assign(gid, full_name(node.name));
  return true;
}

bool DdsGraph::add(Endpoint endpoint, std::vector<Mismatch>& mismatches) {
  const std::lock_guard lock(mutex_);
  const Gid gid = endpoint.info.gid;
  if (own_participants_.contains(prefix_of(gid))) return false;
  for (const auto& [own_gid, own] : own_) compare_locked(own.endpoint, endpoint, mismatches);
  others_.insert_or_assign(gid, std::move(endpoint));
  return true;
}

bool DdsGraph::remove(const Gid& gid) {
  const std::lock_guard lock(mutex_);
  std::erase_if(reported_, [&](const auto& pair) { return pair.second == gid; });
  return others_.erase(gid) > 0;
}

bool DdsGraph::is_settled(const Mismatch& mismatch) const {
  if (!mismatch.is_by_type) return false;
  const std::lock_guard lock(mutex_);
  const auto ours = own_.find(mismatch.ours);
  const auto theirs = others_.find(mismatch.theirs);
  if (ours == own_.end() || theirs == others_.end()) return true;
  const EndpointInfo& own = ours->second.endpoint.info;
  const EndpointInfo& other = theirs->second.info;
  return std::ranges::any_of(own_, [&](const auto& entry) {
    const EndpointInfo& info = entry.second.endpoint.info;
    return info.topic == own.topic && info.is_publisher == own.is_publisher &&
           info.type.name == other.type.name;
  });
}

std::vector<std::string> DdsGraph::new_clashes() {
  const std::lock_guard lock(mutex_);
  std::map<std::string, int> own;
  for (const auto& [id, name] : own_nodes_) ++own[full_name(name)];

  std::set<std::pair<std::string, GidPrefix>> clashes;
  for (const auto& [name, count] : own)
    if (count > 1) clashes.emplace(name, GidPrefix{});
  for (const auto& [prefix, nodes] : participants_)
    for (const Announcement::Node& node : nodes)
      if (own.contains(full_name(node.name))) clashes.emplace(full_name(node.name), prefix);

  std::vector<std::string> names;
  for (const auto& clash : clashes)
    if (!clashes_.contains(clash)) names.push_back(clash.first);
  clashes_ = std::move(clashes);  // what is over is told again when it comes back
  return names;
}

GraphView DdsGraph::view() const {
  const std::lock_guard lock(mutex_);
  GraphView view;
  for (const auto& [id, name] : own_nodes_) view.nodes.push_back(full_name(name));
  for (const auto& [prefix, nodes] : participants_)
    for (const Announcement::Node& node : nodes) view.nodes.push_back(full_name(node.name));
  std::sort(view.nodes.begin(), view.nodes.end());

  for (const auto& [gid, own] : own_) view.endpoints.push_back(own.endpoint.info);
  for (const auto& [gid, other] : others_) view.endpoints.push_back(other.info);
  for (const auto& [gid, name] : node_names_) view.to_come += others_.contains(gid) ? 0 : 1;
  for (EndpointInfo& info : view.endpoints) info.node = node_of_locked(info.gid);
  return view;
}

std::string DdsGraph::node_of(const Gid& gid) const {
  const std::lock_guard lock(mutex_);
  return node_of_locked(gid);
}

std::string DdsGraph::node_of_locked(const Gid& gid) const {
  if (const auto own = own_.find(gid); own != own_.end()) {
    const auto node = own_nodes_.find(own->second.node);
    return node == own_nodes_.end() ? std::string{} : full_name(node->second);
  }
  const auto found = node_names_.find(gid);
  return found == node_names_.end() ? std::string{} : found->second;
}

void DdsGraph::compare_locked(const Endpoint& ours, const Endpoint& theirs,
                              std::vector<Mismatch>& out) {
  if (ours.info.is_publisher == theirs.info.is_publisher || ours.info.topic != theirs.info.topic)
    return;
  const Endpoint& writer = ours.info.is_publisher ? ours : theirs;
  const Endpoint& reader = ours.info.is_publisher ? theirs : ours;
  const bool is_by_type = writer.info.type.name != reader.info.type.name;
  // of a service the request has said it already
  if (is_by_type && ours.info.topic.starts_with("rr/")) return;
  std::string reason =
      is_by_type ? fmt::format("different types: the reader takes {}, the writer sends {}",
                               reader.info.type.name, writer.info.type.name)
                 : refusal(writer.promise, reader.promise);
  if (reason.empty() || !reported_.emplace(ours.info.gid, theirs.info.gid).second) return;
  if (!is_by_type) reason.insert(0, "incompatible QoS ");
  out.push_back({.ours = ours.info.gid,
                 .theirs = theirs.info.gid,
                 .topic = ours.info.topic,
                 .reason = std::move(reason),
                 .is_by_type = is_by_type});
}

}  // namespace tandem
