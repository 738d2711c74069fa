// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <cmath>

#include "scenario/sdf_reader.h"

namespace tandem {

namespace {

// SDF writes "no limit" as a huge number or infinity, and as a negative one where only positive
// ones make sense.
constexpr double as_good_as_infinite = 1e15;

std::optional<double> read_bound(const XmlElement& limit, const char* name) {
  const XmlValue value = limit.value(name);
  if (!value.is_given()) return {};
  const double bound = value.number_or_infinite(0);
  if (std::abs(bound) >= as_good_as_infinite) return {};
  return bound;
}

std::optional<double> read_maximum(const XmlElement& limit, const char* name) {
  const auto maximum = read_bound(limit, name);
  return maximum && *maximum >= 0 ? maximum : std::nullopt;
}

std::optional<ModelJointType> parse_type(const std::string& type) {
  if (type == "fixed") return ModelJointType::fixed;
  if (type == "revolute") return ModelJointType::revolute;
  if (type == "continuous") return ModelJointType::continuous;
  if (type == "prismatic") return ModelJointType::prismatic;
  return {};
}

bool is_other_sdf_type(const std::string& type) {
  return type == "ball" || type == "revolute2" || type == "universal" || type == "screw" ||
         type == "gearbox";
}

void read_limits(const XmlElement& axis, Joint& joint) {
  if (const XmlElement limit = axis.child("limit")) {
    joint.lower = read_bound(limit, "lower");
    joint.upper = read_bound(limit, "upper");
    joint.max_effort = read_maximum(limit, "effort");
    joint.max_velocity = read_maximum(limit, "velocity");
    if (joint.lower && joint.upper && *joint.lower > *joint.upper)
      limit.error(fmt::format("joint '{}': the lower limit {} is above the upper limit {}",
                              joint.name, *joint.lower, *joint.upper));
  }
  if (const XmlElement dynamics = axis.child("dynamics")) {
    joint.damping = dynamics.value("damping").not_negative(0);
    joint.friction = dynamics.value("friction").not_negative(0);
    // the usual zeros are nothing to talk about
    if (const XmlValue spring = dynamics.value("spring_stiffness"); spring.number(0) != 0)
      spring.warn("springs in joints are not simulated by this version");
    dynamics.value("spring_reference");
  }
}

}  // namespace

std::optional<Joint> SdfReader::read_joint(const XmlElement& element, const Scope& scope,
                                           FrameGraph& graph) {
  auto joint = try_read_joint(element, scope, graph);
  if (!joint) element.skip();
  return joint;
}

std::optional<Joint> SdfReader::try_read_joint(const XmlElement& element, const Scope& scope,
                                               FrameGraph& graph) {
  Joint joint;
  joint.name = element.required_attribute("name");
  joint.place = element.place();
  const std::string type = element.required_attribute("type");
  const std::string parent = element.required_text("parent");
  const std::string child = element.required_text("child");
  if (joint.name.empty() || type.empty() || parent.empty() || child.empty()) return {};

  const auto known = parse_type(type);
  if (!known && !is_other_sdf_type(type))
    element.error(
        fmt::format("joint '{}': expected type fixed, revolute, continuous or prismatic, is '{}'",
                    joint.name, type));
  else if (!known)
    element.warn(fmt::format(
        "joint '{}': type '{}' is not simulated by this version; the joint is held rigid",
        joint.name, type));
  joint.type = known.value_or(ModelJointType::fixed);

  // what it holds together
  if (child == "world") {
    element.error(fmt::format("joint '{}': the world can be a parent, not a child", joint.name));
    return {};
  }
  const auto child_link = graph.link_of(child, element.child("child").place());
  const auto parent_link = parent == "world"
                               ? std::string("world")
                               : graph.link_of(parent, element.child("parent").place());
  if (!child_link || !parent_link) return {};
  const auto pose = graph.pose_of(joint.name, element.place());
  if (!pose) return {};
  if (*child_link == *parent_link) {
    element.error(
        fmt::format("joint '{}' connects link '{}' with itself", joint.name, *child_link));
    return {};
  }
  joint.child = *child_link;
  joint.parent = *parent_link;
  joint.model_from_joint = *pose;

  // how it moves
  const XmlElement axis = element.child("axis");
  if (joint.type == ModelJointType::fixed) {
    if (axis) axis.skip();
    return joint;
  }
  const XmlElement xyz = axis.child("xyz");
  joint.axis = xyz.value().vec3({0, 0, 1});
  if (!axis) element.error(fmt::format("joint '{}' has no <axis>", joint.name));
  if (length(joint.axis) == 0) {
    xyz.error(fmt::format("joint '{}': the axis must have a direction, is 0 0 0", joint.name));
    return {};
  }
  std::string expressed_in = xyz.attribute("expressed_in").text();
  // SDF 1.4 and before meant the model's frame, 1.5 and 1.6 let one choose
  if (axis.value("use_parent_model_frame").boolean(scope.version < 1.05))
    expressed_in = "__model__";
  if (!expressed_in.empty()) {
    const auto model_from_frame = graph.pose_of(expressed_in, xyz.place());
    if (!model_from_frame) return {};
    joint.axis =
        inverse(joint.model_from_joint.rotation) * (model_from_frame->rotation * joint.axis);
  }
  joint.axis = normalized(joint.axis);
  read_limits(axis, joint);
  if (joint.type == ModelJointType::revolute && !joint.lower && !joint.upper)
    joint.type = ModelJointType::continuous;
  return joint;
}

}  // namespace tandem
