// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#include "scenario/urdf_model.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <set>

#include "scenario/check_mass.h"
#include "scenario/file_defaults.h"
#include "scenario/gazebo_materials.h"
#include "scenario/mesh_loader.h"
#include "scenario/model_files.h"
#include "scenario/resource.h"
#include "scenario/sdf_frames.h"
#include "scenario/sdf_sensor.h"
#include "scenario/urdf_joint.h"
#include "scenario/xml_file.h"

namespace tandem {

namespace fs = std::filesystem;

namespace {

// A length that must be written.
double required_length(const XmlElement& element, const char* name) {
  if (element.required_attribute(name).empty()) return 1;
  return element.attribute(name).positive(1);
}

// Reads one robot file.
class UrdfReader {
 public:
  UrdfReader(const XmlFile& xml, const ModelSearchPath& search)
      : xml_(xml), search_(search), findings_(xml.findings()) {}

  std::shared_ptr<Model> read() {
    const XmlElement robot = xml_.root();
    auto model = std::make_shared<Model>();
    model->name = robot.required_attribute("name");
    model->place = robot.place();
    model->urdf = std::make_shared<const std::string>(xml_.text());
    robot.attribute("version");
    for (const XmlElement& material : robot.children("material")) add_material(material);
    for (const XmlElement& element : robot.children("link"))
      if (auto link = read_link(element)) {
        link_places_[link->name] = element.place();
        model->links.push_back(std::move(*link));
      }
    std::vector<UrdfJoint> joints;
    for (const XmlElement& element : robot.children("joint"))
      if (auto joint = read_joint(element))
        joints.push_back(std::move(*joint));
      else
        element.skip();
    if (model->links.empty()) robot.error("a robot needs at least one <link>");
    for (const XmlElement& extension : robot.children("gazebo")) read_gazebo(extension, *model);
    arrange_urdf_tree(*model, joints, findings_);
    xml_.report_unread([](const std::string& name, const std::string& parent) {
      return fmt::format("<{}> in <{}>: not simulated by this version", name, parent);
    });
    return model;
  }

 private:
  // A material is defined by its first use with content, at the top or in a visual.
  void add_material(const XmlElement& element) {
    const std::string name = element.required_attribute("name");
    if (name.empty()) return;
    if (const auto material = read_material_content(element)) {
      if (!materials_.emplace(name, *material).second)
        element.error(fmt::format("there is already a material '{}'", name));
    } else {
      element.error(fmt::format("material '{}' has neither <color> nor <texture>", name));
    }
  }

  std::optional<Material> read_material_content(const XmlElement& element) {
    const XmlElement color = element.child("color");
    const XmlElement texture = element.child("texture");
    if (!color && !texture) return {};
    Material material;
    if (texture) {
      material.base_color = {1, 1, 1, 1};
      if (!texture.required_attribute("filename").empty())
        material.base_color_texture =
            find_texture(texture.attribute("filename"), xml_.path(), search_);
    }
    if (color && !color.required_attribute("rgba").empty()) {
      const XmlValue rgba = color.attribute("rgba");
      rgba.numbers(4);  // URDF always has all four
      material.base_color = rgba.color(material.base_color);
    }
    return material;
  }

  std::optional<Material> read_visual_material(const XmlElement& element) {
    const std::string name = element.attribute("name").text();
    auto material = read_material_content(element);
    if (material) {
      if (!name.empty()) materials_.emplace(name, *material);
      return material;
    }
    if (const auto known = materials_.find(name); known != materials_.end()) return known->second;
    if (name.empty())
      element.warn("a <material> without name, <color> or <texture>");
    else
      element.error(fmt::format("there is no material '{}'", name));
    return {};
  }

  std::optional<Shape> read_shape(const XmlElement& owner) {
    const XmlElement geometry = owner.child("geometry");
    if (!geometry) {
      owner.error(fmt::format("<{}> needs a <geometry>", owner.name()));
      return {};
    }
    if (const XmlElement box = geometry.child("box")) {
      if (box.required_attribute("size").empty()) return {};
      return Box{box.attribute("size").positive_vec3({1, 1, 1})};
    }
    if (const XmlElement sphere = geometry.child("sphere"))
      return Sphere{required_length(sphere, "radius")};
    if (const XmlElement cylinder = geometry.child("cylinder"))
      return Cylinder{required_length(cylinder, "radius"), required_length(cylinder, "length")};
    if (const XmlElement capsule = geometry.child("capsule"))
      return Capsule{required_length(capsule, "radius"), required_length(capsule, "length")};
    if (const XmlElement mesh = geometry.child("mesh")) return read_mesh(mesh);
    const auto children = geometry.children();
    const std::string_view expected = "expected box, sphere, cylinder, capsule or mesh";
    if (children.empty()) {
      geometry.error(fmt::format("<geometry> is empty: {}", expected));
    } else {
      children.front().error(fmt::format("{}, is <{}>", expected, children.front().name()));
      children.front().skip();
    }
    return {};
  }

  std::optional<Shape> read_mesh(const XmlElement& element) {
    const std::string uri = element.required_attribute("filename");
    const XmlValue scale = element.attribute("scale");
    MeshShape shape;
    shape.scale = scale.vec3(shape.scale);
    if (shape.scale.x == 0 || shape.scale.y == 0 || shape.scale.z == 0)
      scale.error(fmt::format("none may be zero, is '{}'", scale.text()));
    if (uri.empty()) return {};
    const ResourceLookup lookup = find_resource(uri, xml_.path(), search_);
    if (lookup.found.empty()) {
      element.attribute("filename").error(lookup.problem);
      return {};
    }
    shape.mesh = load_mesh(lookup.found, element.place(), findings_);
    if (!shape.mesh) return {};
    return shape;
  }

  MassProperties read_mass(const XmlElement& link) {
    const XmlElement inertial = link.child("inertial");
    if (!inertial) return {};
    MassProperties mass;
    const XmlElement element = inertial.child("mass");
    if (!element) {
      inertial.error("<inertial> needs a <mass>");
    } else if (!element.required_attribute("value").empty()) {
      const XmlValue value = element.attribute("value");
      mass.mass_kg = value.not_negative(1);
      if (mass.mass_kg > 0 && value.number(1) > 0) mass.mass_kg = read_mass_kg(value, 1);
      if (mass.mass_kg == 0)
        element.warn(fmt::format("link '{}' has no mass: it is a mere frame",
                                 link.attribute("name").text()));
    }
    const XmlElement inertia = inertial.child("inertia");
    if (!inertia) inertial.error("<inertial> needs an <inertia>");
    const auto moment = [&](const char* name) {
      return inertia && !inertia.required_attribute(name).empty()
                 ? inertia.attribute(name).number(1)
                 : 0;
    };
    mass.inertia = {.xx = moment("ixx"),
                    .yy = moment("iyy"),
                    .zz = moment("izz"),
                    .xy = moment("ixy"),
                    .xz = moment("ixz"),
                    .yz = moment("iyz")};
    const Pose link_from_inertial = read_urdf_origin(inertial);
    return transformed(link_from_inertial, mass);
  }

  std::optional<Link> read_link(const XmlElement& element) {
    Link link;
    link.name = element.required_attribute("name");
    link.place = element.place();
    link.linear_drag = link.angular_drag = sdf_drag;
    element.attribute("type");
    if (link_places_.contains(link.name)) {
      element.error(fmt::format("the name '{}' is already used on line {}", link.name,
                                link_places_[link.name].line));
      return {};
    }
    link.mass = read_mass(element);
    for (const XmlElement& child : element.children("visual")) {
      Visual visual;
      visual.name = child.attribute("name").text();
      visual.link_from_visual = read_urdf_origin(child);
      if (const XmlElement material = child.child("material"))
        visual.material = read_visual_material(material);
      if (auto shape = read_shape(child)) {
        visual.shape = std::move(*shape);
        link.visuals.push_back(std::move(visual));
      }
    }
    for (const XmlElement& child : element.children("collision")) {
      Collision collision;
      collision.name = child.attribute("name").text();
      collision.place = child.place();
      collision.surface.friction = sdf_friction;
      collision.link_from_collision = read_urdf_origin(child);
      if (auto shape = read_shape(child)) {
        collision.shape = std::move(*shape);
        link.collisions.push_back(std::move(collision));
      }
    }
    if (const XmlElement inertia = element.child("inertial").child("inertia");
        inertia && link.mass.mass_kg > 0)
      check_inertia(link, inertia);
    if (link.name.empty()) return {};
    return link;
  }

  // A joint whose links exist and whose name is its own.
  std::optional<UrdfJoint> read_joint(const XmlElement& element) {
    auto result = read_urdf_joint(element);
    if (!result) return {};
    const Joint& joint = result->joint;
    if (!joint_names_.insert(joint.name).second) {
      element.error(fmt::format("there is already a joint '{}'", joint.name));
      return {};
    }
    for (const auto& [name, end] : {std::pair{joint.parent, "parent"}, {joint.child, "child"}})
      if (!link_places_.contains(name)) {
        element.child(end).error(
            fmt::format("joint '{}': there is no link '{}'", joint.name, name));
        return {};
      }
    return result;
  }

  // What Gazebo wants to know of a link: friction and colour are understood.
  void read_gazebo(const XmlElement& extension, Model& model) {
    const std::string reference = extension.attribute("reference").text();
    const auto link = std::find_if(model.links.begin(), model.links.end(),
                                   [&](const Link& one) { return one.name == reference; });
    if (!reference.empty() && link == model.links.end() && !joint_names_.contains(reference)) {
      extension.warn(fmt::format("there is no link '{}': this is not used", reference));
      extension.skip();
      return;
    }
    if (link != model.links.end()) {
      if (const XmlValue mu = extension.value("mu1"); mu.is_given()) {
        const double friction = mu.not_negative(sdf_friction);
        for (Collision& collision : link->collisions) collision.surface.friction = friction;
        if (const XmlValue mu2 = extension.value("mu2");
            mu2.is_given() && mu2.not_negative(friction) != friction)
          mu2.warn(fmt::format("friction is the same in every direction: {} is used, not {}",
                               friction, mu2.text()));
      }
      if (const XmlValue name = extension.value("material"); name.is_given()) {
        if (const auto color = gazebo_material(name.text()))
          for (Visual& visual : link->visuals) {
            if (!visual.material) visual.material = Material{};
            visual.material->base_color = *color;
          }
        else
          name.warn(fmt::format("Gazebo material '{}' is not known", name.text()));
      }
      if (const XmlValue off = extension.value("turnGravityOff"); off.is_given())
        link->has_gravity = !off.boolean(false);
      if (extension.value("selfCollide").boolean(false)) model.self_collides = true;
    }
    for (const XmlElement& child : extension.children("sensor")) {
      const WrittenPose pose = read_pose(child);
      if (link == model.links.end()) {
        child.error("a <sensor> sits on a link: <gazebo> needs a 'reference' to one");
        child.skip();
        continue;
      }
      auto sensor = read_sdf_sensor(child, reference);
      if (!sensor) continue;
      sensor->link_from_sensor = pose.pose;
      model.sensors.push_back(std::move(*sensor));
    }
    for (const XmlElement& child : extension.children("plugin")) {
      child.warn(fmt::format("plugin '{}' ({}): Gazebo plugins are not run",
                             child.attribute("name").text(), child.attribute("filename").text()));
      child.skip();
    }
  }

  const XmlFile& xml_;
  const ModelSearchPath& search_;
  Findings& findings_;
  std::map<std::string, Material> materials_;
  std::map<std::string, Place> link_places_;
  std::set<std::string> joint_names_;
};

// The first element that only xacro knows, however deep.
XmlElement find_xacro(const XmlElement& element) {
  for (const XmlElement& child : element.children()) {
    if (child.name().starts_with("xacro:")) return child;
    if (const XmlElement inside = find_xacro(child)) return inside;
  }
  return {};
}

}  // namespace

std::shared_ptr<Model> read_urdf(const XmlFile& xml, const ModelSearchPath& search) {
  const XmlElement root = xml.root();
  if (root.name() != "robot") {
    root.error(fmt::format("expected <robot>, is <{}>", root.name()));
    return nullptr;
  }
  if (const XmlElement xacro = find_xacro(root)) {
    xacro.error(
        "this is a xacro file: expand it first, for instance with "
        "'xacro robot.urdf.xacro -o robot.urdf'");
    return nullptr;
  }
  return UrdfReader(xml, search).read();
}

std::shared_ptr<const Model> load_urdf_model(const SourceFile& file, const ModelSearchPath& search,
                                             Findings& findings) {
  const int errors_before = findings.error_count();
  const auto xml = XmlFile::open(file, findings);
  if (!xml) return nullptr;
  const auto model = read_urdf(*xml, search);
  return findings.error_count() > errors_before ? nullptr : model;
}

std::shared_ptr<const Model> load_model(const SourceFile& file, const ModelSearchPath& search,
                                        Findings& findings) {
  {
    const auto xml = XmlFile::open(file, findings);
    if (!xml) return nullptr;
    const std::string root = xml->root().name();
    if (root != "robot" && root != "sdf") {
      xml->root().error(fmt::format("expected <sdf> or <robot>, is <{}>", root));
      return nullptr;
    }
    if (root == "robot") {
      const int errors_before = findings.error_count();
      const auto model = read_urdf(*xml, search);
      return findings.error_count() > errors_before ? nullptr : model;
    }
  }
  return load_sdf_model(file, search, findings);
}

}  // namespace tandem
