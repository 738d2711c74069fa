// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <algorithm>

#include "scenario/sdf_reader.h"

namespace tandem {

namespace {

constexpr std::size_t max_links = 50'000;  // in one model, with what it includes

// What a nested model's names are called outside of it; merged ones keep their own.
std::string outer_name(const std::string& nested, bool is_merged, const std::string& inner) {
  if (inner.empty()) return is_merged ? fmt::format("_merged__{}__model__", nested) : nested;
  return is_merged ? inner : nested + "::" + inner;
}

void add_joint_frame(const XmlElement& joint, FrameGraph& graph) {
  const WrittenPose pose = read_pose(joint);
  const std::string child = joint.value("child").text();
  graph.add({.name = joint.attribute("name").text(),
             .place = joint.place(),
             .pose = pose.pose,
             .relative_to = pose.relative_to.empty() ? child : pose.relative_to,
             .attached_to = child});
}

// A link that several joints hold by their child side closes a chain.
void warn_of_closed_chains(const std::vector<Joint>& joints, const Model& model,
                           Findings& findings) {
  std::map<std::string, const Joint*> joint_by_child;
  for (const Joint& joint : joints) {
    const auto [found, is_new] = joint_by_child.try_emplace(joint.child, &joint);
    if (!is_new)
      findings.warn(model.place,
                    fmt::format("link '{}' is the child of joint '{}' and of joint '{}': such a "
                                "closed chain holds together only about as well as the solver does",
                                joint.child, found->second->name, joint.name));
  }
}

}  // namespace

void SdfReader::add_placed(FrameGraph& graph, const Placed& placed) {
  const ResolvedModel& inner = *placed.resolved;
  const std::string own_name = outer_name(placed.name, placed.is_merged, "");

  // the pose is that of the placement frame, wherever in the model this is
  Pose model_from_placement;
  if (!inner.placement_frame.empty()) {
    if (const auto found = inner.names.find(inner.placement_frame); found != inner.names.end())
      model_from_placement = found->second.model_from_this;
    else
      findings_.error(placed.place, fmt::format("there is no placement frame '{}' in model '{}'",
                                                inner.placement_frame, placed.name));
  }
  graph.add({.name = own_name,
             .place = placed.place,
             .pose = placed.pose.pose * inverse(model_from_placement),
             .relative_to = placed.pose.relative_to,
             .attached_to = {}});
  if (!placed.is_merged) {
    graph.add_inside(own_name, inner.names);
    return;
  }
  for (const auto& [name, located] : inner.names)
    if (!name.empty())
      graph.add({.name = name,
                 .place = placed.place,
                 .pose = located.model_from_this,
                 .relative_to = own_name,
                 .attached_to = located.link,
                 .is_link = located.link == name});
}

void SdfReader::flatten(const Placed& placed, FrameGraph& graph, ResolvedModel& outer) {
  const auto pose = graph.pose_of(outer_name(placed.name, placed.is_merged, ""), placed.place);
  if (!pose) return;
  const Pose outer_from_inner = *pose;
  const Model& inner = *placed.resolved->model;
  Model& model = *outer.model;
  const auto renamed = [&](const std::string& name) {
    return outer_name(placed.name, placed.is_merged, name);
  };

  if (model.links.size() + inner.links.size() > max_links) {
    findings_.error(placed.place, fmt::format("more than {} links in one model", max_links));
    return;
  }
  if (inner.is_static && !model.is_static)
    findings_.warn(
        placed.place,
        fmt::format("'{}' is static in a model that is not: it moves with its model", placed.name));
  for (Link link : inner.links) {
    link.name = renamed(link.name);
    link.model_from_link = outer_from_inner * link.model_from_link;
    for (Visual& visual : link.visuals)
      if (!visual.label) visual.label = inner.label;
    model.links.push_back(std::move(link));
  }
  for (Joint joint : inner.joints) {
    joint.name = renamed(joint.name);
    if (joint.parent != "world") joint.parent = renamed(joint.parent);
    joint.child = renamed(joint.child);
    joint.model_from_joint = outer_from_inner * joint.model_from_joint;
    model.joints.push_back(std::move(joint));
  }
  for (NamedFrame frame : inner.frames) {
    frame.name = renamed(frame.name);
    frame.link = renamed(frame.link);
    model.frames.push_back(std::move(frame));
  }
  for (SensorDescription sensor : inner.sensors) {
    sensor.name = renamed(sensor.name);
    sensor.link = renamed(sensor.link);
    model.sensors.push_back(std::move(sensor));
  }
  for (Light light : placed.resolved->lights) {
    light.name = renamed(light.name);
    light.world_from_light = outer_from_inner * light.world_from_light;
    outer.lights.push_back(std::move(light));
  }
  outer.light_places.insert(outer.light_places.end(), placed.resolved->light_places.begin(),
                            placed.resolved->light_places.end());
  for (const auto& [name, located] : placed.resolved->names)
    outer.names[renamed(name)] = {outer_from_inner * located.model_from_this,
                                  located.link.empty() ? "" : renamed(located.link)};
}

std::shared_ptr<ResolvedModel> SdfReader::read_model(const XmlElement& element, const Scope& outer,
                                                     std::optional<bool> is_static) {
  auto resolved = std::make_shared<ResolvedModel>();
  resolved->model = std::make_shared<Model>();
  Model& model = *resolved->model;
  model.name = element.required_attribute("name");
  model.place = element.place();
  model.self_collides = element.value("self_collide").boolean(false);
  Scope scope = outer;
  const bool is_written_static = element.value("static").boolean(false);
  scope.is_static = outer.is_static || is_static.value_or(is_written_static);
  model.is_static = scope.is_static;
  const WrittenPose pose = read_pose(element);
  resolved->pose = pose.pose;
  resolved->pose_relative = pose.relative_to;
  resolved->placement_frame = element.attribute("placement_frame").text();
  model.label = read_plugins(element);
  std::string canonical_link = element.attribute("canonical_link").text();

  // every frame there is, before any of them is asked for
  FrameGraph graph("__model__", findings_);
  const auto links = element.children("link");
  const auto joints = element.children("joint");
  const auto frames = element.children("frame");
  std::vector<Placed> nested;
  bool has_nested = false;
  for (const XmlElement& child : element.children()) {
    has_nested |= child.name() == "model" || child.name() == "include";
    std::optional<Placed> placed;
    if (child.name() == "model") placed = read_nested(child, scope);
    if (child.name() == "include") placed = read_include(child, scope);
    if (placed && placed->resolved) nested.push_back(std::move(*placed));
  }
  for (const XmlElement& link : links) {
    const WrittenPose link_pose = read_pose(link);
    graph.add({.name = link.required_attribute("name"),
               .place = link.place(),
               .pose = link_pose.pose,
               .relative_to = link_pose.relative_to,
               .attached_to = {},
               .is_link = true});
  }
  for (const Placed& placed : nested) add_placed(graph, placed);
  for (const XmlElement& joint : joints) add_joint_frame(joint, graph);
  for (const XmlElement& frame : frames) add_sdf_frame(frame, graph);

  // the link that the model's own frame moves with
  if (canonical_link.empty() && !links.empty()) canonical_link = links[0].attribute("name").text();
  if (canonical_link.empty() && !nested.empty() && !nested[0].resolved->model->links.empty())
    canonical_link =
        outer_name(nested[0].name, nested[0].is_merged, nested[0].resolved->model->links[0].name);
  if (canonical_link.empty()) {
    if (links.empty() && !has_nested && !model.is_static)
      element.error(fmt::format("model '{}' has no <link>", model.name));
  } else if (const auto link = graph.link_of(canonical_link, element.place())) {
    canonical_link = *link;
  }
  graph.set_root_link(canonical_link);

  // what they are
  if (links.size() > max_links)
    element.error(fmt::format("more than {} links in one model", max_links));
  else
    for (const XmlElement& link : links) read_link(link, scope, graph, *resolved);
  for (const Placed& placed : nested) flatten(placed, graph, *resolved);
  for (const XmlElement& joint : joints)
    if (auto read = read_joint(joint, scope, graph)) model.joints.push_back(std::move(*read));
  warn_of_closed_chains(model.joints, model, findings_);

  // what others may refer to
  resolved->names[""] = {Pose{}, canonical_link};
  for (const Link& link : model.links)
    resolved->names[link.name] = {link.model_from_link, link.name};
  for (const Joint& joint : model.joints)
    resolved->names[joint.name] = {joint.model_from_joint, joint.child};
  for (const XmlElement& frame : frames) {
    const std::string name = frame.attribute("name").text();
    if (name.empty()) continue;
    const auto model_from_frame = graph.pose_of(name, frame.place());
    const auto link = graph.link_of(name, frame.place());
    if (!model_from_frame || !link) continue;
    resolved->names[name] = {*model_from_frame, *link};
    const auto model_from_link = graph.pose_of(*link, frame.place());
    if (model_from_link && !link->empty())
      model.frames.push_back({name, *link, inverse(*model_from_link) * *model_from_frame});
  }

  // the first link carries the model's pose
  const auto first = std::find_if(model.links.begin(), model.links.end(),
                                  [&](const Link& link) { return link.name == canonical_link; });
  if (first != model.links.end()) std::rotate(model.links.begin(), first, first + 1);
  return resolved;
}

}  // namespace tandem
