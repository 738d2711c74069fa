// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#include "scenario/urdf_tree.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <optional>

namespace tandem {

void arrange_urdf_tree(Model& model, const std::vector<UrdfJoint>& joints, Findings& findings) {
  std::map<std::string, std::size_t> link_by_name;
  for (std::size_t i = 0; i < model.links.size(); ++i) link_by_name[model.links[i].name] = i;

  // who hangs on whom
  std::vector<std::vector<std::size_t>> joints_below(model.links.size());
  std::vector<const UrdfJoint*> joint_above(model.links.size(), nullptr);
  for (std::size_t i = 0; i < joints.size(); ++i) {
    const Joint& joint = joints[i].joint;
    const std::size_t child = link_by_name.at(joint.child);
    if (joint_above[child] != nullptr) {
      findings.error(joints[i].place,
                     fmt::format("link '{}' is already the child of joint '{}': a link has one "
                                 "parent in URDF",
                                 joint.child, joint_above[child]->joint.name));
      return;
    }
    joint_above[child] = &joints[i];
    joints_below[link_by_name.at(joint.parent)].push_back(i);
  }

  // one root
  std::vector<std::size_t> roots;
  for (std::size_t i = 0; i < model.links.size(); ++i)
    if (joint_above[i] == nullptr) roots.push_back(i);
  if (model.links.empty()) return;
  if (roots.empty()) {
    findings.error(model.place, "the joints form a ring: no link is without a parent");
    return;
  }
  if (roots.size() > 1) {
    findings.error(model.place,
                   fmt::format("links '{}' and '{}' both have no parent: joints must "
                               "connect all links",
                               model.links[roots[0]].name, model.links[roots[1]].name));
    return;
  }

  // from the root outwards; what is not reached hangs on itself
  std::vector<bool> is_reached(model.links.size(), false);
  std::vector<std::size_t> open{roots[0]};
  std::vector<std::optional<Joint>> placed(joints.size());
  std::size_t reached_count = 0;
  while (!open.empty()) {
    const std::size_t parent = open.back();
    open.pop_back();
    is_reached[parent] = true;
    ++reached_count;
    for (const std::size_t i : joints_below[parent]) {
      Link& child = model.links[link_by_name.at(joints[i].joint.child)];
      child.model_from_link = model.links[parent].model_from_link * joints[i].parent_from_joint;
      child.model_from_link.rotation = normalized(child.model_from_link.rotation);
      placed[i] = joints[i].joint;
      placed[i]->model_from_joint = child.model_from_link;
      open.push_back(link_by_name.at(joints[i].joint.child));
    }
  }
  if (reached_count < model.links.size()) {
    const auto lost = std::find(is_reached.begin(), is_reached.end(), false) - is_reached.begin();
    const std::string& name = model.links[static_cast<std::size_t>(lost)].name;
    findings.error(joint_above[static_cast<std::size_t>(lost)]->place,
                   fmt::format("link '{}' is part of a ring of joints", name));
    return;
  }

  // as written, the root link first
  for (auto& joint : placed) model.joints.push_back(std::move(*joint));
  const auto root = model.links.begin() + static_cast<std::ptrdiff_t>(roots[0]);
  std::rotate(model.links.begin(), root, root + 1);

  // an empty root link "world" stands for the world itself: the robot is nailed to it
  Link& first = model.links.front();
  if (first.name == "world" && model.links.size() > 1 && first.collisions.empty() &&
      first.visuals.empty()) {
    model.links.erase(model.links.begin());
  }
}

}  // namespace tandem
