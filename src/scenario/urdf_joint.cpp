// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#include "scenario/urdf_joint.h"

#include <fmt/format.h>

namespace tandem {

namespace {

void read_type(const XmlElement& element, const std::string& type, Joint& joint) {
  if (type == "fixed") {
    joint.type = ModelJointType::fixed;
  } else if (type == "revolute") {
    joint.type = ModelJointType::revolute;
  } else if (type == "continuous") {
    joint.type = ModelJointType::continuous;
  } else if (type == "prismatic") {
    joint.type = ModelJointType::prismatic;
  } else if (type == "floating" || type == "planar") {
    element.warn(fmt::format(
        "joint '{}': type '{}' is not simulated by this version; the joint is held rigid",
        joint.name, type));
  } else {
    element.error(
        fmt::format("joint '{}': expected type fixed, revolute, continuous or prismatic, is '{}'",
                    joint.name, type));
  }
}

void read_motion(const XmlElement& element, Joint& joint) {
  const XmlElement axis = element.child("axis");
  joint.axis = axis.attribute("xyz").vec3({1, 0, 0});
  if (length(joint.axis) == 0)
    axis.error(fmt::format("joint '{}': the axis must have a direction, is 0 0 0", joint.name));
  joint.axis = normalized(joint.axis);

  const XmlElement limit = element.child("limit");
  const bool is_limited = joint.type != ModelJointType::continuous;
  if (is_limited && !limit)
    element.error(fmt::format("joint '{}' is {} and needs a <limit>", joint.name,
                              element.attribute("type").text()));
  const double lower = limit.attribute("lower").number(0);
  const double upper = limit.attribute("upper").number(0);
  if (is_limited && limit) {
    joint.lower = lower;
    joint.upper = upper;
    if (lower > upper)
      limit.error(fmt::format("joint '{}': the lower limit {} is above the upper limit {}",
                              joint.name, lower, upper));
  }
  if (const XmlValue effort = limit.attribute("effort"); effort.is_given())
    joint.max_effort = effort.not_negative(0);
  if (const XmlValue velocity = limit.attribute("velocity"); velocity.is_given())
    joint.max_velocity = velocity.not_negative(0);
  if (const XmlElement dynamics = element.child("dynamics")) {
    joint.damping = dynamics.attribute("damping").not_negative(0);
    joint.friction = dynamics.attribute("friction").not_negative(0);
  }
  if (const XmlElement mimic = element.child("mimic")) {
    mimic.warn(
        fmt::format("joint '{}' mimics '{}': not simulated by this version, it moves on "
                    "its own",
                    joint.name, mimic.attribute("joint").text()));
    mimic.skip();
  }
}

}  // namespace

Pose read_urdf_origin(const XmlElement& element) {
  const XmlElement origin = element.child("origin");
  const Vec3 rpy = origin.attribute("rpy").vec3({});
  return {origin.attribute("xyz").vec3({}), Quat::from_rpy(rpy.x, rpy.y, rpy.z)};
}

std::optional<UrdfJoint> read_urdf_joint(const XmlElement& element) {
  UrdfJoint result;
  Joint& joint = result.joint;
  result.place = element.place();
  joint.name = element.required_attribute("name");
  joint.place = element.place();
  result.parent_from_joint = read_urdf_origin(element);
  const std::string type = element.required_attribute("type");
  const XmlElement parent = element.child("parent"), child = element.child("child");
  if (!parent) element.error(fmt::format("joint '{}' needs a <parent link=...>", joint.name));
  if (!child) element.error(fmt::format("joint '{}' needs a <child link=...>", joint.name));
  if (!parent || !child) return {};
  joint.parent = parent.required_attribute("link");
  joint.child = child.required_attribute("link");
  if (joint.name.empty() || type.empty() || joint.parent.empty() || joint.child.empty()) return {};
  if (joint.parent == joint.child) {
    element.error(
        fmt::format("joint '{}' connects link '{}' with itself", joint.name, joint.parent));
    return {};
  }
  read_type(element, type, joint);
  if (joint.type == ModelJointType::fixed) {
    // a fixed joint may carry an axis and limits that mean nothing
    for (const char* name : {"axis", "limit", "dynamics", "safety_controller", "calibration"})
      for (const XmlElement& ignored : element.children(name)) ignored.skip();
  } else {
    read_motion(element, joint);
  }
  return result;
}

}  // namespace tandem
