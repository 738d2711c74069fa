// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#include "scenario/sdf_frames.h"

#include <fmt/format.h>

#include <cmath>
#include <numbers>

namespace tandem {

namespace {

std::optional<Quat> read_quaternion(const XmlValue& value, const std::vector<double>& n) {
  const Quat written{n[6], n[3], n[4], n[5]};
  const double norm = std::sqrt(written.w * written.w + n[3] * n[3] + n[4] * n[4] + n[5] * n[5]);
  if (std::abs(norm - 1) > 0.01) {
    value.error(fmt::format("the quaternion must have length 1, has {:.3g}", norm));
    return {};
  }
  return normalized(written);
}

}  // namespace

WrittenPose read_pose(const XmlElement& element) {
  WrittenPose written;
  written.place = element.place();
  const XmlElement pose = element.child("pose");
  if (!pose) return written;

  written.is_given = true;
  written.place = pose.place();
  written.relative_to = pose.attribute("relative_to").text();
  // what SDF before 1.7 called it
  if (const XmlValue frame = pose.attribute("frame"); written.relative_to.empty())
    written.relative_to = frame.text();

  const XmlValue value = pose.value();
  if (value.text().empty()) return written;
  const XmlValue degrees = pose.attribute("degrees");
  const double unit = degrees.boolean(false) ? std::numbers::pi / 180 : 1;
  const std::string format = pose.attribute("rotation_format").text("euler_rpy");
  if (format == "euler_rpy") {
    if (const auto n = value.numbers(6))
      written.pose = {{(*n)[0], (*n)[1], (*n)[2]},
                      Quat::from_rpy(unit * (*n)[3], unit * (*n)[4], unit * (*n)[5])};
  } else if (format == "quat_xyzw") {
    if (const auto n = value.numbers(7))
      if (const auto rotation = read_quaternion(value, *n))
        written.pose = {{(*n)[0], (*n)[1], (*n)[2]}, *rotation};
  } else {
    value.error(fmt::format("rotation_format must be euler_rpy or quat_xyzw, is '{}'", format));
  }
  return written;
}

FrameGraph::FrameGraph(std::string root, Findings& findings)
    : root_(std::move(root)), findings_(findings) {}

void FrameGraph::add(Frame frame) {
  if (frame.name.empty()) return;  // reported where the name is missing
  if (frame.name == "world" || (frame.name.starts_with("__") && frame.name.ends_with("__")))
    findings_.error(frame.place, fmt::format("the name '{}' is reserved", frame.name));
  const auto [found, is_new] = index_by_name_.try_emplace(frame.name, nodes_.size());
  if (!is_new) {
    findings_.error(frame.place, fmt::format("the name '{}' is already used on line {}", frame.name,
                                             nodes_[found->second].frame.place.line));
    return;
  }
  nodes_.push_back({std::move(frame), nullptr, {}, false});
}

void FrameGraph::add_inside(const std::string& frame, const NamedPlaces& inside) {
  if (const auto found = index_by_name_.find(frame); found != index_by_name_.end())
    nodes_[found->second].inside = &inside;
}

std::optional<FrameGraph::Match> FrameGraph::find(std::string_view name) const {
  if (name.empty() || name == root_ || name == "__root__") return Match{.is_root = true};
  if (const auto exact = index_by_name_.find(name); exact != index_by_name_.end())
    return Match{.node = exact->second};
  // "arm::hand": the part before some "::" is a model here, the rest a name inside of it
  for (auto cut = name.find("::"); cut != std::string_view::npos; cut = name.find("::", cut + 2)) {
    const auto outer = index_by_name_.find(name.substr(0, cut));
    if (outer == index_by_name_.end() || nodes_[outer->second].inside == nullptr) continue;
    const std::string_view rest = name.substr(cut + 2);
    const NamedPlaces& inside = *nodes_[outer->second].inside;
    const auto inner = inside.find(rest == "__model__" ? std::string_view{} : rest);
    if (inner != inside.end())
      return Match{.node = outer->second, .in_node = inner->second, .is_inside = true};
  }
  return {};
}

bool FrameGraph::contains(std::string_view name) const { return find(name).has_value(); }

std::optional<Pose> FrameGraph::pose_of(std::string_view name, const Place& user) {
  const auto match = find(name);
  if (!match) {
    findings_.error(user, fmt::format("there is no frame '{}' here", name));
    return {};
  }
  if (match->is_root) return Pose{};

  // from the frame towards the root until something known, then back; a chain may be long
  std::vector<std::size_t> chain;
  std::vector<Pose> parent_from_node;
  std::size_t current = match->node;
  Pose root_from_last;
  while (true) {
    Node& node = nodes_[current];
    if (node.is_broken) return {};
    if (node.root_from_frame) {
      root_from_last = *node.root_from_frame;
      break;
    }
    node.is_broken = true;  // until the pose is known: meeting it again means a cycle
    chain.push_back(current);
    const auto next = find(node.frame.relative_to);
    if (!next) {
      findings_.error(node.frame.place, fmt::format("'{}' is relative to '{}', which is not here",
                                                    node.frame.name, node.frame.relative_to));
      return {};
    }
    if (next->is_root) {
      parent_from_node.push_back(node.frame.pose);
      break;
    }
    parent_from_node.push_back(next->is_inside ? next->in_node.model_from_this * node.frame.pose
                                               : node.frame.pose);
    current = next->node;
    if (nodes_[current].is_broken) {
      findings_.error(node.frame.place, fmt::format("the pose of '{}' depends on itself",
                                                    nodes_[current].frame.name));
      return {};
    }
  }
  for (std::size_t i = chain.size(); i-- > 0;) {
    Node& node = nodes_[chain[i]];
    root_from_last = root_from_last * parent_from_node[i];
    root_from_last.rotation = normalized(root_from_last.rotation);
    node.root_from_frame = root_from_last;
    node.is_broken = false;
  }
  const Pose root_from_node = *nodes_[match->node].root_from_frame;
  return match->is_inside ? root_from_node * match->in_node.model_from_this : root_from_node;
}

std::optional<std::string> FrameGraph::link_of(std::string_view name, const Place& user) {
  std::string current(name);
  for (std::size_t hop = 0; hop <= nodes_.size(); ++hop) {
    const auto match = find(current);
    if (!match) {
      findings_.error(user, fmt::format("there is no link or frame '{}' here", current));
      return {};
    }
    if (match->is_root) return root_link_;
    const Node& node = nodes_[match->node];
    if (match->is_inside || node.inside != nullptr) {
      const auto own = match->is_inside ? match->in_node.link : node.inside->at("").link;
      return node.frame.name + "::" + own;
    }
    if (node.frame.is_link) return node.frame.name;
    current = node.frame.attached_to;
  }
  findings_.error(user, fmt::format("'{}' is attached to itself", name));
  return {};
}

void add_sdf_frame(const XmlElement& frame, FrameGraph& graph) {
  const WrittenPose pose = read_pose(frame);
  const std::string attached_to = frame.attribute("attached_to").text();
  graph.add({.name = frame.required_attribute("name"),
             .place = frame.place(),
             .pose = pose.pose,
             .relative_to = pose.relative_to.empty() ? attached_to : pose.relative_to,
             .attached_to = attached_to});
}

}  // namespace tandem
