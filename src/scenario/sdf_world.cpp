// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include "scenario/sdf_reader.h"

namespace tandem {

namespace {

void read_scene(const XmlElement& scene, Atmosphere& atmosphere) {
  atmosphere.ambient = scene.value("ambient").color(atmosphere.ambient);
  atmosphere.background = scene.value("background").color(atmosphere.background);
  atmosphere.has_shadows = scene.value("shadows").boolean(true);
  atmosphere.has_sky = static_cast<bool>(scene.child("sky"));
  if (const XmlElement fog = scene.child("fog")) {
    atmosphere.fog.color = fog.value("color").color(atmosphere.fog.color);
    const XmlValue type = fog.value("type");
    atmosphere.fog.type = type.text("none");
    if (atmosphere.fog.type != "none" && atmosphere.fog.type != "linear" &&
        atmosphere.fog.type != "quadratic") {
      type.error(fmt::format("expected none, linear or quadratic, is '{}'", atmosphere.fog.type));
      atmosphere.fog.type = "none";
    }
    atmosphere.fog.start_m = fog.value("start").not_negative(1);
    atmosphere.fog.end_m = fog.value("end").not_negative(100);
    if (atmosphere.fog.type == "linear" && atmosphere.fog.end_m <= atmosphere.fog.start_m)
      fog.error(fmt::format("<fog>: must end beyond its start, goes from {} m to {} m",
                            atmosphere.fog.start_m, atmosphere.fog.end_m));
    atmosphere.fog.density = fog.value("density").not_negative(1);
  }
}

GeodeticOrigin read_origin(const XmlElement& coordinates) {
  if (const XmlValue model = coordinates.value("surface_model");
      model.is_given() && model.text() != "EARTH_WGS84")
    model.warn(fmt::format("only EARTH_WGS84 is known, '{}' is taken for it", model.text()));
  if (const XmlValue axes = coordinates.value("world_frame_orientation");
      axes.is_given() && axes.text() != "ENU")
    axes.warn(fmt::format("only ENU is known, '{}' is taken for it", axes.text()));
  GeodeticOrigin origin;
  origin.latitude_deg = coordinates.value("latitude_deg").number(0);
  origin.longitude_deg = coordinates.value("longitude_deg").number(0);
  origin.elevation_m = coordinates.value("elevation").number(0);
  origin.heading_deg = coordinates.value("heading_deg").number(0);
  return origin;
}

}  // namespace

std::optional<Light> read_light(const XmlElement& element) {
  Light light;
  light.name = element.required_attribute("name");
  const std::string type = element.required_attribute("type");
  if (type == "directional") {
    light.type = LightType::directional;
  } else if (type == "point") {
    light.type = LightType::point;
  } else if (type == "spot") {
    light.type = LightType::spot;
  } else {
    element.error(fmt::format("light '{}': expected type directional, point or spot, is '{}'",
                              light.name, type));
    element.skip();
    return {};
  }
  light.diffuse = element.value("diffuse").color(light.diffuse);
  light.specular = element.value("specular").color(light.specular);
  light.intensity = element.value("intensity").not_negative(1);
  light.casts_shadows = element.value("cast_shadows").boolean(false);
  const XmlValue direction = element.value("direction");
  light.direction = direction.vec3(light.direction);
  if (length(light.direction) == 0) {
    direction.error("must not be 0 0 0");
    light.direction = {0, 0, -1};
  }
  light.direction = normalized(light.direction);
  if (const XmlElement attenuation = element.child("attenuation")) {
    light.range_m = attenuation.value("range").positive(light.range_m);
    light.attenuation_constant = attenuation.value("constant").not_negative(1);
    light.attenuation_linear = attenuation.value("linear").not_negative(1);
    light.attenuation_quadratic = attenuation.value("quadratic").not_negative(0);
  }
  if (const XmlElement spot = element.child("spot")) {
    light.spot_inner_angle = spot.value("inner_angle").not_negative(0);
    light.spot_outer_angle = spot.value("outer_angle").not_negative(0);
    light.spot_falloff = spot.value("falloff").not_negative(0);
  }
  if (const XmlValue is_on = element.value("light_on"); !is_on.boolean(true)) light.intensity = 0;
  return light;
}

void SdfReader::read_world_element(const XmlElement& element, const Scope&,
                                   WorldDescription& world) {
  world.name = element.required_attribute("name");
  // SDF 1.5 and before had the gravity among the physics settings
  for (const XmlElement& physics : element.children("physics")) {
    world.gravity = physics.value("gravity").vec3(world.gravity);
    physics.warn("<physics> of a world is not used: step and solver are set by the scenario");
    physics.skip();
  }
  read_plugins(element);
  world.gravity = element.value("gravity").vec3(world.gravity);
  if (const XmlElement scene = element.child("scene")) read_scene(scene, world.atmosphere);
  if (const XmlElement coordinates = element.child("spherical_coordinates"))
    world.origin = read_origin(coordinates);
}

void SdfReader::place_models(const std::vector<Placed>& models, FrameGraph& graph,
                             WorldDescription& world) {
  for (const Placed& placed : models) {
    const auto world_from_model = graph.pose_of(placed.name, placed.place);
    if (!world_from_model) continue;
    const bool is_light = placed.resolved->is_light;
    if (!is_light) world.models.push_back({placed.name, placed.resolved->model, *world_from_model});
    for (std::size_t i = 0; i < placed.resolved->lights.size(); ++i) {
      Light light = placed.resolved->lights[i];
      if (!placed.resolved->model->is_static)
        findings_.warn(placed.resolved->light_places[i],
                       fmt::format("light '{}' of model '{}' stays where it starts: lights do not "
                                   "move with links in this version",
                                   light.name, placed.name));
      light.name = is_light ? placed.name : placed.name + "::" + light.name;
      light.world_from_light = *world_from_model * light.world_from_light;
      world.lights.push_back(std::move(light));
    }
  }
}

std::optional<WorldDescription> SdfReader::world(const std::filesystem::path& file) {
  auto opened = open(file);
  if (!opened) return {};
  if (opened->root.name() != "sdf") {
    opened->root.error(fmt::format("expected <sdf> with a <world>, is <{}>", opened->root.name()));
    return {};
  }
  const XmlElement element = opened->root.child("world");
  if (!element) {
    opened->root.error("expected a <world> in <sdf>");
    return {};
  }
  const Scope& scope = opened->scope;
  WorldDescription world;
  read_world_element(element, scope, world);

  // every frame there is, before any of them is asked for
  FrameGraph graph("world", findings_);
  std::vector<Placed> models;
  for (const XmlElement& child : element.children()) {
    std::optional<Placed> placed;
    if (child.name() == "model") placed = read_nested(child, scope);
    if (child.name() == "include") placed = read_include(child, scope);
    if (placed && placed->resolved) models.push_back(std::move(*placed));
  }
  for (const Placed& placed : models) add_placed(graph, placed);
  for (const XmlElement& frame : element.children("frame")) add_sdf_frame(frame, graph);

  place_models(models, graph, world);
  for (const XmlElement& frame : element.children("frame")) {
    const std::string name = frame.attribute("name").text();
    const auto world_from_frame = graph.pose_of(name, frame.place());
    const auto link = graph.link_of(name, frame.place());
    if (name.empty() || !world_from_frame || !link) continue;
    const auto world_from_link =
        link->empty() ? std::optional<Pose>(Pose{}) : graph.pose_of(*link, frame.place());
    if (world_from_link)
      world.frames.push_back({name, *link, inverse(*world_from_link) * *world_from_frame});
  }
  for (const XmlElement& child : element.children("light")) {
    const WrittenPose pose = read_pose(child);
    auto light = read_light(child);
    const auto world_from_frame = graph.pose_of(pose.relative_to, pose.place);
    if (!light || !world_from_frame) continue;
    light->world_from_light = *world_from_frame * pose.pose;
    world.lights.push_back(std::move(*light));
  }
  opened->xml->report_unread(describe_unread_sdf);
  return world;
}

std::optional<WorldDescription> load_sdf_world(const SourceFile& file,
                                               const ModelSearchPath& search, Findings& findings) {
  const int errors_before = findings.error_count();
  auto world = SdfReader(search, findings, file).world(file.path);
  if (findings.error_count() > errors_before) return {};
  return world;
}

std::shared_ptr<const Model> load_sdf_model(const SourceFile& file, const ModelSearchPath& search,
                                            Findings& findings) {
  const int errors_before = findings.error_count();
  const auto resolved = SdfReader(search, findings, file).model(file.path);
  if (resolved && resolved->is_light) {
    findings.error(resolved->model->place, "expected a <model>, this is a <light>");
    return nullptr;
  }
  if (resolved && resolved->pose != Pose{})
    findings.warn(resolved->model->place,
                  "the <pose> of a model counts where a world includes it, not here");
  if (resolved)
    for (const Place& place : resolved->light_places)
      findings.warn(place, "a light on a link shines only when its model is part of a world file");
  if (findings.error_count() > errors_before || !resolved) return nullptr;
  return resolved->model;
}

}  // namespace tandem
