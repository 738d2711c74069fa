// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#include "scenario/urdf_text.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <set>

#include "base/markup.h"
#include "scenario/rigid_groups.h"

namespace tandem {

namespace {

std::string origin(const Pose& pose) {
  const Vec3& p = pose.translation;
  const Vec3 rpy = pose.rotation.rpy();
  return fmt::format("<origin xyz=\"{} {} {}\" rpy=\"{} {} {}\"/>", p.x, p.y, p.z, rpy.x, rpy.y,
                     rpy.z);
}

// Empty where URDF has no word for it.
std::string geometry(const Shape& shape) {
  if (const auto* box = std::get_if<Box>(&shape))
    return fmt::format("<geometry><box size=\"{} {} {}\"/></geometry>", box->size.x, box->size.y,
                       box->size.z);
  if (const auto* sphere = std::get_if<Sphere>(&shape))
    return fmt::format("<geometry><sphere radius=\"{}\"/></geometry>", sphere->radius_m);
  if (const auto* cylinder = std::get_if<Cylinder>(&shape))
    return fmt::format("<geometry><cylinder radius=\"{}\" length=\"{}\"/></geometry>",
                       cylinder->radius_m, cylinder->length_m);
  return {};
}

std::string part(std::string_view element, std::string_view name, const Pose& pose,
                 const Shape& shape, const std::string& more) {
  const std::string written = geometry(shape);
  if (written.empty())
    return fmt::format("    <!-- a {} is left out: its shape has no word in URDF -->\n", element);
  return fmt::format("    <{0} name=\"{1}\">{2}{3}{4}</{0}>\n", element, escaped(name),
                     origin(pose), written, more);
}

std::string inertial(const MassProperties& mass) {
  if (mass.mass_kg <= 0) return {};
  const Inertia& i = mass.inertia;
  return fmt::format(
      "    <inertial>{}<mass value=\"{}\"/><inertia ixx=\"{}\" iyy=\"{}\" izz=\"{}\" ixy=\"{}\" "
      "ixz=\"{}\" iyz=\"{}\"/></inertial>\n",
      origin({mass.center, {}}), mass.mass_kg, i.xx, i.yy, i.zz, i.xy, i.xz, i.yz);
}

std::string link_element(const Link& link) {
  std::string text = fmt::format("  <link name=\"{}\">\n", escaped(link.name));
  text += inertial(link.mass);
  for (const Visual& visual : link.visuals) {
    std::string material;
    if (visual.material) {
      const Color& c = visual.material->base_color;
      material = fmt::format("<material name=\"{}\"><color rgba=\"{} {} {} {}\"/></material>",
                             escaped(link.name + "_" + visual.name), c.r, c.g, c.b, c.a);
    }
    text += part("visual", visual.name, visual.link_from_visual, visual.shape, material);
  }
  for (const Collision& collision : link.collisions)
    text += part("collision", collision.name, collision.link_from_collision, collision.shape, "");
  return text + "  </link>\n";
}

std::string joint_element(std::string_view name, std::string_view type, std::string_view parent,
                          std::string_view child, const Pose& parent_from_joint,
                          const std::string& more = {}) {
  return fmt::format(
      "  <joint name=\"{}\" type=\"{}\"><parent link=\"{}\"/><child link=\"{}\"/>{}{}</joint>\n",
      escaped(name), type, escaped(parent), escaped(child), origin(parent_from_joint), more);
}

std::string motion(const Joint& joint) {
  std::string text =
      fmt::format("<axis xyz=\"{} {} {}\"/>", joint.axis.x, joint.axis.y, joint.axis.z);
  // URDF wants all of a limit or none; exporters write 0 for effort and velocity nobody knows
  const bool is_limited = joint.type != ModelJointType::continuous;
  if (is_limited || joint.max_effort || joint.max_velocity)
    text += fmt::format("<limit{} effort=\"{}\" velocity=\"{}\"/>",
                        is_limited ? fmt::format(" lower=\"{}\" upper=\"{}\"",
                                                 joint.lower.value_or(0), joint.upper.value_or(0))
                                   : "",
                        joint.max_effort.value_or(0), joint.max_velocity.value_or(0));
  if (joint.damping != 0 || joint.friction != 0)
    text +=
        fmt::format("<dynamics damping=\"{}\" friction=\"{}\"/>", joint.damping, joint.friction);
  return text;
}

std::string_view type_name(ModelJointType type) {
  switch (type) {
    case ModelJointType::fixed:
      return "fixed";
    case ModelJointType::revolute:
      return "revolute";
    case ModelJointType::continuous:
      return "continuous";
    case ModelJointType::prismatic:
      break;
  }
  return "prismatic";
}

bool is_near_identity(const Pose& pose) {
  return length(pose.translation) < 1e-9 && std::abs(std::abs(pose.rotation.w) - 1) < 1e-12;
}

}  // namespace

Result<std::string> urdf_text(const Model& model) {
  if (model.urdf) return *model.urdf;
  const auto index = links_by_name(model);
  std::string text = fmt::format("<robot name=\"{}\">\n", escaped(model.name));
  for (const Link& link : model.links) text += link_element(link);

  std::set<std::string> held;  // links that some joint carries
  for (const Joint& joint : model.joints) {
    const auto parent = index.find(joint.parent), child = index.find(joint.child);
    if (parent == index.end() || child == index.end()) continue;  // holds it to the world
    if (!held.insert(joint.child).second)
      return Error{
          fmt::format("model '{}' is no tree, as URDF needs: two joints hold the link '{}'",
                      model.name, joint.child)};
    const Pose parent_from_joint =
        inverse(model.links[parent->second].model_from_link) * joint.model_from_joint;
    const Pose joint_from_child =
        inverse(joint.model_from_joint) * model.links[child->second].model_from_link;
    const std::string_view type = type_name(joint.type);
    if (joint.type == ModelJointType::fixed) {
      text += joint_element(joint.name, type, joint.parent, joint.child,
                            parent_from_joint * joint_from_child);
    } else if (is_near_identity(joint_from_child)) {
      text += joint_element(joint.name, type, joint.parent, joint.child, parent_from_joint,
                            motion(joint));
    } else {
      // URDF turns a link about its own origin; one that turns about another place hangs on it
      const std::string between = joint.child + "__axis";
      text += fmt::format("  <link name=\"{}\"/>\n", escaped(between));
      text +=
          joint_element(joint.name, type, joint.parent, between, parent_from_joint, motion(joint));
      text += joint_element(joint.name + "__axis", "fixed", between, joint.child, joint_from_child);
    }
  }
  const auto roots = model.links.size() - held.size();
  if (roots != 1)
    return Error{
        fmt::format("model '{}' is no tree, as URDF needs: {} of its links hang on no joint",
                    model.name, roots)};
  for (const NamedFrame& frame : model.frames) {
    if (index.contains(frame.name) || !index.contains(frame.link)) continue;
    text += fmt::format("  <link name=\"{}\"/>\n", escaped(frame.name));
    text += joint_element(frame.name + "__frame", "fixed", frame.link, frame.name,
                          frame.link_from_frame);
  }
  return text + "</robot>\n";
}

}  // namespace tandem
