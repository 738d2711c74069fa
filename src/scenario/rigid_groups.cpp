// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#include "scenario/rigid_groups.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <numeric>

namespace tandem {

namespace {

// Whether the smallest moment of a body is not lost beside the largest.
bool can_turn(const Inertia& inertia) {
  const Vec3 moments = principal_axes(inertia).moments;
  const auto [smallest, largest] = std::minmax({moments.x, moments.y, moments.z});
  return smallest > 1e-12 * largest;
}

}  // namespace

std::map<std::string, std::size_t, std::less<>> links_by_name(const Model& model) {
  std::map<std::string, std::size_t, std::less<>> index;
  for (std::size_t i = 0; i < model.links.size(); ++i) index.emplace(model.links[i].name, i);
  return index;
}

RigidGroups rigid_groups(const Model& model, std::span<const std::string> welded) {
  const auto index = links_by_name(model);

  // every link starts as its own leader; a fixed joint gives both sides the earlier leader
  std::vector<std::size_t> leader(model.links.size());
  std::iota(leader.begin(), leader.end(), std::size_t{0});
  const auto leader_of = [&](std::size_t link) {
    while (leader[link] != link) link = leader[link] = leader[leader[link]];
    return link;
  };
  std::vector<std::size_t> fixed_to_world;
  for (const Joint& joint : model.joints) {
    const bool is_welded = std::ranges::find(welded, joint.name) != welded.end();
    if (joint.type != ModelJointType::fixed && !is_welded) continue;
    const auto child = index.find(joint.child);
    if (child == index.end()) continue;
    if (joint.parent == "world") {
      fixed_to_world.push_back(child->second);
      continue;
    }
    const auto parent = index.find(joint.parent);
    if (parent == index.end()) continue;
    const std::size_t a = leader_of(parent->second), b = leader_of(child->second);
    leader[std::max(a, b)] = std::min(a, b);
  }

  RigidGroups result;
  result.group_of_link.resize(model.links.size());
  std::vector<std::size_t> group_of_leader(model.links.size());
  for (std::size_t link = 0; link < model.links.size(); ++link) {
    const std::size_t lead = leader_of(link);
    if (lead == link) {
      group_of_leader[link] = result.groups.size();
      result.groups.emplace_back();
    }
    result.group_of_link[link] = group_of_leader[lead];
    result.groups[group_of_leader[lead]].links.push_back(link);
  }
  for (const std::size_t link : fixed_to_world)
    result.groups[result.group_of_link[link]].is_fixed_to_world = true;
  return result;
}

bool can_move(const Model& model, const RigidGroup& group) {
  return !model.is_static && !group.is_fixed_to_world;
}

void check_moving_parts_have_mass(const Model& model, Findings& findings,
                                  std::span<const std::string> welded) {
  if (model.is_static) return;
  const RigidGroups parts = rigid_groups(model, welded);
  const auto index = links_by_name(model);

  // groups that a joint lets move against something else
  std::vector<bool> is_jointed(parts.groups.size());
  for (const Joint& joint : model.joints) {
    const auto parent = index.find(joint.parent), child = index.find(joint.child);
    if (child == index.end()) continue;
    const std::size_t group = parts.group_of_link[child->second];
    const bool is_same = parent != index.end() && parts.group_of_link[parent->second] == group;
    if (is_same) continue;
    is_jointed[group] = true;
    if (parent != index.end()) is_jointed[parts.group_of_link[parent->second]] = true;
  }

  for (std::size_t i = 0; i < parts.groups.size(); ++i) {
    MassProperties mass;
    bool is_kinematic = false, has_collision = false;
    const Link& lead = model.links[parts.groups[i].links.front()];
    const Place& place = lead.place.line > 0 ? lead.place : model.place;
    for (const std::size_t link : parts.groups[i].links) {
      if (model.links[link].mass.mass_kg > 0)
        mass = mass + transformed(inverse(lead.model_from_link) * model.links[link].model_from_link,
                                  model.links[link].mass);
      is_kinematic |= model.links[link].is_kinematic;
      has_collision |= !model.links[link].collisions.empty();
    }
    if (is_kinematic || parts.groups[i].is_fixed_to_world) continue;
    if (mass.mass_kg > 0) {
      if (!can_turn(mass.inertia))
        findings.error(place, fmt::format("link '{}' of model '{}' and what is fixed to it are too "
                                          "far apart or too different to move as one body",
                                          lead.name, model.name));
      continue;
    }
    if (!is_jointed[i] && !has_collision && parts.groups.size() > 1) continue;
    findings.error(place,
                   fmt::format("link '{}' of model '{}' can move but has no mass; give it an "
                               "inertial or make the model static",
                               lead.name, model.name));
  }
}

}  // namespace tandem
