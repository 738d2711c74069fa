// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#include "ports/ros/link_frames.h"

#include <algorithm>
#include <set>

#include "ports/ros/convert.h"

namespace tandem {

namespace {

Pose moved_by(ModelJointType type, const Vec3& axis, double position) {
  if (type == ModelJointType::prismatic) return {position * axis, {}};
  return {{}, Quat::from_axis_angle(axis, position)};
}

double position_of(const std::string& joint, const JointStates& joints) {
  const auto found = std::ranges::find(joints.names, joint);
  if (found == joints.names.end()) return 0;
  return joints.positions[static_cast<std::size_t>(found - joints.names.begin())];
}

}  // namespace

LinkFrames::LinkFrames(const Model& model, const std::string& prefix) {
  const auto link_of = [&](const std::string& name) {
    return std::ranges::find(model.links, name, &Link::name);
  };
  std::set<std::string> placed;  // a frame has one parent, also where joints make a loop
  for (const Joint& joint : model.joints) {
    const auto parent = link_of(joint.parent), child = link_of(joint.child);
    if (parent == model.links.end() || child == model.links.end()) continue;
    if (child == model.links.begin() || !placed.insert(child->name).second) continue;
    const Pose parent_from_model = inverse(parent->model_from_link);
    if (joint.type == ModelJointType::fixed)
      fixed_.push_back({prefix + parent->name, prefix + child->name,
                        parent_from_model * child->model_from_link});
    else
      moving_.push_back({prefix + parent->name, prefix + child->name, joint.name, joint.type,
                         joint.axis, parent_from_model * joint.model_from_joint,
                         inverse(joint.model_from_joint) * child->model_from_link});
  }
  for (const NamedFrame& frame : model.frames)
    if (placed.insert(frame.name).second && link_of(frame.name) == model.links.end())
      fixed_.push_back({prefix + frame.link, prefix + frame.name, frame.link_from_frame});
}

std::vector<geometry_msgs::msg::TransformStamped> LinkFrames::fixed(SimTime time) const {
  std::vector<geometry_msgs::msg::TransformStamped> transforms;
  for (const FixedFrame& frame : fixed_)
    transforms.push_back(make_transform(time, frame.parent, frame.child, frame.parent_from_child));
  return transforms;
}

void LinkFrames::append_moving(
    const JointStates& joints, SimTime time,
    std::vector<geometry_msgs::msg::TransformStamped>& transforms) const {
  for (const MovingFrame& frame : moving_) {
    const Pose motion = moved_by(frame.type, frame.axis, position_of(frame.joint, joints));
    transforms.push_back(make_transform(time, frame.parent, frame.child,
                                        frame.parent_from_joint * motion * frame.joint_from_child));
  }
}

}  // namespace tandem
