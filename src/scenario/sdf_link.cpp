// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <numbers>
#include <set>

#include "scenario/check_mass.h"
#include "scenario/file_defaults.h"
#include "scenario/sdf_reader.h"
#include "scenario/sdf_sensor.h"

namespace tandem {

namespace {

// A pose inside of a link, which may be written relative to any frame of the model.
std::optional<Pose> link_from(const WrittenPose& written, const Pose& model_from_link,
                              FrameGraph& graph) {
  if (written.relative_to.empty()) return written.pose;
  const auto model_from_frame = graph.pose_of(written.relative_to, written.place);
  if (!model_from_frame) return {};
  return inverse(model_from_link) * *model_from_frame * written.pose;
}

void apply_transparency(const XmlValue& value, Visual& visual) {
  const double transparency = value.share(0);
  if (transparency <= 0) return;
  if (!visual.material && std::holds_alternative<MeshShape>(visual.shape)) {
    value.warn("a mesh with materials of its own stays as opaque as they are");
    return;
  }
  if (!visual.material) visual.material = Material{};
  visual.material->base_color.a *= static_cast<float>(1 - transparency);
}

void report_doubled_names(const std::vector<XmlElement>& elements, const std::string& link) {
  std::set<std::string> names;
  for (const XmlElement& element : elements) {
    const std::string name = element.attribute("name").text();
    if (!name.empty() && !names.insert(name).second)
      element.error(fmt::format("link '{}' has another {} '{}'", link, element.name(), name));
  }
}

}  // namespace

MassProperties read_sdf_mass(const XmlElement& link, bool is_static) {
  MassProperties mass{.mass_kg = 1, .center = {}, .inertia = {.xx = 1, .yy = 1, .zz = 1}};
  const XmlElement inertial = link.child("inertial");
  if (!inertial) {
    if (!is_static && (link.child("collision") || link.child("visual")))
      link.warn_with_others("no <inertial>: the link gets 1 kg and 1 kg m², as SDF says");
    return mass;
  }
  const WrittenPose pose = read_pose(inertial);
  if (!pose.relative_to.empty())
    inertial.error("the <pose> of <inertial> is always relative to its link");
  mass.mass_kg = read_mass_kg(inertial.value("mass"), 1);
  const XmlElement inertia = inertial.child("inertia");
  if (inertia)
    mass.inertia = {.xx = inertia.value("ixx").number(1),
                    .yy = inertia.value("iyy").number(1),
                    .zz = inertia.value("izz").number(1),
                    .xy = inertia.value("ixy").number(0),
                    .xz = inertia.value("ixz").number(0),
                    .yz = inertia.value("iyz").number(0)};
  else if (!is_static)
    inertial.warn_with_others("no <inertia>: it is 1 kg m² about every axis, as SDF says");
  return transformed(pose.pose, mass);
}

std::optional<Visual> SdfReader::read_visual(const XmlElement& element, const Scope& scope) {
  Visual visual;
  visual.name = element.required_attribute("name");
  visual.casts_shadows = element.value("cast_shadows").boolean(true);
  visual.label = read_plugins(element);
  if (const XmlElement material = element.child("material"))
    visual.material = read_sdf_material(material, scope.file, search_);
  const XmlValue transparency = element.value("transparency");
  const XmlElement geometry = element.child("geometry");
  if (!geometry) {
    element.error(fmt::format("visual '{}' has no <geometry>", visual.name));
    return {};
  }
  const auto shape =
      read_sdf_shape(geometry, scope.file, search_, visual.link_from_visual, findings_);
  if (!shape) return {};
  visual.shape = *shape;
  apply_transparency(transparency, visual);
  return visual;
}

std::optional<Collision> SdfReader::read_collision(const XmlElement& element, const Scope& scope) {
  Collision collision;
  collision.name = element.required_attribute("name");
  collision.place = element.place();
  collision.surface = read_sdf_surface(element.child("surface"));
  const XmlElement geometry = element.child("geometry");
  if (!geometry) {
    element.error(fmt::format("collision '{}' has no <geometry>", collision.name));
    return {};
  }
  const auto shape =
      read_sdf_shape(geometry, scope.file, search_, collision.link_from_collision, findings_);
  if (!shape) return {};
  collision.shape = *shape;
  return collision;
}

void SdfReader::read_link(const XmlElement& element, const Scope& scope, FrameGraph& graph,
                          ResolvedModel& outer) {
  Link link;
  link.name = element.attribute("name").text();
  link.place = element.place();
  link.mass = read_sdf_mass(element, scope.is_static);
  link.has_gravity = element.value("gravity").boolean(true);
  if (const XmlValue value = element.value("enable_gravity"); value.is_given())
    link.has_gravity = value.boolean(true);
  link.is_kinematic = element.value("kinematic").boolean(false);
  link.linear_drag = link.angular_drag = sdf_drag;
  if (const XmlElement decay = element.child("velocity_decay")) {
    link.linear_drag = decay.value("linear").share(link.linear_drag);
    link.angular_drag = decay.value("angular").share(link.angular_drag);
  }
  if (element.value("self_collide").boolean(false)) outer.model->self_collides = true;
  const auto model_from_link = graph.pose_of(link.name, element.place());
  link.model_from_link = model_from_link.value_or(Pose{});

  const auto visuals = element.children("visual");
  report_doubled_names(visuals, link.name);
  for (const XmlElement& child : visuals) {
    const WrittenPose pose = read_pose(child);
    auto visual = read_visual(child, scope);
    const auto link_from_frame = link_from(pose, link.model_from_link, graph);
    if (!visual || !link_from_frame) continue;
    visual->link_from_visual = *link_from_frame * visual->link_from_visual;
    link.visuals.push_back(std::move(*visual));
  }
  const auto collisions = element.children("collision");
  report_doubled_names(collisions, link.name);
  for (const XmlElement& child : collisions) {
    const WrittenPose pose = read_pose(child);
    auto collision = read_collision(child, scope);
    const auto link_from_frame = link_from(pose, link.model_from_link, graph);
    if (!collision || !link_from_frame) continue;
    collision->link_from_collision = *link_from_frame * collision->link_from_collision;
    link.collisions.push_back(std::move(*collision));
  }
  if (const XmlElement inertial = element.child("inertial"))
    check_inertia(link, inertial.child("inertia") ? inertial.child("inertia") : inertial);
  for (const XmlElement& child : element.children("light")) {
    const WrittenPose pose = read_pose(child);
    auto light = read_light(child);
    const auto link_from_light = link_from(pose, link.model_from_link, graph);
    if (!light || !link_from_light) continue;
    light->world_from_light = link.model_from_link * *link_from_light;
    outer.lights.push_back(std::move(*light));
    outer.light_places.push_back(child.place());
  }
  for (const XmlElement& child : element.children("sensor")) {
    const WrittenPose pose = read_pose(child);
    auto sensor = read_sdf_sensor(child, link.name);
    const auto link_from_sensor = link_from(pose, link.model_from_link, graph);
    if (!sensor || !link_from_sensor) continue;
    sensor->link_from_sensor = *link_from_sensor;
    outer.model->sensors.push_back(std::move(*sensor));
  }
  if (model_from_link) outer.model->links.push_back(std::move(link));
}

Surface read_sdf_surface(const XmlElement& surface) {
  Surface result;
  result.friction = sdf_friction;
  if (const XmlElement bounce = surface.child("bounce"))
    result.restitution = bounce.value("restitution_coefficient").share(0);

  const XmlElement friction = surface.child("friction");
  if (const XmlElement bullet = friction.child("bullet")) {
    result.friction = bullet.value("friction").not_negative(result.friction);
    result.rolling_friction = bullet.value("rolling_friction").not_negative(0);
  }
  if (const XmlElement ode = friction.child("ode")) {
    const XmlValue mu = ode.value("mu");
    if (mu.is_given()) result.friction = mu.not_negative(result.friction);
    if (const XmlValue mu2 = ode.value("mu2"); mu2.is_given()) {
      const double across = mu2.not_negative(result.friction);
      if (!mu.is_given()) result.friction = across;
      if (across != result.friction)
        mu2.warn(fmt::format("friction is the same in every direction: {} is used, not {}",
                             result.friction, across));
    }
  }
  if (const XmlElement torsional = friction.child("torsional")) {
    const double coefficient = torsional.value("coefficient").not_negative(1);
    const double radius = torsional.value("patch_radius").not_negative(0);
    // a round patch under even pressure resists spinning like friction at 3 pi / 16 of its radius
    result.spinning_friction = coefficient * radius * 3 * std::numbers::pi / 16;
  }
  return result;
}

}  // namespace tandem
